#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "mock-provider/check/finding_list.hpp"

namespace mock_provider::schema_rules {

/// Holds a value that is to be a JSON Schema against what every provider demands of one, at every level: known types,
/// `properties` and `$defs` that are objects of schemas, `required` a list of names, `enum` not empty. Findings are of
/// `rule`.
void check(std::string_view rule, Json const& schema, std::string const& pointer, FindingList& findings);

}  // namespace mock_provider::schema_rules
