#pragma once

#include <string>

#include "mock-provider/answer.hpp"

namespace mock_provider::openai_models {

/// The answer to GET /v1/models: a fixed list in OpenAI's shape.
[[nodiscard]] Answer list();

/// The answer to GET /v1/models/ID: the entry of the list, else 404.
[[nodiscard]] Answer one(std::string const& id);

}  // namespace mock_provider::openai_models
