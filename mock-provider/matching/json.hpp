#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace conformance {

using Json = nlohmann::ordered_json;

/// Whether two JSON values are the same value: object members in any order, numbers by value (1 equals 1.0 and 1e0,
/// exactly, without a detour over floating point for integers), arrays in order, everything else literally.
[[nodiscard]] bool same_json(Json const& left, Json const& right);

/// The member of that name; null when `object` is no object or has none.
[[nodiscard]] Json const& member(Json const& object, std::string const& name);

/// The whole number at a member. Throws Json::exception when there is none: of a number with a fraction, which may be
/// larger than any whole one, nothing says what is meant.
[[nodiscard]] std::int64_t whole_number_at(Json const& object, char const* name);
template <class Number>
[[nodiscard]] Number whole_number_at(Json const& object, char const* name) {
  return static_cast<Number>(whole_number_at(object, name));
}

}  // namespace conformance
