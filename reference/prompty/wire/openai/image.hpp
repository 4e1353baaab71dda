#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::openai {

/// The body of an image generation request (§7.3): model (left out when the agent names none), `prompt`, then the
/// options, which may replace both. The prompt is the first text part of the last user message, "" without one.
/// All options are sent under their chat names.
[[nodiscard]] Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages);

}  // namespace prompty::openai
