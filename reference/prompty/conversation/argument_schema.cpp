#include "prompty/conversation/argument_schema.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "prompty/conversation/errors.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::conversation {
namespace {

using Place = Json::json_pointer;

/// Whether a schema inside another one speaks about the same value, or about a part of it.
enum class Subject { same_value, part };

// The keywords, of draft 7 or later, that hold schemas, alone or in a map.
constexpr std::array<std::string_view, 7> schemas_about_same = {"allOf", "anyOf", "oneOf", "not", "if", "then", "else"};
constexpr std::array<std::string_view, 2> maps_about_same = {"dependencies", "dependentSchemas"};
constexpr std::array<std::string_view, 6> schemas_about_parts = {
    "items", "prefixItems", "additionalItems", "additionalProperties", "propertyNames", "contains"};
constexpr std::array<std::string_view, 4> maps_about_parts = {"properties", "patternProperties", "definitions",
                                                              "$defs"};

constexpr std::array<std::string_view, 6> unsupported_keywords = {
    "unevaluatedProperties", "unevaluatedItems", "minContains", "maxContains", "$dynamicRef", "$recursiveRef"};

template <std::size_t Count>
bool contains(std::array<std::string_view, Count> const& keywords, std::string_view name) {
  return std::find(keywords.begin(), keywords.end(), name) != keywords.end();
}

bool is_schema(Json const& value) {
  return value.is_object() || value.is_boolean();
}

/// Calls `visit` with each schema directly inside `schema`, whose own place is `place`, with its place and subject.
/// `Value` is Json or Json const.
template <class Value, class Visit>
void for_each_inner(Value& schema, Place const& place, Visit const& visit) {
  if (!schema.is_object()) return;
  for (auto& [name, held] : schema.items()) {
    bool const is_map = contains(maps_about_same, name) || contains(maps_about_parts, name);
    bool const is_about_same = contains(schemas_about_same, name) || contains(maps_about_same, name);
    if (!is_map && !is_about_same && !contains(schemas_about_parts, name)) continue;
    Subject const subject = is_about_same ? Subject::same_value : Subject::part;
    if (held.is_array() || (is_map && held.is_object())) {
      for (auto& [inner_name, inner] : held.items()) {
        if (is_schema(inner)) visit(inner, place / name / inner_name, subject);
      }
    } else if (!is_map && is_schema(held)) {
      visit(held, place / name, subject);
    }
  }
}

/// Throws ValueError for a schema that would make validation crash, hang or silently pass over a rule: a `$ref` that
/// leads nowhere or back to itself, a pattern that RE2 does not have, keywords that are not supported. Schemas come
/// from servers and are not to be trusted.
class SchemaChecker {
 public:
  SchemaChecker(std::string const& tool, Json const& root) : tool_(tool), root_(root) {}

  void check(Json const& schema, Place const& place) {
    if (!schema.is_object()) return;
    check_keywords(schema, place);
    std::set<Json const*> on_path;
    follow(schema, place, on_path);
    for_each_inner(schema, place,
                   [&](Json const& inner, Place const& inner_place, Subject) { check(inner, inner_place); });
  }

 private:
  void check_keywords(Json const& schema, Place const& place) const {
    for (auto const& [name, value] : schema.items()) {
      if (contains(unsupported_keywords, name)) {
        refuse(place, fmt::format("'{}' is not supported; say it with keywords of draft 7", name));
      }
      if (name == "pattern" && value.is_string()) check_pattern(value.get<std::string>(), place);
      if (name != "patternProperties" || !value.is_object()) continue;
      for (auto const& [pattern, inner] : value.items()) check_pattern(pattern, place);
    }
  }

  void check_pattern(std::string const& pattern, Place const& place) const {
    RE2 const compiled(pattern, RE2::Quiet);
    if (compiled.ok()) return;
    refuse(place, fmt::format("the pattern '{}' cannot be matched in linear time ({}); use no look-around and no back "
                              "reference",
                              pattern, compiled.error()));
  }

