#pragma once

#include "mock-provider/dialect.hpp"
#include "mock-provider/route.hpp"

namespace mock_provider {

/// How OpenAI answers on a route that asks a model: chat completions, embeddings, image generations or responses.
[[nodiscard]] Dialect const& openai_dialect(Route::Kind kind);

}  // namespace mock_provider
