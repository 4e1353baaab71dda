#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/matching/json_member.hpp"
#include "harness/mutants/file_anatomy.hpp"
#include "harness/mutants/mutant.hpp"

namespace conformance::mutants {

/// How a mutant answers; see Mutant::answer. A rule leaves operations that it does not know to the reference.
using Rule = std::function<Reply(std::string const& operation, Json const& params, AskReference const& reference)>;

/// A reply in which the implementation raises an error of that kind.
[[nodiscard]] Reply raised(std::string const& kind);

/// A reply with that result.
[[nodiscard]] Reply answered(Json value);

/// Whether the request or answer is one of OpenAI's chat; those of other interfaces and providers have rules of their
/// own.
[[nodiscard]] bool is_chat(Json const& params);

/// The element at that place, and the first one; null when `list` has none there. Beside other mutants an answer
/// may have less in it than the reference put there.
[[nodiscard]] Json const& element_of(Json const& list, std::size_t index);
[[nodiscard]] Json const& first_of(Json const& list);

/// The text with its ASCII letters in lower case.
[[nodiscard]] std::string lower_case(std::string text);

/// What became of a file text: split in two, all body (no frontmatter), or refused with an error of a kind.
struct Split {
  std::optional<std::string> frontmatter;
  std::string body;
  std::string error_kind;  ///< "" unless refused
  bool operator==(Split const&) const = default;
};
[[nodiscard]] Split refused(std::string const& error_kind);
[[nodiscard]] Split all_body(std::string const& text);

/// Changes how a text is split: what `split` answers, and the agent that `load` makes of it.
using ChangeSplit = std::function<Split(Split split, FileAnatomy const& file, std::string const& text)>;
[[nodiscard]] Rule changed_split(ChangeSplit change);

/// Changes what `split` answers, whatever it is; the text is the one that was to be split.
[[nodiscard]] Rule changed_split_reply(std::function<void(Json& result, FileAnatomy const& file)> change);

/// Loads a text as if it were the file; gives the reply of the reference.
using LoadText = std::function<Reply(std::string const& text)>;

/// Asks the reference to load a text from a file beside the one that `params` names.
[[nodiscard]] Reply load_as_sibling(Json params, std::string const& text, AskReference const& reference);

/// Changes what `load` answers for a file; `text` is what the file holds.
using ChangeLoad =
    std::function<Reply(Reply reply, FileAnatomy const& file, std::string const& text, LoadText const& load_text)>;
[[nodiscard]] Rule changed_load(ChangeLoad change);

/// Changes the body of what `build_request` answers.
[[nodiscard]] Rule changed_body(std::function<void(Json& body, Json const& agent)> change);

/// Changes the wire messages as a whole, given the messages that they come from. Like the other rules for messages it
/// leaves alone a request whose messages were replaced through additionalProperties.
[[nodiscard]] Rule changed_messages(std::function<void(Json& wires, Json const& messages)> change);

/// Changes each wire message, given the message that it comes from.
[[nodiscard]] Rule changed_message(std::function<void(Json& wire, Json const& message)> change);

/// Changes each content block of messages in array form, given the part that it comes from.
[[nodiscard]] Rule changed_block(std::function<void(Json& block, Json const& part)> change);

/// Changes each block that comes from a part of that kind.
[[nodiscard]] Rule changed_block_of(std::string kind, std::function<void(Json& block, Json const& part)> change);

/// Refuses requests that have a part for which the predicate holds.
[[nodiscard]] Rule refused_part(std::function<bool(Json const& part)> predicate);

/// Asks `process` with the agent and the response changed.
[[nodiscard]] Rule changed_response(std::function<void(Json& agent, Json& response)> change);

/// Changes what `process` answers; `message` is the message of the first choice, an empty object when there is none.
using ChangeOutcome = std::function<Reply(Reply reply, Json const& agent, Json const& message)>;
[[nodiscard]] Rule changed_outcome(ChangeOutcome change);

}  // namespace conformance::mutants
