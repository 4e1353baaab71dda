#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "mock-provider/check/finding_list.hpp"

namespace mock_provider::part_rules {

/// Holds one content part of a message of `role` against the provider's rules; `pointer` is where it stands.
void check(Json const& part, std::string const& role, std::string const& pointer, FindingList& findings);

}  // namespace mock_provider::part_rules