  /// Follows the schemas that speak about one value; a cycle of these would be followed without end.
  void follow(Json const& schema, Place const& place, std::set<Json const*>& on_path) {
    if (!schema.is_object() || done_.contains(&schema)) return;
    if (!on_path.insert(&schema).second) {
      refuse(place, "a $ref leads back to itself without going into the value; put a property or an item between");
    }
    if (schema.contains("$ref")) follow(target_of(schema["$ref"], place), place, on_path);
    for_each_inner(schema, place, [&](Json const& inner, Place const& inner_place, Subject subject) {
      if (subject == Subject::same_value) follow(inner, inner_place, on_path);
    });
    on_path.erase(&schema);
    done_.insert(&schema);
  }

  Json const& target_of(Json const& reference, Place const& place) const {
    std::string const text = reference.is_string() ? reference.get<std::string>() : reference.dump();
    if (text == "#") return root_;
    try {
      if (text.starts_with("#/")) return root_.at(Place(text.substr(1)));
    } catch (Json::exception const&) {
      // Refused like a reference out of the schema.
    }
    refuse(place, fmt::format("the $ref '{}' leads nowhere; it has to begin with #/ and name a part of the same schema",
                              text));
  }

  [[noreturn]] void refuse(Place const& place, std::string_view problem) const {
    throw errors::schema_unusable(tool_, place.empty() ? "their top" : place.to_string(), problem);
  }

  std::string const& tool_;
  Json const& root_;
  std::set<Json const*> done_;
};

/// The texts in a value, which patterns are about.
struct Texts {
  std::set<std::string> values;
  std::set<std::string> names;
};

void collect_texts(Json const& value, Texts& texts) {
  if (value.is_string()) texts.values.insert(value.get<std::string>());
  if (!value.is_structured()) return;
  for (auto const& [name, inner] : value.items()) {
    if (value.is_object()) texts.names.insert(name);
    collect_texts(inner, texts);
  }
}

void demand_also(Json& schema, Json more) {
  if (!schema.contains("allOf") || !schema["allOf"].is_array()) schema["allOf"] = Json::array();
  schema["allOf"].push_back(std::move(more));
}

void erase_annotations(Json& schema) {
  for (char const* const name : {"$id", "$schema", "$anchor", "format"}) schema.erase(name);
  if (schema.contains("id") && schema["id"].is_string()) schema.erase("id");
}

/// In draft 7 what stands beside a `$ref` does not count.
void put_reference_apart(Json& schema) {
  if (!schema.contains("$ref") || schema.size() == 1) return;
  Json const reference = schema["$ref"];
  schema.erase("$ref");
  demand_also(schema, Json{{"$ref", reference}});
}

void replace_prefix_items(Json& schema) {
  if (!schema.contains("prefixItems")) return;
  if (schema.contains("items")) schema["additionalItems"] = Json(schema["items"]);
  schema["items"] = Json(schema["prefixItems"]);
  schema.erase("prefixItems");
}

void move_into_dependencies(Json& schema, char const* later_name) {
  if (!schema.contains(later_name) || !schema[later_name].is_object()) return;
  Json const later = schema[later_name];
  schema.erase(later_name);
  for (auto const& [name, needed] : later.items()) demand_also(schema, Json{{"dependencies", Json{{name, needed}}}});
}

void replace_pattern(Json& schema, Texts const& texts) {
  if (!schema.contains("pattern") || !schema["pattern"].is_string()) return;
  RE2 const pattern(schema["pattern"].get<std::string>(), RE2::Quiet);
  // Null stands for nothing here: it is no text, and an enumeration must not be empty.
  Json fitting = Json::array({nullptr});
  for (std::set<std::string> const& some : {texts.values, texts.names}) {
    for (std::string const& text : some) {
      if (RE2::PartialMatch(text, pattern)) fitting.push_back(text);
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
      if (!RE2::PartialMatch(name, pattern)) continue;
      demand_also(schema, Json{{"properties", Json{{name, inner}}}});
      // A name that a pattern covers is no additional one.
      if (!schema.contains("properties")) schema["properties"] = Json::object();
      if (!schema["properties"].contains(name)) schema["properties"][name] = Json::object();
    }
  }
}

void rewrite(Json& schema, Place const& place, Texts const& texts) {
  if (schema.is_boolean()) {
    bool const may_be_boolean =
        !place.empty() && (place.back() == "additionalProperties" || place.back() == "additionalItems");
    if (!may_be_boolean) schema = schema.get<bool>() ? Json::object() : Json{{"not", Json::object()}};
    return;
  }
  for_each_inner(schema, place,
                 [&](Json& inner, Place const& inner_place, Subject) { rewrite(inner, inner_place, texts); });
  erase_annotations(schema);
  put_reference_apart(schema);
  replace_prefix_items(schema);
  move_into_dependencies(schema, "dependentRequired");
  move_into_dependencies(schema, "dependentSchemas");
  replace_pattern(schema, texts);
  replace_pattern_properties(schema, texts);
}

/// Whether the schema has patterns, so that `schema_for_value` depends on the value.
bool has_patterns(Json const& schema) {
  if (!schema.is_object()) return false;
  bool found = schema.contains("pattern") || schema.contains("patternProperties");
  for_each_inner(schema, Place(),
                 [&](Json const& inner, Place const&, Subject) { found = found || has_patterns(inner); });
  return found;
}

/// The value with every number that is whole written without a fraction: 1.0 is an integer to JSON Schema.
Json with_whole_numbers(Json const& value) {
  // 2^53: whole numbers beyond have no exact double.
  constexpr double exact_bound = 9007199254740992.0;
  if (value.is_number_float()) {
    double const number = value.get<double>();
    bool const is_whole = std::trunc(number) == number && std::abs(number) < exact_bound;
    return is_whole ? Json(static_cast<std::int64_t>(number)) : value;
  }
  if (!value.is_structured()) return value;
  Json changed = value;
  for (Json& inner : changed) inner = with_whole_numbers(inner);
  return changed;
}

/// A schema of draft 7 without patterns that holds for `value` exactly when `schema` does: patterns are replaced by the
/// texts of the value that match them (RE2, linear time), keywords of later drafts by older ones. `format` is an
/// annotation and goes. `schema` has passed the checker.
Json schema_for_value(Json const& schema, Json const& value) {
  Texts texts;
  collect_texts(value, texts);
  Json rewritten = with_whole_numbers(schema);
  rewrite(rewritten, Place(), texts);
  return rewritten;
}

/// valijson reads the JSON type with sorted members only.
nlohmann::json plain(Json const& value) {
  return nlohmann::json::parse(json_text::dump(value));
}

/// A step such as `[name]` of the path that valijson gives, as one of a JSON pointer.
std::string pointer_step(std::string const& step) {
  if (step == "<root>") return "";
  bool const is_bracketed = step.size() >= 2 && step.front() == '[' && step.back() == ']';
  return "/" + (is_bracketed ? step.substr(1, step.size() - 2) : step);
}

}  // namespace

