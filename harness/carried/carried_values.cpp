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

std::string dumped(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

CarriedValues::CarriedValues(CarriedPage page, CarriedWanted const& wanted, std::vector<Vector const*> const& vectors)
    : page_(std::move(page)), wanted_(wanted), literals_(page_) {
  for (std::string const& name : wanted_.names) {
    if (named(name).empty())
      throw InputError(fmt::format("there is no hostile text '{}'; spec/carried.yaml has them all", name));
  }
  for (HostileText const& hostile : page_.hostile) {
    if (hostile.kind == "instead") written_.emplace(hostile.name, dumped(hostile.text));
  }
  for (Vector const* const vector : vectors) known_.try_emplace(vector->id, *vector);
}

std::vector<std::string> CarriedValues::due(Vector const& vector) const {
  if (known_of(vector) == nullptr) return {};
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

CarriedValues::Known const* CarriedValues::known_of(Vector const& vector) const {
  auto const found = known_.find(vector.id);
  if (found == known_.end()) return nullptr;
  Known& known = found->second;
  std::call_once(known.is_looked_at, [&] {
    known.literals = literals_.of(known.vector);
    if (!known.literals.empty()) known.text = dumped(*known.vector.source);
  });
  return known.literals.empty() ? nullptr : &known;
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
  Known const* const known = known_of(vector);
  if (known == nullptr) return result;
  std::vector<HostileText const*> const hostile_texts = named(name);
  bool const is_instead = name.starts_with("instead/") || name.starts_with("values/");
  // Two values of a vector may not become the same.
  auto const written = written_.find(name);
  bool const is_of_its_own = written != written_.end() && known->text.find(written->second) != std::string::npos;
  if (is_of_its_own) return result;
  for (CarriedLiteral const& literal : known->literals) {
    std::string text;
    std::optional<Json> value;
    for (HostileText const* const hostile : hostile_texts) {
      if (is_excepted(literal, *hostile)) continue;
      text += hostile->in_place_of(literal.text);
      value = hostile->value;
    }
    if (!text.empty() || value)
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
