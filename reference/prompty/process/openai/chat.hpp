#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::processing {

/// The outcome of a chat completion (§8.1), from its first choice: the tool calls when there are any, otherwise the
/// content, parsed when the agent declares outputs. A refusal plays no part (P8.1-12, A-103).
/// Throws ValueError `Unexpected response format: …` when there is no first choice with a message, a tool call is not a
/// complete function call, or content is not a string.
[[nodiscard]] Outcome process_chat(PromptyAgent const& agent, Json const& response);

}  // namespace prompty::processing
