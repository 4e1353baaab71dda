#pragma once

#include <string>

#include "mock-provider/answer.hpp"

namespace mock_provider::anthropic_models {

/// The answer to GET /v1/models in Anthropic's shape: a page of a fixed list, as long as `limit` says (20 unless it is
/// there, 1 to 1000) and behind the model `after_id` or before the model `before_id`. `query` is the raw text after
/// "?". 400 for a limit that is no such number or an id that is not in the list.
[[nodiscard]] Answer list(std::string const& query);

/// The answer to GET /v1/models/ID: the entry of the list, else 404.
[[nodiscard]] Answer one(std::string const& id);

}  // namespace mock_provider::anthropic_models
