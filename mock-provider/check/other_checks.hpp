#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/scenario/route.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::request_check {

/// Every rule that a request to one of these interfaces breaks, headers first. `body` is its JSON; when that is no
/// object, its members are not looked at.
[[nodiscard]] std::vector<Finding> check_embeddings(Headers const& headers, Json const& body);
[[nodiscard]] std::vector<Finding> check_images(Headers const& headers, Json const& body);
[[nodiscard]] std::vector<Finding> check_responses(Headers const& headers, Json const& body);
/// The same for the number of tokens of such a request.
[[nodiscard]] std::vector<Finding> check_input_tokens(Headers const& headers, Json const& body);

/// The same for a request that lists OpenAI's models, which has no body.
[[nodiscard]] std::vector<Finding> check_listing(Headers const& headers);

/// What Azure demands of a path that names a deployment; no findings for other paths.
[[nodiscard]] std::vector<Finding> check_deployment(Route const& route);

}  // namespace mock_provider::request_check
