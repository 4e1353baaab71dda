#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "harness/matching/json_burden.hpp"
#include "harness/matching/same_json.hpp"

namespace conformance {

/// What JSON text that somebody else wrote may cost. Who copies, compares or writes a value recurses, a value takes up
/// to 64 bytes, and an object costs the square of its members.
struct JsonBounds {
  int levels = 512;  ///< at most `deepest_told`
  std::size_t values = 500'000;
  std::size_t members = 4'096;  ///< of one object
};

/// Why a text of this burden is not to be parsed, as the end of a sentence: "is nested too deeply". "" when it is
/// within the bounds.
[[nodiscard]] std::string excess_of(JsonBurden const& burden, JsonBounds const& bounds = {});

/// The value that a text holds; discarded when it holds none, or is beyond the bounds.
[[nodiscard]] Json bounded_json(std::string_view text, JsonBounds const& bounds = {});

}  // namespace conformance
