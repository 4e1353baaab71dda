#include "mock-provider/check/schema_rules.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_set>

namespace mock_provider::schema_rules {
namespace {

constexpr std::array<std::string_view, 7> types{"string", "number", "integer", "boolean", "object", "array", "null"};

bool is_type(Json const& value) {
  return std::any_of(types.begin(), types.end(), [&](std::string_view name) { return value == name; });
}

bool is_list_of_texts(Json const& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](Json const& entry) { return entry.is_string(); });
}

class Walk {
 public:
  Walk(std::string_view rule, Arrays arrays, FindingList& findings)
      : rule_(rule), arrays_(arrays), findings_(findings) {}

  void visit(Json const& schema, std::string const& pointer) {
    if (schema.is_boolean()) return;
    if (!schema.is_object()) return findings_.add(rule_, pointer, "a schema must be an object or a boolean");
    visit_keywords(schema, pointer);
    for (std::string_view const name : {"items", "not", "additionalProperties"}) visit_one(schema, pointer, name);
    for (std::string_view const name : {"anyOf", "oneOf", "allOf", "prefixItems"}) visit_list(schema, pointer, name);
    for (std::string_view const name : {"properties", "$defs", "definitions"}) visit_named(schema, pointer, name);
  }

 private:
  std::string_view const rule_;
  Arrays const arrays_;
  FindingList& findings_;

  void visit_keywords(Json const& schema, std::string const& pointer) {
    Json const* const type = member(schema, "type");
    bool const is_known = type == nullptr || is_type(*type) ||
                          (type->is_array() && !type->empty() && std::all_of(type->begin(), type->end(), is_type));
    if (!is_known) {
      findings_.add(rule_, json_text::child(pointer, "type"),
                    fmt::format("\"type\" must be one of {}, or a list of them; got {}", fmt::join(types, ", "),
                                json_text::excerpt(*type, 40)));
    }
    if (arrays_ == Arrays::with_items && type != nullptr && *type == "array" && member(schema, "items") == nullptr) {
      findings_.add(rule_, pointer, "an array must say in \"items\" what it holds; {} allows anything");
    }
    Json const* const required = member(schema, "required");
    if (required != nullptr && !is_list_of_texts(*required)) {
      findings_.add(rule_, json_text::child(pointer, "required"), "\"required\" must be a list of names");
    }
    Json const* const choices = member(schema, "enum");
    if (choices != nullptr && (!choices->is_array() || choices->empty())) {
      findings_.add(rule_, json_text::child(pointer, "enum"), "\"enum\" must be a list with at least one value");
    }
  }

  void visit_one(Json const& schema, std::string const& pointer, std::string_view name) {
    if (Json const* const inner = member(schema, name)) visit(*inner, json_text::child(pointer, name));
  }

  void visit_list(Json const& schema, std::string const& pointer, std::string_view name) {
    Json const* const list = member(schema, name);
    if (list == nullptr) return;
    std::string const at = json_text::child(pointer, name);
    if (!list->is_array()) return findings_.add(rule_, at, fmt::format("\"{}\" must be a list of schemas", name));
    for (std::size_t index = 0; index < list->size(); ++index) visit((*list)[index], json_text::child(at, index));
  }

  void visit_named(Json const& schema, std::string const& pointer, std::string_view name) {
    Json const* const named = member(schema, name);
    if (named == nullptr) return;
    std::string const at = json_text::child(pointer, name);
    if (!named->is_object()) {
      return findings_.add(rule_, at, fmt::format("\"{}\" must be an object from name to schema", name));
    }
    for (auto const& entry : named->items()) visit(entry.value(), json_text::child(at, entry.key()));
  }
};

}  // namespace

void check(std::string_view rule, Json const& schema, std::string const& pointer, Arrays arrays,
           FindingList& findings) {
  Walk(rule, arrays, findings).visit(schema, pointer);
}

}  // namespace mock_provider::schema_rules

