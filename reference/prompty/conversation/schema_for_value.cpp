#include "prompty/conversation/schema_for_value.hpp"

#include <re2/re2.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "prompty/conversation/schema_walk.hpp"

namespace prompty::conversation {
namespace for_value {
namespace {

// 2^53: whole numbers beyond have no exact double.
constexpr double exact_bound = 9007199254740992.0;

struct Texts {
  std::set<std::string> values;
  std::set<std::string> names;
};

void collect(Json const& value, Texts& texts) {
  if (value.is_string()) texts.values.insert(value.get<std::string>());
  if (!value.is_structured()) return;
  for (auto const& [name, inner] : value.items()) {
    if (value.is_object()) texts.names.insert(name);
    collect(inner, texts);
  }
}

bool matches(std::string const& text, RE2 const& pattern) {
  return RE2::PartialMatch(text, pattern);
}

void demand_also(Json& schema, Json more) {
  if (!schema.contains("allOf") || !schema["allOf"].is_array()) schema["allOf"] = Json::array();
  schema["allOf"].push_back(std::move(more));
}

void replace_pattern(Json& schema, Texts const& texts) {
  if (!schema.contains("pattern") || !schema["pattern"].is_string()) return;
  RE2 const pattern(schema["pattern"].get<std::string>(), RE2::Quiet);
  // Null stands for nothing here: it is no text, and an enumeration must not be empty.
  Json fitting = Json::array({nullptr});
  for (std::set<std::string> const& some : {texts.values, texts.names}) {
    for (std::string const& text : some) {
      if (matches(text, pattern)) fitting.push_back(text);
    }
  }
  schema.erase("pattern");
  Json const no_text{{"not", Json{{"type", "string"}}}};
  demand_also(schema, Json{{"anyOf", Json::array({no_text, Json{{"enum", std::move(fitting)}}})}});
}

void replace_pattern_properties(Json& schema, Texts const& texts) {
  if (!schema.contains("patternProperties") || !schema["patternProperties"].is_object()) return;
  Json const patterns = schema["patternProperties"];
  schema.erase("patternProperties");
  for (auto const& [text, inner] : patterns.items()) {
    RE2 const pattern(text, RE2::Quiet);
    for (std::string const& name : texts.names) {
      if (!matches(name, pattern)) continue;
      demand_also(schema, Json{{"properties", Json{{name, inner}}}});
      // A name that a pattern covers is no additional one.
      if (!schema.contains("properties")) schema["properties"] = Json::object();
      if (!schema["properties"].contains(name)) schema["properties"][name] = Json::object();
    }
  }
}

void move_into_dependencies(Json& schema, char const* later_name) {
  if (!schema.contains(later_name) || !schema[later_name].is_object()) return;
  Json const later = schema[later_name];
  schema.erase(later_name);
  for (auto const& [name, needed] : later.items()) demand_also(schema, Json{{"dependencies", Json{{name, needed}}}});
}

void replace_prefix_items(Json& schema) {
  if (!schema.contains("prefixItems")) return;
  if (schema.contains("items")) schema["additionalItems"] = Json(schema["items"]);
  schema["items"] = Json(schema["prefixItems"]);
  schema.erase("prefixItems");
}

/// In draft 7 what stands beside a `$ref` does not count.
void put_reference_apart(Json& schema) {
  if (!schema.contains("$ref") || schema.size() == 1) return;
  Json const reference = schema["$ref"];
  schema.erase("$ref");
  demand_also(schema, Json{{"$ref", reference}});
}

void erase_annotations(Json& schema) {
  for (char const* const name : {"$id", "$schema", "$anchor", "format"}) schema.erase(name);
  if (schema.contains("id") && schema["id"].is_string()) schema.erase("id");
}

bool may_be_boolean(std::string const& place) {
  return place.ends_with("/additionalProperties") || place.ends_with("/additionalItems");
}

void rewrite(Json& schema, std::string const& place, Texts const& texts) {
  if (schema.is_boolean()) {
    if (!may_be_boolean(place)) schema = schema.get<bool>() ? Json::object() : Json{{"not", Json::object()}};
    return;
  }
  schema_walk::for_each_inner(
      schema, place, [&](Json& inner, std::string const& inner_place, auto) { rewrite(inner, inner_place, texts); });
  erase_annotations(schema);
  put_reference_apart(schema);
  replace_prefix_items(schema);
  move_into_dependencies(schema, "dependentRequired");
  move_into_dependencies(schema, "dependentSchemas");
  replace_pattern(schema, texts);
  replace_pattern_properties(schema, texts);
}

}  // namespace
}  // namespace for_value

bool has_patterns(Json const& schema) {
  if (!schema.is_object()) return false;
  bool found = schema.contains("pattern") || schema.contains("patternProperties");
  schema_walk::for_each_inner(
      schema, "", [&](Json const& inner, std::string const&, auto) { found = found || has_patterns(inner); });
  return found;
}

Json schema_for_value(Json const& schema, Json const& value) {
  for_value::Texts texts;
  for_value::collect(value, texts);
  Json rewritten = with_whole_numbers(schema);
  for_value::rewrite(rewritten, "", texts);
  return rewritten;
}

Json with_whole_numbers(Json const& value) {
  if (value.is_number_float()) {
    double const number = value.get<double>();
    bool const is_whole = std::trunc(number) == number && std::abs(number) < for_value::exact_bound;
    return is_whole ? Json(static_cast<std::int64_t>(number)) : value;
  }
  if (!value.is_structured()) return value;
  Json changed = value;
  for (Json& inner : changed) inner = with_whole_numbers(inner);
  return changed;
}

}  // namespace prompty::conversation
