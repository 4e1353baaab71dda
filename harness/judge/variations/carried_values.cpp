#include "harness/judge/variations/carried_values.hpp"

#include <fmt/core.h>
#include <re2/re2.h>

#include <algorithm>
#include <iterator>

#include "harness/judge/files/input_error.hpp"

namespace conformance {
namespace {

constexpr char const* all_texts_inside = "inside";

bool is_excepted(CarriedLiteral const& literal, HostileText const& hostile) {
  if (hostile.value && !literal.type->is_any) return true;
  return literal.type->except.contains(hostile.kind) || literal.type->except.contains(hostile.name);
}

/// Whether a text takes the place of one value only.
bool is_for_one_value(std::string const& name) {
  return name.starts_with("instead/") || name.starts_with("values/");
}

/// "instead/null#2", taken apart.
struct NumberedText {
  std::string name;
  std::optional<std::size_t> number = {};  ///< of the value whose place it takes, from 1
};

NumberedText numbered_text(std::string const& name) {
  static RE2 const with_number("((?:instead|values)/[^#]+)#([1-9][0-9]{0,5})");
  NumberedText text{.name = name};
  std::size_t number = 0;
  if (RE2::FullMatch(name, with_number, &text.name, &number)) text.number = number;
  return text;
}

/// Of some replacements that with this number, from 1; none when there are fewer.
Replacements numbered(Replacements const& replacements, std::size_t number) {
  if (number > replacements.size()) return {};
  return {*std::next(replacements.begin(), static_cast<std::ptrdiff_t>(number) - 1)};
}

std::string dumped(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

CarriedValues::CarriedValues(CarriedPage page, VariationsWanted const& wanted,
                             std::vector<Vector const*> const& vectors)
    : page_(std::move(page)), wanted_(wanted), literals_(page_) {
  for (std::string const& name : wanted_.names) {
    if (named(numbered_text(name).name).empty())
      throw InputError(fmt::format("there is no hostile text '{}'; spec/carried.yaml has them all", name));
  }
  for (HostileText const& hostile : page_.hostile) {
    if (hostile.kind == "instead") written_.emplace(hostile.name, dumped(hostile.text));
  }
  for (Vector const* const vector : vectors) known_.try_emplace(vector->id, *vector);
}

std::vector<std::string> CarriedValues::due(Vector const& vector, Way /*way*/) const {
  if (known_of(vector) == nullptr) return {};
  std::vector<std::string> due;
  for (std::string const& name : wanted_.names) {
    for (std::string& rewriting : chosen(vector, name)) due.push_back(std::move(rewriting));
  }
  if (!wanted_.names.empty()) return due;
  auto const add = [&](std::string const& name) {
    std::optional<std::string> const rewriting = due_with(vector, name);
    if (rewriting) due.push_back(*rewriting);
    return rewriting.has_value();
  };
  add(all_texts_inside);
  if (wanted_.all) {
    for (std::string const& name : names_of_kind(all_texts_inside)) add(name);
  }
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

std::vector<std::string> CarriedValues::parts_of(Vector const& /*vector*/, std::string const& name, Way /*way*/) const {
  if (name != all_texts_inside) return {name};
  return names_of_kind(all_texts_inside);
}

Vector CarriedValues::with(Vector const& vector, std::string const& name, Way /*way*/) const {
  NumberedText const meant = numbered_text(name);
  Replacements instead = replacements(vector, meant.name);
  if (is_for_one_value(meant.name)) instead = numbered(instead, meant.number.value_or(1));
  return instead.empty() ? vector : with_replaced(vector, instead, page_);
}

std::vector<std::string> CarriedValues::chosen(Vector const& vector, std::string const& name) const {
  NumberedText const meant = numbered_text(name);
  std::size_t const count = replacements(vector, meant.name).size();
  if (count == 0 || meant.number.value_or(1) > count) return {};
  if (count == 1 || meant.number || !is_for_one_value(name)) return {name};
  std::vector<std::string> rewritings;
  for (std::size_t number = 1; number <= count; ++number) rewritings.push_back(fmt::format("{}#{}", name, number));
  return rewritings;
}

std::optional<std::string> CarriedValues::due_with(Vector const& vector, std::string const& name) const {
  std::size_t const count = replacements(vector, name).size();
  if (count == 0) return std::nullopt;
  if (count == 1 || !is_for_one_value(name)) return name;
  auto const place = static_cast<std::uint64_t>(named(name).front() - page_.hostile.data());
  std::uint64_t const first = choice_among(count, vector.id, 0) + wanted_.seed % count;
  return fmt::format("{}#{}", name, (first + place) % count + 1);
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
  return result;
}

}  // namespace conformance
