#pragma once

#include <vector>

#include "mock-provider/finding.hpp"
#include "mock-provider/player.hpp"

namespace mock_provider::request_check {

/// The findings that count for that scenario: those about a missing key do not where it admits anyone. `player` is
/// nullptr for a request without a scenario.
[[nodiscard]] std::vector<Finding> admitted(std::vector<Finding> findings, Player const* player);

}  // namespace mock_provider::request_check
