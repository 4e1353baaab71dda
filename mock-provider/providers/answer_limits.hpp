#pragma once

#include <cstddef>
#include <cstdint>

#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::answer_limits {

/// The text as far as the request lets it go: up to the first of its stop sequences (`stop`, `stop_sequences`), and to
/// so many tokens, of four bytes each, as one of `max_completion_tokens`, `max_tokens` and `max_output_tokens` allows.
/// The finish reason says which it was. Calls of tools and refusals stay as they are, and so does a text that has a
/// finish reason already or is sent verbatim.
[[nodiscard]] Completion applied(Completion said, Json const& request);

/// The length of its texts, and of the names and arguments of its calls.
[[nodiscard]] std::size_t bytes_of(Completion const& said);

/// How many tokens the model has written, one for each four bytes of its texts and calls: never more than a limit that
/// was applied.
[[nodiscard]] std::int64_t tokens_of(Completion const& said);

}  // namespace mock_provider::answer_limits
