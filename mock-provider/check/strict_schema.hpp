#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "mock-provider/check/finding_list.hpp"

namespace mock_provider::strict_schema {

/// Holds a JSON Schema against the provider's strict mode: the root is an object, every object is closed
/// (`additionalProperties: false`) and requires all of its properties, at every level. Findings are of `rule`.
void check(std::string_view rule, Json const& schema, std::string const& pointer, FindingList& findings);

/// The same without the demand that every property is required.
void check_closed(std::string_view rule, Json const& schema, std::string const& pointer, FindingList& findings);

}  // namespace mock_provider::strict_schema
