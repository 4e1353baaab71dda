#include "harness/habits/habit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "harness/habits/text_habits.hpp"

namespace conformance {
namespace habits {
namespace {

constexpr std::size_t most_elements = 10;

Json without_falsy_members(Json const& value) {
  if (!value.is_object()) return value;
  Json kept = Json::object();
  for (auto const& [key, member] : value.items()) {
    bool const is_falsy = member.is_null() || member == false || member == 0 || member == "" ||
                          (member.is_structured() && member.empty());
    if (!is_falsy) kept[key] = member;
  }
  return kept;
}

Json without_null_members(Json const& value) {
  if (!value.is_object()) return value;
  Json kept = Json::object();
  for (auto const& [key, member] : value.items()) {
    if (!member.is_null()) kept[key] = member;
  }
  return kept;
}

Json without_inherited_members(Json const& value) {
  if (!value.is_object()) return value;
  static std::set<std::string> const inherited = {"__proto__", "constructor", "toString", "length"};
  Json kept = Json::object();
  for (auto const& [key, member] : value.items()) {
    if (!inherited.contains(key)) kept[key] = member;
  }
  return kept;
}

Json without_repetitions(Json const& value) {
  if (!value.is_array()) return value;
  Json kept = Json::array();
  for (Json const& element : value) {
    if (std::find(kept.begin(), kept.end(), element) == kept.end()) kept.push_back(element);
  }
  return kept;
}

Json sorted(Json value) {
  if (value.is_array()) std::sort(value.begin(), value.end());
  return value;
}

Json reversed(Json value) {
  if (value.is_array()) std::reverse(value.begin(), value.end());
  return value;
}

Json first_only(Json const& value) {
  return value.is_array() && value.size() > 1 ? Json::array({value.front()}) : value;
}

Json last_only(Json const& value) {
  return value.is_array() && value.size() > 1 ? Json::array({value.back()}) : value;
}

Json cut_at_ten(Json const& value) {
  if (!value.is_array() || value.size() <= most_elements) return value;
  Json kept = Json::array();
  for (std::size_t index = 0; index < most_elements; ++index) kept.push_back(value[index]);
  return kept;
}

Json without_falsy_elements(Json const& value) {
  if (!value.is_array()) return value;
  Json kept = Json::array();
  for (Json const& element : value) {
    bool const is_falsy = element.is_null() || element == false || element == 0 || element == "";
    if (!is_falsy) kept.push_back(element);
  }
  return kept;
}

Json alone_for_one(Json const& value) {
  return value.is_array() && value.size() == 1 ? value.front() : value;
}

Json null_for_falsy(Json const& value) {
  bool const is_falsy = value == false || value == 0 || value == "" || (value.is_structured() && value.empty());
  return is_falsy ? Json() : value;
}

Json as_text(Json const& value) {
  return value.is_number() || value.is_boolean() ? Json(value.dump()) : value;
}

Json of_32_bits(Json const& value) {
  if (!value.is_number_integer()) return value;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value.get<std::int64_t>()));
}

Json with_six_digits(Json const& value) {
  if (!value.is_number_float()) return value;
  char written[32];
  std::snprintf(written, sizeof written, "%.6g", value.get<double>());
  return std::strtod(written, nullptr);
}

Json whole(Json const& value) {
  return value.is_number_float() && std::isfinite(value.get<double>()) && std::abs(value.get<double>()) < 1e15
             ? Json(static_cast<std::int64_t>(std::trunc(value.get<double>())))
             : value;
}

Json never_negative(Json const& value) {
  return value.is_number() && value.get<double>() < 0 ? Json(0) : value;
}

std::vector<Habit> with_those_of_texts(std::vector<Habit> habits) {
  std::vector<Habit> texts = text_habits();
  texts.insert(texts.end(), std::make_move_iterator(habits.begin()), std::make_move_iterator(habits.end()));
  return texts;
}

}  // namespace
}  // namespace habits

std::vector<Habit> const& all_habits() {
  using namespace habits;
  static std::vector<Habit> const all = with_those_of_texts({
      {"falsy-is-absent", "Members that are null, false, 0 or empty go.", without_falsy_members},
      {"null-is-absent", "Members that are null go.", without_null_members},
      {"plain-object-as-map", "Members go whose names every object of JavaScript has.", without_inherited_members},
      {"falsy-is-null", "What is false, 0 or empty becomes null.", null_for_falsy},
      {"repetitions-lost", "What repeats in a list goes.", without_repetitions},
      {"sorted-list", "A list is sorted.", sorted},
      {"reversed-list", "A list comes the other way round.", reversed},
      {"first-only", "Of a list the first element stays.", first_only},
      {"last-only", "Of a list the last element stays.", last_only},
      {"cut-at-ten", "Of a list ten elements stay.", cut_at_ten},
      {"falsy-elements-lost", "Elements that are null, false, 0 or empty go.", without_falsy_elements},
      {"list-of-one", "A list of one element becomes that element.", alone_for_one},
      {"number-as-text", "Numbers and truth values become texts.", as_text},
      {"32-bits", "Integers have 32 bits.", of_32_bits},
      {"six-digits", "Fractions are written with six digits.", with_six_digits},
      {"whole-numbers", "Fractions are cut off.", whole},
      {"never-negative", "Negative numbers become 0.", never_negative},
  });
  return all;
}

}  // namespace conformance
