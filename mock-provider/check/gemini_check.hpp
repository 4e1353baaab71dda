#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/values/json_text.hpp"

/// What Gemini refuses, by its reference (ai.google.dev/api/generate-content), the types of @google/genai 2.32.0 and
/// the errors that its users quote, each named at its rule. Members may be written in either way, `topP` or `top_p`,
/// and a list of one as the one, as Google reads JSON.
namespace mock_provider::gemini_check {

/// Every rule that a request to `:generateContent` or `:streamGenerateContent` breaks.
[[nodiscard]] std::vector<Finding> check_content(Headers const& headers, Route const& route, Json const& body);

/// The same for `:embedContent` and `:batchEmbedContents`.
[[nodiscard]] std::vector<Finding> check_embed(Headers const& headers, Route const& route, Json const& body);

}  // namespace mock_provider::gemini_check
