#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/load/check.hpp"

namespace prompty {

/// What the role markers in the body of an agent are not, or not for long: lines that are text for their malformed
/// brackets, values that an input fills without quotes around them, since a comma or a bracket in it changes the
/// marker, and attributes of names that have a meaning of their own (§6.4). Of each a hundred at most; nothing for
/// another parser.
[[nodiscard]] std::vector<Problem> marker_warnings(PromptyAgent const& agent);

/// Lines such as `{{ role }}:`, which are text in strict mode. A hundred at most; nothing for another parser.
[[nodiscard]] std::vector<Problem> warnings_of_roles_from_inputs(PromptyAgent const& agent);

}  // namespace prompty
