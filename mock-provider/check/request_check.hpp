#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/scenario/player.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::request_check {

/// The findings that count for that scenario: those about a missing key do not where it admits anyone. `player` is
/// nullptr for a request without a scenario.
[[nodiscard]] std::vector<Finding> admitted(std::vector<Finding> findings, Player const* player);

/// Every rule for chat completions that a request breaks, headers first. `body` is its JSON; when that is no object,
/// its members are not looked at.
[[nodiscard]] std::vector<Finding> check_chat(Headers const& headers, Json const& body);

/// How the provider writes a JSON pointer in `param`: "/messages/0/role" → "messages[0].role".
[[nodiscard]] std::string param_of(std::string const& pointer);

}  // namespace mock_provider::request_check
