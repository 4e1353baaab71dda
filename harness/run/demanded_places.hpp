#pragma once

#include <map>
#include <set>
#include <string>

#include "harness/vectors/vector.hpp"

namespace conformance {

/// Places of members in an answer: JSON pointers with "*" for an index.
using Places = std::set<std::string>;

/// The members that an answer needs to match an expectation, whatever their values. Of a matcher that leaves a choice
/// nothing is said.
[[nodiscard]] Places demanded_places(Json const& expectation);

/// Those that a value of the vector's only step needs in each of its readings; empty where one is an error.
[[nodiscard]] Places demanded_places(Vector const& vector);

/// A JSON pointer as a place.
[[nodiscard]] std::string place_of_pointer(std::string const& pointer);

}  // namespace conformance
