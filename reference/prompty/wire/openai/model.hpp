#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"

namespace prompty::openai {

/// The start of a request body: an object with the agent's model id as `model`, empty when the agent names none.
[[nodiscard]] Json request_for_model(PromptyAgent const& agent);

}  // namespace prompty::openai
