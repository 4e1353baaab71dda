#pragma once

#include <vector>

#include "mock-provider/scenario.hpp"

namespace mock_provider::reachable_steps {

/// Throws ScenarioError for a step that is never played, because one before it is played always and takes every request
/// that this one could take. Only matchers whose parts are the same are known to take the same.
void require(std::vector<Step> const& steps);

}  // namespace mock_provider::reachable_steps
