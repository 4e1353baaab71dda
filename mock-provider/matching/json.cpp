#include "mock-provider/matching/json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace conformance {
namespace {

bool same_integer_and_float(Json const& integer, double floating) {
  // 2^63 and 2^64 are exact doubles, so the range tests below lose nothing.
  constexpr double two_to_63 = 9223372036854775808.0;
  constexpr double two_to_64 = 18446744073709551616.0;
  if (std::trunc(floating) != floating) return false;
  if (integer.is_number_unsigned()) {
    return floating >= 0 && floating < two_to_64 &&
           static_cast<std::uint64_t>(floating) == integer.get<std::uint64_t>();
  }
  return floating >= -two_to_63 && floating < two_to_63 &&
         static_cast<std::int64_t>(floating) == integer.get<std::int64_t>();
}

bool same_number(Json const& left, Json const& right) {
  if (left.is_number_float() && right.is_number_float()) return left.get<double>() == right.get<double>();
  if (left.is_number_float()) return same_integer_and_float(right, left.get<double>());
  if (right.is_number_float()) return same_integer_and_float(left, right.get<double>());
  bool const left_negative = !left.is_number_unsigned() && left.get<std::int64_t>() < 0;
  bool const right_negative = !right.is_number_unsigned() && right.get<std::int64_t>() < 0;
  if (left_negative != right_negative) return false;
  if (left_negative) return left.get<std::int64_t>() == right.get<std::int64_t>();
  return left.get<std::uint64_t>() == right.get<std::uint64_t>();
}

}  // namespace

bool same_json(Json const& left, Json const& right) {
  if (left.is_number() && right.is_number()) return same_number(left, right);
  if (left.type() != right.type()) return false;
  if (left.is_array()) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), same_json);
  }
  if (left.is_object()) {
    if (left.size() != right.size()) return false;
    for (auto const& [key, value] : left.items()) {
      auto const found = right.find(key);
      if (found == right.end() || !same_json(value, *found)) return false;
    }
    return true;
  }
  return left == right;
}

Json const& member(Json const& object, std::string const& name) {
  static Json const missing;
  if (!object.is_object()) return missing;
  Json::const_iterator const found = object.find(name);
  return found == object.end() ? missing : *found;
}

std::int64_t whole_number_at(Json const& object, char const* name) {
  return object.at(name).get_ref<Json::number_integer_t const&>();
}

}  // namespace conformance
