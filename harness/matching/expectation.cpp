#include "harness/matching/expectation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "harness/matching/matcher.hpp"
#include "harness/matching/pattern.hpp"

namespace conformance {
namespace {

std::string_view type_name(Json const& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "an array";
    case Json::value_t::string:
      return "a string";
    case Json::value_t::boolean:
      return "a boolean";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
      return "a number";
    case Json::value_t::binary:
    case Json::value_t::discarded:
      break;
  }
  return "no JSON value";
}

bool has_type(Json const& value, std::string_view name) {
  if (name == "string") return value.is_string();
  if (name == "integer") return value.is_number_integer();
  if (name == "number") return value.is_number();
  if (name == "boolean") return value.is_boolean();
  if (name == "null") return value.is_null();
  if (name == "array") return value.is_array();
  return value.is_object();
}

std::string trimmed_end(std::string const& text) {
  std::size_t const last = text.find_last_not_of(" \t\n\r\f\v");
  return last == std::string::npos ? std::string() : text.substr(0, last + 1);
}

std::optional<Difference> compare(Json const& expectation, Json const& answer, std::string const& pointer);

Difference difference(std::string const& pointer, std::string message, Json const& expected, Json const& got) {
  return Difference{.pointer = pointer, .message = std::move(message), .expected = expected, .got = got};
}

std::optional<Difference> compare_members(Json const& expectation, Json const& answer, std::string const& pointer) {
  for (auto const& [key, expected] : expectation.items()) {
    auto const found = answer.find(key);
    if (is_absent_matcher(expected)) {
      if (found == answer.end()) continue;
      return difference(child(pointer, key), fmt::format("member \"{}\" must be absent", key), expected, *found);
    }
    if (found == answer.end()) {
      return difference(child(pointer, key), fmt::format("member \"{}\" is missing", key), expected, nullptr);
    }
    if (std::optional<Difference> inner = compare(expected, *found, child(pointer, key))) return inner;
  }
  return std::nullopt;
}

std::optional<Difference> compare_object(Json const& expectation, Json const& answer, std::string const& pointer) {
  if (!answer.is_object()) {
    return difference(pointer, fmt::format("expected an object, got {}", type_name(answer)), expectation, answer);
  }
  if (std::optional<Difference> inner = compare_members(expectation, answer, pointer)) return inner;
  for (auto const& [key, value] : answer.items()) {
    if (!expectation.contains(key)) {
      return difference(child(pointer, key), fmt::format("member \"{}\" is not expected", key), {{"$absent", true}},
                        value);
    }
  }
  return std::nullopt;
}

std::optional<Difference> compare_array(Json const& expectation, Json const& answer, std::string const& pointer) {
  if (!answer.is_array()) {
    return difference(pointer, fmt::format("expected an array, got {}", type_name(answer)), expectation, answer);
  }
  std::size_t const shared = std::min(expectation.size(), answer.size());
  for (std::size_t index = 0; index < shared; ++index) {
    if (std::optional<Difference> inner = compare(expectation[index], answer[index], child(pointer, index)))
      return inner;
  }
  if (expectation.size() > shared) {
    return difference(
        child(pointer, shared),
        fmt::format("element {} is missing, expected {} elements, got {}", shared, expectation.size(), answer.size()),
        expectation[shared], nullptr);
  }
  if (answer.size() > shared) {
    return difference(child(pointer, shared),
                      fmt::format("element {} is not expected, expected {} elements, got {}", shared,
                                  expectation.size(), answer.size()),
                      nullptr, answer[shared]);
  }
  return std::nullopt;
}

/// Finds a partner for one expected element, moving earlier ones to other partners where that helps (augmenting path).
bool assign(std::size_t expected, std::vector<std::vector<std::size_t>> const& candidates, std::vector<bool>& visited,
            std::vector<std::optional<std::size_t>>& owner) {
  for (std::size_t const candidate : candidates[expected]) {
    if (visited[candidate]) continue;
    visited[candidate] = true;
    if (!owner[candidate] || assign(*owner[candidate], candidates, visited, owner)) {
      owner[candidate] = expected;
      return true;
    }
  }
  return false;
}

std::optional<Difference> compare_unordered(Json const& operand, Json const& answer, std::string const& pointer) {
  if (!answer.is_array()) {
    return difference(pointer, fmt::format("expected an array, got {}", type_name(answer)), operand, answer);
  }
  if (operand.size() != answer.size()) {
    return difference(pointer, fmt::format("expected {} elements in any order, got {}", operand.size(), answer.size()),
                      operand, answer);
  }
  std::vector<std::vector<std::size_t>> candidates(operand.size());
  for (std::size_t expected = 0; expected < operand.size(); ++expected) {
    for (std::size_t index = 0; index < answer.size(); ++index) {
      if (!compare(operand[expected], answer[index], pointer)) candidates[expected].push_back(index);
    }
  }
  std::vector<std::optional<std::size_t>> owner(answer.size());
  for (std::size_t expected = 0; expected < operand.size(); ++expected) {
    std::vector<bool> visited(answer.size(), false);
    if (!assign(expected, candidates, visited, owner)) {
      return difference(pointer, fmt::format("no element is left for expected element {}", expected), operand[expected],
                        answer);
    }
  }
  return std::nullopt;
}

std::optional<Difference> compare_one_of(Json const& operand, Json const& answer, std::string const& pointer) {
  for (Json const& alternative : operand) {
    if (!compare(alternative, answer, pointer)) return std::nullopt;
  }
  return difference(pointer, fmt::format("matches none of the {} alternatives", operand.size()), {{"$oneOf", operand}},
                    answer);
}

std::optional<Difference> compare_json_text(Json const& operand, Json const& answer, std::string const& pointer) {
  if (!answer.is_string()) {
    return difference(pointer, fmt::format("expected a string holding JSON, got {}", type_name(answer)),
                      {{"$json", operand}}, answer);
  }
  Json const inner = Json::parse(answer.get_ref<std::string const&>(), nullptr, false);
  if (inner.is_discarded()) return difference(pointer, "the string does not hold JSON", {{"$json", operand}}, answer);
  std::optional<Difference> found = compare(operand, inner, "");
  if (!found) return std::nullopt;
  std::string const place = found->pointer.empty() ? "" : fmt::format(" at {}", found->pointer);
  return difference(pointer, fmt::format("inside the JSON text{}: {}", place, found->message), {{"$json", operand}},
                    answer);
}

bool is_empty_or_scalar(Json const& value) {
  if (value.is_string()) return value.get_ref<std::string const&>().empty();
  return !value.is_structured() || value.empty();
}

std::optional<Difference> compare_matcher(Matcher matcher, Json const& expectation, Json const& answer,
                                          std::string const& pointer) {
  Json const& operand = expectation.begin().value();
  auto const unmet = [&](std::string message) { return difference(pointer, std::move(message), expectation, answer); };
  switch (matcher) {
    case Matcher::absent:
      return unmet("must be absent");
    case Matcher::type:
      if (has_type(answer, operand.get<std::string>())) return std::nullopt;
      return unmet(fmt::format("expected type {}, got {}", operand.get<std::string>(), type_name(answer)));
    case Matcher::match:
      if (!answer.is_string()) return unmet(fmt::format("expected a string, got {}", type_name(answer)));
      if (matches_pattern(operand.get<std::string>(), answer.get_ref<std::string const&>())) return std::nullopt;
      return unmet("the string does not match the pattern");
    case Matcher::json:
      return compare_json_text(operand, answer, pointer);
    case Matcher::one_of:
      return compare_one_of(operand, answer, pointer);
    case Matcher::subset:
      if (!answer.is_object()) return unmet(fmt::format("expected an object, got {}", type_name(answer)));
      return compare_members(operand, answer, pointer);
    case Matcher::unordered:
      return compare_unordered(operand, answer, pointer);
    case Matcher::trim_end:
      if (!answer.is_string()) return unmet(fmt::format("expected a string, got {}", type_name(answer)));
      if (trimmed_end(operand.get<std::string>()) == trimmed_end(answer.get<std::string>())) return std::nullopt;
      return unmet("the strings differ before their trailing white space");
    case Matcher::non_empty:
      if (!is_empty_or_scalar(answer)) return std::nullopt;
      return unmet("expected a non-empty string, array or object");
    case Matcher::literal:
      if (same_json(operand, answer)) return std::nullopt;
      return unmet("the values differ");
  }
  return unmet("unknown matcher");
}

std::optional<Difference> compare(Json const& expectation, Json const& answer, std::string const& pointer) {
  if (has_dollar_key(expectation)) {
    return compare_matcher(*matcher_named(expectation.begin().key()), expectation, answer, pointer);
  }
  if (expectation.is_object()) return compare_object(expectation, answer, pointer);
  if (expectation.is_array()) return compare_array(expectation, answer, pointer);
  if (same_json(expectation, answer)) return std::nullopt;
  return difference(pointer, "the values differ", expectation, answer);
}

}  // namespace

std::optional<Difference> first_difference(Json const& expectation, Json const& answer) {
  std::vector<ExpectationProblem> const problems = problems_of_expectation(expectation);
  if (!problems.empty()) {
    return difference(
        "", fmt::format("the expectation is malformed at {}: {}", problems.front().pointer, problems.front().message),
        expectation, answer);
  }
  return compare(expectation, answer, "");
}

}  // namespace conformance
