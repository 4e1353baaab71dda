#pragma once

#include <string>

#include "prompty/core/place.hpp"

namespace prompty {

/// "file, line 3, column 7", or as much of it as is known.
[[nodiscard]] std::string describe_place(Place const& place);

}  // namespace prompty
