#include "mock-provider/scenario/text_pattern.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/forms.hpp"

namespace mock_provider::text_pattern {
namespace {

using Alternative = TextPattern::Alternative;
using Kind = Alternative::Kind;
using Case = Alternative::Case;

std::shared_ptr<RE2 const> compiled(std::string const& pattern, Case letter_case, std::string const& pointer) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(letter_case == Case::matters);
  std::shared_ptr<RE2 const> regex = std::make_shared<RE2 const>(pattern, options);
  if (!regex->ok()) {
    throw ScenarioError(pointer, fmt::format("is no regular expression of RE2, which has no look-around and no back "
                                             "references: {}",
                                             regex->error()));
  }
  return regex;
}

/// RE2 knows which letters of all scripts are the same but for their case.
std::shared_ptr<RE2 const> without_case(Kind kind, std::string const& text, std::string const& pointer) {
  std::string const quoted = RE2::QuoteMeta(text);
  return compiled(kind == Kind::equals ? "\\A" + quoted + "\\z" : quoted, Case::ignored, pointer);
}

Case case_of(ClosedObject const& object) {
  Json const* const ignores = object.find("ignoreCase");
  if (ignores == nullptr) return Case::matters;
  if (!ignores->is_boolean()) throw ScenarioError(object.pointer_of("ignoreCase"), "must be true or false");
  return *ignores == true ? Case::ignored : Case::matters;
}

std::optional<std::string_view> only_kind(ClosedObject const& object) {
  std::optional<std::string_view> found;
  for (std::string_view const name : {"equals", "contains", "regex"}) {
    if (!object.has(name)) continue;
    if (found) return std::nullopt;
    found = name;
  }
  return found;
}

Alternative alternative(Json const& value, std::string const& pointer, Plain plain) {
  if (value.is_string()) return {.kind = plain, .text = value.get<std::string>(), .compiled = nullptr};
  ClosedObject const object(value, pointer, members::text_pattern);
  std::optional<std::string_view> const name = only_kind(object);
  if (!name || object.has("anyOf")) {
    throw ScenarioError(pointer, "must be a string, or an object with one of equals, contains, regex and anyOf");
  }
  Alternative result{.kind = *name == "equals"     ? Kind::equals
                             : *name == "contains" ? Kind::contains
                                                   : Kind::regex,
                     .text = object.required_text(*name),
                     .letter_case = case_of(object),
                     .compiled = nullptr};
  std::string const at = object.pointer_of(*name);
  if (result.kind == Kind::regex) {
    result.compiled = compiled(result.text, result.letter_case, at);
  } else if (result.letter_case == Case::ignored) {
    result.compiled = without_case(result.kind, result.text, at);
  }
  return result;
}

bool fits(Alternative const& one, std::string_view text) {
  if (one.compiled != nullptr) return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *one.compiled);
  return one.kind == Kind::equals ? text == one.text : text.find(one.text) != std::string_view::npos;
}

bool covers_one(Alternative const& earlier, Alternative const& later) {
  if (earlier == later) return true;
  bool const is_one_text = later.kind == Kind::equals && later.letter_case == Case::matters;
  bool const is_longer_part = earlier.kind == Kind::contains && later.kind != Kind::regex &&
                              (later.letter_case == Case::matters || earlier.letter_case == Case::ignored);
  return (is_one_text || is_longer_part) && fits(earlier, later.text);
}

std::string_view verb(Kind kind) {
  switch (kind) {
    case Kind::equals:
      return "equals";
    case Kind::contains:
      return "contains";
    case Kind::regex:
      return "matches";
  }
  return "";
}

}  // namespace

bool is_object_form(Json const& value) {
  return value.is_object() && !value.empty() && !value.begin().key().starts_with('$');
}

TextPattern decode(Json const& value, std::string const& pointer, Plain plain) {
  bool const is_list = value.is_object() && value.contains("anyOf");
  if (!is_list) return {.any_of = {alternative(value, pointer, plain)}};
  if (value.size() > 1) throw ScenarioError(pointer, "anyOf stands alone: move the other members into its elements");
  Json const& list = value.at("anyOf");
  std::string const at = json_text::child(pointer, "anyOf");
  if (!list.is_array() || list.empty()) throw ScenarioError(at, "must be a non-empty array of patterns");
  TextPattern pattern;
  for (std::size_t index = 0; index < list.size(); ++index) {
    pattern.any_of.push_back(alternative(list[index], json_text::child(at, index), plain));
  }
  return pattern;
}

bool matches(TextPattern const& pattern, std::string_view text) {
  return std::any_of(pattern.any_of.begin(), pattern.any_of.end(),
                     [&](Alternative const& one) { return fits(one, text); });
}

bool covers(TextPattern const& earlier, TextPattern const& later) {
  // Of longer lists only the same are looked for, so that loading a scenario stays quick.
  constexpr std::size_t most_pairs = 100;
  if (earlier.any_of.size() * later.any_of.size() > most_pairs) return earlier == later;
  return std::all_of(later.any_of.begin(), later.any_of.end(), [&](Alternative const& one) {
    return std::any_of(earlier.any_of.begin(), earlier.any_of.end(),
                       [&](Alternative const& other) { return covers_one(other, one); });
  });
}

std::string description(TextPattern const& pattern) {
  std::string result;
  for (Alternative const& one : pattern.any_of) {
    result += fmt::format("{}{} {}{}", result.empty() ? "" : " or ", verb(one.kind), json_text::excerpt(one.text),
                          one.letter_case == Case::ignored ? " in any letter case" : "");
  }
  return json_text::shortened(result, 300);
}

}  // namespace mock_provider::text_pattern
