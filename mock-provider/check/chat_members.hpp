#pragma once

#include <nlohmann/json_fwd.hpp>

#include "mock-provider/check/finding.hpp"

namespace mock_provider::field_rules {

/// Holds the top-level members of a chat request against the provider's table: required, known, type, range, fixed
/// values, and members that need another. `body` is an object.
void check(Json const& body, FindingList& findings);

}  // namespace mock_provider::field_rules

namespace mock_provider::tool_rules {

/// Holds `tools` and `tool_choice` of a chat request against the provider's rules.
void check(Json const& body, FindingList& findings);

}  // namespace mock_provider::tool_rules
