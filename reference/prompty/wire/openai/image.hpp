#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/profile.hpp"

namespace prompty::openai {

/// The body of an image generation request (§7.3): model (left out when the agent names none), `prompt`, then the
/// options, which may replace both. The prompt is the first text part of the last user message, "" without one.
/// As written all options are sent under their chat names; live, which refuses those, the additional properties alone
/// and an empty prompt is a ValueError.
[[nodiscard]] Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages, Profile profile);

}  // namespace prompty::openai
