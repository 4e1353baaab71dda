#pragma once

#include <string>

#include "prompty/core/json.hpp"

namespace prompty::conversation {

/// Throws ValueError for a schema that would make validation crash, hang or silently pass over a rule: a `$ref` that
/// leads nowhere or back to itself, a pattern that RE2 does not have, keywords that are not supported. Schemas come
/// from servers and are not to be trusted.
void check_schema(std::string const& tool, Json const& schema);

}  // namespace prompty::conversation
