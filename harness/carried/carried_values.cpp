#include "harness/carried/carried_values.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "harness/input_error.hpp"

namespace conformance {
namespace {

constexpr char const* all_texts_inside = "inside";

bool is_excepted(CarriedLiteral const& literal, HostileText const& hostile) {
  if (hostile.value && !literal.type->is_any) return true;
  return literal.type->except.contains(hostile.kind) || literal.type->except.contains(hostile.name);
}

/// Whether a vector has this text of its own, so that two values would become the same. An empty text stands in every
/// vector, in places that nobody compares with others.
bool has_text(Vector const& vector, std::string const& text) {
  if (text.empty()) return false;
  std::string const quoted = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  return vector.source.dump(-1, ' ', false, Json::error_handler_t::replace).find(quoted) != std::string::npos;
}

}  // namespace

CarriedValues::CarriedValues(CarriedPage page, CarriedWanted const& wanted, std::vector<Vector const*> const& vectors)
    : page_(std::move(page)), wanted_(wanted) {
  for (std::string const& name : wanted_.names) {
    if (named(name).empty())
      throw InputError(fmt::format("there is no hostile text '{}'; spec/carried.yaml has them all", name));
  }
  CarriedLiterals literals(page_);
  for (Vector const* const vector : vectors) {
    std::vector<CarriedLiteral> found = literals.of(*vector);
    if (!found.empty()) literals_.emplace(vector->id, std::move(found));
  }
}

std::vector<std::string> CarriedValues::due(Vector const& vector) const {
  if (literals_of(vector).empty()) return {};
  std::vector<std::string> candidates = wanted_.names;
  if (candidates.empty()) candidates.emplace_back(all_texts_inside);
  std::vector<std::string> due;
  auto const add = [&](std::string const& name) {
    bool const changes_something = !replacements(vector, name).empty();
    if (changes_something) due.push_back(name);
    return changes_something;
  };
  for (std::string const& name : candidates) add(name);
  if (!wanted_.names.empty()) return due;
  for (char const* const kind : {"around", "instead", "values"}) {
    std::vector<std::string> names = names_of_kind(kind);
    if (names.empty()) continue;
    auto const first = choice_among(names.size(), vector.id + kind, wanted_.seed);
    if (!wanted_.all) std::rotate(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(first), names.end());
    for (std::string const& name : names) {
      if (add(name) && !wanted_.all) break;
    }
  }
  return due;
}

std::vector<std::string> CarriedValues::parts_of(std::string const& name) const {
  if (name != all_texts_inside) return {name};
  return names_of_kind(all_texts_inside);
}

Vector CarriedValues::with(Vector const& vector, std::string const& name) const {
  Replacements const instead = replacements(vector, name);
  return instead.empty() ? vector : with_replaced(vector, instead, page_);
}

std::vector<CarriedLiteral> const& CarriedValues::literals_of(Vector const& vector) const {
  static std::vector<CarriedLiteral> const none;
  auto const found = literals_.find(vector.id);
  return found == literals_.end() ? none : found->second;
}

std::vector<HostileText const*> CarriedValues::named(std::string const& name) const {
  std::vector<HostileText const*> found;
  for (HostileText const& hostile : page_.hostile) {
    bool const is_meant = name == all_texts_inside ? hostile.kind == name : hostile.name == name;
    if (is_meant) found.push_back(&hostile);
  }
  return found;
}

std::vector<std::string> CarriedValues::names_of_kind(std::string const& kind) const {
  std::vector<std::string> names;
  for (HostileText const& hostile : page_.hostile) {
    if (hostile.kind == kind) names.push_back(hostile.name);
  }
  return names;
}

Replacements CarriedValues::replacements(Vector const& vector, std::string const& name) const {
  Replacements result;
  bool const is_instead = name.starts_with("instead/") || name.starts_with("values/");
  if (name.starts_with("instead/") && has_text(vector, named(name).front()->text)) return result;
  for (CarriedLiteral const& literal : literals_of(vector)) {
    std::string text;
    std::optional<Json> value;
    bool is_replaced = false;
    for (HostileText const* const hostile : named(name)) {
      if (is_excepted(literal, *hostile)) continue;
      text += hostile->in_place_of(literal.text);
      value = hostile->value;
      is_replaced = true;
    }
    if (is_replaced)
      result[literal.text] = {.text = text,
                              .value = value,
                              .is_name = literal.type->is_name,
                              .is_part = literal.type->is_part,
                              .is_written = literal.type->is_written};
  }
  if (!is_instead || result.size() < 2) return result;
  auto one = result.begin();
  std::advance(one, choice_among(result.size(), vector.id + name, 0));
  return {*one};
}

}  // namespace conformance
