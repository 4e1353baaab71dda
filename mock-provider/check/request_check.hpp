#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/finding.hpp"
#include "mock-provider/json_text.hpp"
#include "mock-provider/request.hpp"

namespace mock_provider::request_check {

/// Every rule for chat completions that a request breaks, headers first. `body` is its JSON; when that is no object,
/// its members are not looked at.
[[nodiscard]] std::vector<Finding> check_chat(Headers const& headers, Json const& body);

/// How the provider writes a JSON pointer in `param`: "/messages/0/role" → "messages[0].role".
[[nodiscard]] std::string param_of(std::string const& pointer);

}  // namespace mock_provider::request_check
