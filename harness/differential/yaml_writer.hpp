#pragma once

#include <string>

#include "harness/differential/dice.hpp"
#include "harness/matching/same_json.hpp"

namespace conformance::differential {

/// The value as YAML, in styles chosen at random: block and flow, plain and quoted texts. A text that is written plain
/// may mean another type to a reader, which is on purpose; what holds signs of YAML is always quoted or a block.
/// Ends with a line end unless the value is an empty object, which is "".
[[nodiscard]] std::string yaml_text(Dice& dice, Json const& value);

}  // namespace conformance::differential
