#include "mock-provider/check/schema_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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