namespace mock_provider::strict_schema {
namespace {

bool has_type(Json const& schema, std::string_view name) {
  Json const* const type = member(schema, "type");
  if (type == nullptr) return false;
  if (type->is_array()) return std::find(type->begin(), type->end(), Json(name)) != type->end();
  return *type == name;
}

/// The names that a schema requires, gathered once: looking through its list for each property takes quadratic time.
std::unordered_set<std::string_view> required_names(Json const& schema) {
  std::unordered_set<std::string_view> names;
  Json const* const required = member(schema, "required");
  if (required == nullptr || !required->is_array()) return names;
  for (Json const& name : *required) {
    if (name.is_string()) names.insert(name.get_ref<std::string const&>());
  }
  return names;
}

enum class Optional { refused, allowed };

class Walk {
 public:
  Walk(std::string_view rule, Optional optional, FindingList& findings)
      : rule_(rule), optional_(optional), findings_(findings) {}

  void visit(Json const& schema, std::string const& pointer) {
    if (!schema.is_object()) return;
    if (optional_ == Optional::refused) refuse_keywords(schema, pointer);
    if (has_type(schema, "object") || member(schema, "properties") != nullptr) visit_object(schema, pointer);
    visit_items(schema, pointer);
    for (std::string_view const name : {"items", "not"}) visit_one(schema, pointer, name);
    for (std::string_view const name : {"anyOf", "oneOf", "allOf", "prefixItems"}) visit_list(schema, pointer, name);
    for (std::string_view const name : {"properties", "$defs", "definitions"}) visit_named(schema, pointer, name);
  }

 private:
  std::string_view const rule_;
  Optional const optional_;
  FindingList& findings_;

  /// OpenAI alone has a list of keywords that strict mode does not take.
  void refuse_keywords(Json const& schema, std::string const& pointer) {
    for (std::string_view const name : {"allOf", "oneOf", "not", "if", "then", "else", "patternProperties",
                                        "dependentRequired", "dependentSchemas"}) {
      if (member(schema, name) == nullptr) continue;
      findings_.add(rule_, json_text::child(pointer, name),
                    fmt::format("In strict mode, '{}' is not permitted.", name));
    }
  }

  void visit_object(Json const& schema, std::string const& pointer) {
    Json const* const additional = member(schema, "additionalProperties");
    if (additional == nullptr || *additional != false) {
      findings_.add(rule_, json_text::child(pointer, "additionalProperties"),
                    "strict mode wants \"additionalProperties\": false on every object");
    }
    Json const* const properties = member(schema, "properties");
    if (optional_ == Optional::allowed || properties == nullptr || !properties->is_object()) return;
    std::unordered_set<std::string_view> const required = required_names(schema);
    for (auto const& property : properties->items()) {
      if (required.contains(property.key())) continue;
      findings_.add(rule_, json_text::child(pointer, "required"),
                    fmt::format("strict mode wants every property required; \"{}\" is not", property.key()));
    }
  }

  void visit_items(Json const& schema, std::string const& pointer) {
    Json const* const items = member(schema, "items");
    if (optional_ == Optional::allowed || items == nullptr || !items->is_object() || !items->empty()) return;
    findings_.add(rule_, json_text::child(pointer, "items"), "strict mode wants to know the type of the items");
  }

  void visit_one(Json const& schema, std::string const& pointer, std::string_view name) {
    if (Json const* const inner = member(schema, name)) visit(*inner, json_text::child(pointer, name));
  }

  void visit_list(Json const& schema, std::string const& pointer, std::string_view name) {
    Json const* const list = member(schema, name);
    if (list == nullptr || !list->is_array()) return;
    std::string const at = json_text::child(pointer, name);
    for (std::size_t index = 0; index < list->size(); ++index) visit((*list)[index], json_text::child(at, index));
  }

