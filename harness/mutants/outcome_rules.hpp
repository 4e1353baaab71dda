#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

using AnswerMessage = std::function<Reply(Json const& message)>;

/// The same reply for every message.
[[nodiscard]] AnswerMessage always(Reply reply);

/// A reply with an outcome of that type.
[[nodiscard]] Reply outcome(std::string const& type, Json value);

[[nodiscard]] bool has_calls(Json const& message);          ///< a list of tool calls that is not empty
[[nodiscard]] std::string content_of(Json const& message);  ///< "" when it is no text

/// The value that the text is JSON for; discarded when it is none.
[[nodiscard]] Json parsed(std::string const& text);
[[nodiscard]] bool is_json(std::string const& text);

}  // namespace conformance::mutants