struct ArgumentSchema::Compiled {
  valijson::Schema schema;

  explicit Compiled(Json const& for_value) {
    nlohmann::json const document = plain(for_value);
    valijson::adapters::NlohmannJsonAdapter const adapter(document);
    valijson::SchemaParser parser;
    parser.populateSchema(adapter, schema);
  }

  [[nodiscard]] std::optional<std::string> misfit(Json const& arguments) const {
    nlohmann::json const document = plain(arguments);
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    valijson::ValidationResults results;
    valijson::adapters::NlohmannJsonAdapter const target(document);
    if (validator.validate(schema, target, &results)) return std::nullopt;
    // The deepest place says most; of several errors there, the first.
    std::vector<std::string> place;
    std::string description = "the value is not allowed";
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
      if (error.context.size() <= place.size()) continue;
      place = error.context;
      description = error.description;
    }
    std::string pointer;
    for (std::string const& step : place) pointer += pointer_step(step);
    return fmt::format("at {}: {}", pointer.empty() ? "the top" : pointer, description);
  }
};

ArgumentSchema::ArgumentSchema(std::string const& tool, Json schema) : schema_(std::move(schema)) {
  SchemaChecker(tool, schema_).check(schema_, Place());
  try {
    std::unique_ptr<Compiled const> compiled = std::make_unique<Compiled const>(schema_for_value(schema_, nullptr));
    if (!has_patterns(schema_)) compiled_ = std::move(compiled);
  } catch (std::exception const& error) {
    throw errors::schema_malformed(tool, error.what());
  }
}

ArgumentSchema::~ArgumentSchema() = default;

std::optional<std::string> ArgumentSchema::misfit(Json const& arguments) const {
  Json const value = with_whole_numbers(arguments);
  return compiled_ ? compiled_->misfit(value) : Compiled(schema_for_value(schema_, value)).misfit(value);
}

}  // namespace prompty::conversation
