#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/finding.hpp"
#include "mock-provider/json_text.hpp"
#include "mock-provider/request.hpp"

namespace mock_provider::request_check {

/// Every rule that a request to one of these interfaces breaks, headers first. `body` is its JSON; when that is no
/// object, its members are not looked at.
[[nodiscard]] std::vector<Finding> check_embeddings(Headers const& headers, Json const& body);
[[nodiscard]] std::vector<Finding> check_images(Headers const& headers, Json const& body);
[[nodiscard]] std::vector<Finding> check_responses(Headers const& headers, Json const& body);

}  // namespace mock_provider::request_check
