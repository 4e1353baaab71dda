#pragma once

#include "adapter/reference_adapter.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// What `params.turnOptions` and `params.stream` say: `maxIterations`, `maxLlmRetries`, `retryDelayMs` in place of all
/// waits, `contextBudget`, `parallelToolCalls`, and `guardrails` that deny by a word. Throws InvalidParams for members
/// of another shape.
[[nodiscard]] TurnOptions read_turn_options(Json const& params);

}  // namespace prompty::adapter
