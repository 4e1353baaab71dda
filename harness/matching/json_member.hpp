#pragma once

#include <string>

#include "harness/matching/same_json.hpp"

namespace conformance {

/// The member of that name; null when `object` is no object or has none.
[[nodiscard]] Json const& member(Json const& object, std::string const& name);

}  // namespace conformance
