#pragma once

#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::answer_limits {

/// The text as far as the request lets it go: up to the first of its stop sequences (`stop`, `stop_sequences`), and to
/// so many tokens, of four bytes each, as one of `max_completion_tokens`, `max_tokens` and `max_output_tokens` allows.
/// The finish reason says which it was. Calls of tools and refusals stay as they are.
[[nodiscard]] Completion applied(Completion said, Json const& request);

}  // namespace mock_provider::answer_limits
