#pragma once

#include <string>

#include "prompty/core/json.hpp"

namespace prompty {

/// A value in the words of an error message: its type and, where it is short, itself, such as `the string "hot"`,
/// `the number 3`, `a list of 2`, `a mapping`, `nothing` for null.
[[nodiscard]] std::string describe_json(Json const& value);

}  // namespace prompty
