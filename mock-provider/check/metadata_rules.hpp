#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "mock-provider/check/finding_list.hpp"

namespace mock_provider::metadata_rules {

/// Holds `metadata` of a request to OpenAI against its bounds: 16 pairs, names of 64 characters, texts of 512. Findings
/// are of `rule`.
void check(std::string_view rule, Json const& body, FindingList& findings);

}  // namespace mock_provider::metadata_rules
