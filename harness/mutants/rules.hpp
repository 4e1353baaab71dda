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

/// Asks the reference to load a text from a file beside the one that `params` names.
[[nodiscard]] Reply load_as_sibling(Json params, std::string const& text, AskReference const& reference);

}  // namespace conformance::mutants
