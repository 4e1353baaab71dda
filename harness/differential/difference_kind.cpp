#include "harness/differential/difference_kind.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "harness/differential/fragments.hpp"
#include "harness/matching/matcher.hpp"

namespace conformance::differential {
namespace difference_kind {
namespace {

bool is_invented(std::string const& name) {
  std::vector<std::string> const& names = invented_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string name_of_type(Json const& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "boolean";
  if (value.is_string()) return value.get<std::string>().empty() ? "empty text" : "text";
  if (value.is_array()) return value.empty() ? "empty list" : "list";
  if (value.is_object()) return value.empty() ? "empty object" : "object";
  bool const is_whole = !value.is_number_float() || std::trunc(value.get<double>()) == value.get<double>();
  return is_whole ? "integer" : "fraction";
}

std::string without_blanks(std::string const& text) {
  std::string kept;
  std::copy_if(text.begin(), text.end(), std::back_inserter(kept),
               [](char sign) { return std::isspace(static_cast<unsigned char>(sign)) == 0; });
  return kept;
}

DifferenceKind of_texts(std::string const& left, std::string const& right, std::string const& pointer) {
  if (left.empty() || right.empty())
    return {.pointer = pointer, .left = name_of_type(left), .right = name_of_type(right)};
  if (without_blanks(left) == without_blanks(right))
    return {.pointer = pointer, .left = "text", .right = "text with other blanks"};
  if (left.find(right) != std::string::npos) return {.pointer = pointer, .left = "text", .right = "part of the text"};
  if (right.find(left) != std::string::npos) return {.pointer = pointer, .left = "part of the text", .right = "text"};
  return {.pointer = pointer, .left = "text", .right = "text"};
}

std::optional<DifferenceKind> of_values(Json const& left, Json const& right, std::string const& pointer);

std::optional<DifferenceKind> of_lists(Json const& left, Json const& right, std::string const& pointer) {
  std::size_t const both = std::min(left.size(), right.size());
  std::string const below = child(pointer, "*");
  for (std::size_t index = 0; index < both; ++index)
    if (std::optional<DifferenceKind> found = of_values(left[index], right[index], below)) return found;
  if (left.size() > both) return DifferenceKind{.pointer = below, .left = name_of_type(left[both]), .right = "absent"};
  if (right.size() > both)
    return DifferenceKind{.pointer = below, .left = "absent", .right = name_of_type(right[both])};
  return std::nullopt;
}

std::optional<DifferenceKind> of_objects(Json const& left, Json const& right, std::string const& pointer) {
  std::set<std::string> names;
  for (Json const* const object : {&left, &right})
    for (auto const& [name, member] : object->items()) names.insert(name);
  for (std::string const& name : names) {
    std::string const below = child(pointer, is_invented(name) ? "*" : name);
    Json::const_iterator const here = left.find(name);
    Json::const_iterator const there = right.find(name);
    if (there == right.end()) return DifferenceKind{.pointer = below, .left = name_of_type(*here), .right = "absent"};
    if (here == left.end()) return DifferenceKind{.pointer = below, .left = "absent", .right = name_of_type(*there)};
    if (std::optional<DifferenceKind> found = of_values(*here, *there, below)) return found;
  }
  return std::nullopt;
}

std::optional<DifferenceKind> of_values(Json const& left, Json const& right, std::string const& pointer) {
  if (same_json(left, right)) return std::nullopt;
  if (left.is_array() && right.is_array()) return of_lists(left, right, pointer);
  if (left.is_object() && right.is_object()) return of_objects(left, right, pointer);
  if (left.is_string() && right.is_string())
    return of_texts(left.get<std::string>(), right.get<std::string>(), pointer);
  return DifferenceKind{.pointer = pointer, .left = name_of_type(left), .right = name_of_type(right)};
}

/// The beginning of a message, up to where it quotes something of the input.
std::string gist_of(std::string const& message) {
  std::istringstream words(message.substr(0, message.find_first_of("'\"`:{}[]()\n")));
  std::string gist;
  std::string word;
  for (int count = 0; count < 8 && words >> word; ++count) {
    bool const has_digits = word.find_first_of("0123456789/") != std::string::npos;
    gist += " " + (has_digits || is_invented(word) ? std::string("*") : word);
  }
  return gist;
}

std::string outcome_of(Answer const& answer) {
  bool const says_why = answer.outcome.size() > 5 && answer.outcome.find("Error") != std::string::npos;
  return answer.outcome + (says_why ? ":" + gist_of(answer.message) : "");
}

}  // namespace
}  // namespace difference_kind

std::optional<DifferenceKind> kind_of_difference(Answer const& left, Answer const& right) {
  if (left.outcome == right.outcome) return difference_kind::of_values(left.value, right.value, "");
  if (left.outcome == "result")
    return DifferenceKind{.pointer = "", .left = left.outcome, .right = difference_kind::outcome_of(right)};
  if (right.outcome == "result")
    return DifferenceKind{.pointer = "", .left = difference_kind::outcome_of(left), .right = right.outcome};
  return DifferenceKind{.pointer = "", .left = left.outcome, .right = right.outcome};
}

}  // namespace conformance::differential
