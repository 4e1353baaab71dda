#pragma once

#include <nlohmann/json_fwd.hpp>

#include "mock-provider/check/finding_list.hpp"

namespace mock_provider::tool_rules {

/// Holds `tools` and `tool_choice` of a chat request against the provider's rules.
void check(Json const& body, FindingList& findings);

}  // namespace mock_provider::tool_rules
