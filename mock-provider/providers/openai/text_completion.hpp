#pragma once

#include "mock-provider/providers/dialect.hpp"

namespace mock_provider::text_completion {

/// How OpenAI's older interface of completions answers: a `text_completion` for a prompt, whose stream has chunks of
/// the same kind and `[DONE]`. It can say a text alone: a step with anything else throws MisfitStep.
[[nodiscard]] Dialect const& dialect();

}  // namespace mock_provider::text_completion
