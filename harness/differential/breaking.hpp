#pragma once

#include "harness/differential/dice.hpp"
#include "harness/matching/same_json.hpp"

namespace conformance::differential {

/// The value broken at one place below it: a member or element that is left out, doubled under an unknown name, null or
/// of another type. A value without members becomes another value.
[[nodiscard]] Json broken_value(Dice& dice, Json value);

}  // namespace conformance::differential
