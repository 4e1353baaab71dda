#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "mock-provider/check/finding.hpp"

namespace mock_provider::schema_rules {

/// What a provider wants to hear of an array.
enum class Arrays {
  of_anything,  ///< nothing
  with_items    ///< a schema of its items
};

/// Holds a value that is to be a JSON Schema against what every provider demands of one, at every level: known types,
/// `properties` and `$defs` that are objects of schemas, `required` a list of names, `enum` not empty, arrays as
/// `arrays` says. Findings are of `rule`.
void check(std::string_view rule, Json const& schema, std::string const& pointer, Arrays arrays, FindingList& findings);

}  // namespace mock_provider::schema_rules

namespace mock_provider::strict_schema {

/// Holds a JSON Schema against the provider's strict mode: the root is an object, every object is closed
/// (`additionalProperties: false`) and requires all of its properties, at every level, and none has a keyword that the
/// mode does not take (`allOf`, `oneOf`, `not`, `if`, `patternProperties` and those that go with them). Findings are of
/// `rule`.
void check(std::string_view rule, Json const& schema, std::string const& pointer, FindingList& findings);

/// Root and closed objects alone: properties may be left out, and every keyword is taken.
void check_closed(std::string_view rule, Json const& schema, std::string const& pointer, FindingList& findings);

}  // namespace mock_provider::strict_schema

namespace mock_provider::response_format_rules {

/// Holds `response_format` of a chat request against the provider's rules.
void check(Json const& body, FindingList& findings);

}  // namespace mock_provider::response_format_rules
