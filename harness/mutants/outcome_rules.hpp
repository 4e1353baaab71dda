#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

/// About the agent and the first choice's message that `process` is asked for.
using OutcomePredicate = std::function<bool(Json const& agent, Json const& message)>;
using AnswerMessage = std::function<Reply(Json const& message)>;

/// Answers otherwise where the predicate holds.
[[nodiscard]] Rule outcome_where(OutcomePredicate predicate, AnswerMessage change);

/// The same reply for every message.
[[nodiscard]] AnswerMessage always(Reply reply);

/// A reply with an outcome of that type.
[[nodiscard]] Reply outcome(std::string const& type, Json value);

/// The content as an outcome of type text, or parsed (it must be JSON) as one of type json.
[[nodiscard]] Reply content_as_text(Json const& message);
[[nodiscard]] Reply content_as_json(Json const& message);

[[nodiscard]] bool has_calls(Json const& message);  ///< a list of tool calls that is not empty
[[nodiscard]] bool has_outputs(Json const& agent);
[[nodiscard]] bool is_unset(Json const& message, std::string const& key);  ///< absent or null
[[nodiscard]] std::string content_of(Json const& message);                 ///< "" when it is no text

/// The value that the text is JSON for; discarded when it is none.
[[nodiscard]] Json parsed(std::string const& text);
[[nodiscard]] bool is_json(std::string const& text);

}  // namespace conformance::mutants
