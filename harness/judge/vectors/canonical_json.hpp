#pragma once

#include <string>

#include "mock-provider/matching/json.hpp"

namespace conformance {

/// The one way to write a vector file: one space a level, keys in the author's order, a container on one line when it
/// fits into 150 columns, but the top-level object, its "vectors" or "cases" array and each element of that array
/// always over several lines, these elements from the margin; inside of these, scalars and short containers share
/// lines; a container with nothing but one other container in it opens and closes on the lines of that one; UTF-8, a
/// newline at the end.
[[nodiscard]] std::string canonical_json(Json const& document);

}  // namespace conformance
