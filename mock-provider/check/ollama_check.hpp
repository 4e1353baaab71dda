#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/values/json_text.hpp"

/// What ollama refuses, as its server reads requests (github.com/ollama/ollama, api/types.go and server/routes.go at
/// fb307608). It passes over members that it does not know, and wants no key and no content type.
namespace mock_provider::ollama_check {

/// Every rule that a request to `/api/chat` breaks.
[[nodiscard]] std::vector<Finding> check_chat(Json const& body);

/// The same for `/api/embed`.
[[nodiscard]] std::vector<Finding> check_embed(Json const& body);

}  // namespace mock_provider::ollama_check
