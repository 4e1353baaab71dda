#pragma once

#include <nlohmann/json.hpp>

#include "harness/matching/same_json.hpp"

namespace conformance {

/// The whole number at a member. Throws Json::exception when there is none: of a number with a fraction, which may be
/// larger than any whole one, nothing says what is meant.
template <class Number>
[[nodiscard]] Number whole_number_at(Json const& object, char const* member) {
  return static_cast<Number>(object.at(member).get_ref<Json::number_integer_t const&>());
}

}  // namespace conformance
