#pragma once

#include <string>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::processing {

/// What the `error` of a response says: its message, or without one all of it as JSON.
[[nodiscard]] std::string message_of_error(Json const& error);

/// The outcome of a response of the Responses API (§8.4): the function calls in `output` when there are any, otherwise
/// the text, parsed when the agent declares outputs. The text is `output_text`, or without that field what the
/// `output_text` parts of the messages in `output` say, joined.
/// Throws ValueError with the provider's message, or the error as JSON without one, when `error` is set, and
/// `Unexpected response format: …` when `output` is no list or a function call is incomplete.
[[nodiscard]] Outcome process_responses(PromptyAgent const& agent, Json const& response);

}  // namespace prompty::processing