  void visit_named(Json const& schema, std::string const& pointer, std::string_view name) {
    Json const* const named = member(schema, name);
    if (named == nullptr || !named->is_object()) return;
    std::string const at = json_text::child(pointer, name);
    for (auto const& entry : named->items()) visit(entry.value(), json_text::child(at, entry.key()));
  }
};

void check_root(std::string_view rule, Json const& schema, std::string const& pointer, FindingList& findings) {
  if (has_type(schema, "object")) return;
  findings.add(rule, json_text::child(pointer, "type"), "strict mode wants an object at the root of the schema");
}

}  // namespace

void check(std::string_view rule, Json const& schema, std::string const& pointer, FindingList& findings) {
  check_root(rule, schema, pointer, findings);
  Walk(rule, Optional::refused, findings).visit(schema, pointer);
}

void check_closed(std::string_view rule, Json const& schema, std::string const& pointer, FindingList& findings) {
  check_root(rule, schema, pointer, findings);
  Walk(rule, Optional::allowed, findings).visit(schema, pointer);
}

}  // namespace mock_provider::strict_schema

namespace mock_provider::response_format_rules {
namespace {

constexpr std::string_view shape = "chat.response-format.shape";
constexpr std::array<std::string_view, 1> plain_members{"type"};
constexpr std::array<std::string_view, 2> schema_members{"type", "json_schema"};
constexpr std::array<std::string_view, 4> inner_members{"name", "description", "schema", "strict"};

void check_inner(Json const& inner, FindingList& findings) {
  constexpr std::string_view pointer = "/response_format/json_schema";
  findings.admit_only(shape, inner, std::string(pointer), inner_members);
  findings.text_if_there(shape, inner, std::string(pointer), "description");
  Json const* const name = member(inner, "name");
  if (name == nullptr || !is_provider_name(*name)) {
    findings.add("chat.response-format.name", json_text::child(pointer, "name"),
                 "the schema must have a name of 1 to 64 letters, digits, \"_\" or \"-\"");
  }
  Json const* const strict = member(inner, "strict");
  if (strict != nullptr && !strict->is_boolean() && !strict->is_null()) {
    findings.add(shape, json_text::child(pointer, "strict"), "\"strict\" must be a boolean");
  }
  Json const* const schema = member(inner, "schema");
  if (schema == nullptr) return;
  std::string const at = json_text::child(pointer, "schema");
  if (!schema->is_object()) return findings.add(shape, at, "\"schema\" must be an object");
  schema_rules::check("chat.response-format.schema", *schema, at, schema_rules::Arrays::with_items, findings);
  if (strict != nullptr && *strict == true) strict_schema::check("chat.response-format.strict", *schema, at, findings);
}

void check_word(Json const& body, FindingList& findings) {
  Json const* const messages = member(body, "messages");
  if (messages == nullptr || mentions_json(*messages)) return;
  findings.add("chat.response-format.word", "/messages",
               "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.");
}

}  // namespace

void check(Json const& body, FindingList& findings) {
  Json const* const format = member(body, "response_format");
  if (format == nullptr || !format->is_object()) return;
  Json const* const type = member(*format, "type");
  if (type != nullptr && (*type == "text" || *type == "json_object")) {
    findings.admit_only(shape, *format, "/response_format", plain_members);
    if (*type == "json_object") check_word(body, findings);
    return;
  }
  if (type == nullptr || *type != "json_schema") {
    return findings.add(shape, "/response_format/type", "\"type\" must be one of text, json_object, json_schema");
  }
  findings.admit_only(shape, *format, "/response_format", schema_members);
  Json const* const inner = member(*format, "json_schema");
  if (inner == nullptr || !inner->is_object()) {
    return findings.add(shape, "/response_format/json_schema",
                        "\"json_schema\" must be an object with name and schema");
  }
  check_inner(*inner, findings);
}

}  // namespace mock_provider::response_format_rules
