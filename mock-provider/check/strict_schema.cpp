#include "mock-provider/check/strict_schema.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>

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
