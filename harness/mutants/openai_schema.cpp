#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/request_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_schema {
namespace {

constexpr std::array<std::string_view, 6> types = {"string", "integer", "number", "boolean", "array", "object"};

Json next_type(Json const& type) {
  std::array<std::string_view, 6>::const_iterator const found = std::find(types.begin(), types.end(), type);
  if (found == types.end()) return type;
  return found + 1 == types.end() ? Json(types.front()) : Json(*(found + 1));
}

bool is_known_kind(Json const& kind) {
  return kind != "thread" && (std::find(types.begin(), types.end(), kind) != types.end() || kind == "float" ||
                              kind == "image" || kind == "file" || kind == "audio");
}

void put_names_inside(Json& schema, Json const&) {
  Json list = Json::array();
  for (auto const& [name, property] : schema["properties"].items()) {
    Json entry = {{"name", name}};
    entry.update(property);
    list.push_back(std::move(entry));
  }
  if (!list.empty()) schema["properties"] = std::move(list);
}

void lower_names(Json& schema, Json const&) {
  Json properties = Json::object();
  for (auto const& [name, property] : schema["properties"].items()) {
    properties[in_lower_case(Json(name)).get<std::string>()] = property;
  }
  schema["properties"] = std::move(properties);
}

// Outputs as another converter would have them, which has never heard of enumerations.
void forget_output_enumerations(Json& format, Json const&) {
  for (Json& property : format["json_schema"]["schema"]["properties"]) property.erase("enum");
}

void list_all_as_required(Json& schema, Json const&) {
  Json names = Json::array();
  for (auto const& [name, property] : schema["properties"].items()) names.push_back(name);
  if (!names.empty()) schema["required"] = std::move(names);
}

void leave_out_full_required(Json& schema, Json const&) {
  if (member(schema, "required").size() == member(schema, "properties").size()) schema.erase("required");
}

/// Copies a field of the property into its schema.
Rule told(std::string field) {
  return changed_property_schemas([field = std::move(field)](Json& schema, Json const& property) {
    if (property.contains(field)) schema[field] = Json(property[field]);
  });
}

std::vector<Mutant> object_mutants() {
  return {
      {"schema-without-type", "P7.1.4-01", "A schema does not say that it is about an object.",
       changed_schemas([](Json& schema, Json const&) { schema.erase("type"); })},
      {"outputs-without-enumerations", "P7.1.4-01", "Outputs are converted by a rule that forgets enumerations.",
       changed_format(forget_output_enumerations)},
      {"empty-properties-left-out", "P7.1.4-02", "A schema without properties has no such key.",
       changed_schemas([](Json& schema, Json const&) {
         if (member(schema, "properties").empty()) schema.erase("properties");
       })},
      {"properties-as-list", "P7.1.4-03", "The properties are a list in which each has its name inside.",
       changed_schemas(put_names_inside)},
      {"property-names-in-lower-case", "P7.1.4-03", "The names of properties lose their capitals.",
       changed_schemas(lower_names)},
      {"property-names-as-ascii", "P7.1.4-03", "Names of properties with other signs than letters are left out.",
       changed_schemas([](Json& schema, Json const&) {
         Json kept = Json::object();
         for (auto const& [name, property] : schema["properties"].items()) {
           bool const plain = std::all_of(name.begin(), name.end(), [](char letter) {
             return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_';
           });
           if (plain) kept[name] = property;
         }
         schema["properties"] = std::move(kept);
       })},
      {"every-property-required", "P7.1.4-06", "Every property is listed as required.",
       changed_schemas(list_all_as_required)},
      {"required-names-sorted", "P7.1.4-06", "The required names are sorted.",
       changed_schemas([](Json& schema, Json const&) {
         if (schema.contains("required")) schema["required"] = sorted(schema["required"]);
       })},
      {"required-mentioned-is-required", "P7.1.4-06", "A property counts as required whatever its flag says.",
       changed_asked_properties([](Json& property) {
         if (member(property, "required").is_boolean()) property["required"] = true;
         return true;
       })},
      {"nothing-required-empty-list", "P7.1.4-07", "Where nothing is required an empty list says so.",
       changed_schemas([](Json& schema, Json const&) {
         if (!schema.contains("required")) schema["required"] = Json::array();
       })},
      {"everything-required-left-out", "P7.1.4-07", "Where everything is required the list is left out.",
       changed_schemas(leave_out_full_required)},
      {"open-objects-closed", "P7.1.4-09", "Every schema of an object is closed, with its properties that are objects.",
       changed_schemas([](Json& schema, Json const&) {
         schema["additionalProperties"] = false;
         for (Json& property : schema["properties"]) {
           if (member(property, "type") == "object") property["additionalProperties"] = false;
         }
       })},
      {"open-objects-said-to-be-open", "P7.1.4-09", "A schema that is not closed says so.",
       changed_schemas([](Json& schema, Json const&) {
         if (!schema.contains("additionalProperties")) schema["additionalProperties"] = true;
       })},
  };
}

std::vector<Mutant> property_mutants() {
  return {
      {"property-descriptions-unsent", "P7.1.4-04", "Descriptions of properties are not sent.",
       changed_property_schemas([](Json& schema, Json const&) { schema.erase("description"); })},
      {"empty-descriptions-sent", "P7.1.4-04", "An empty description is sent.",
       changed_property_schemas([](Json& schema, Json const& property) {
         if (member(property, "description") == "") schema["description"] = "";
       })},
      {"absent-descriptions-null", "P7.1.4-04", "A property without description has a null one.",
       changed_property_schemas([](Json& schema, Json const& property) {
         if (!property.contains("description")) schema["description"] = nullptr;
       })},
      {"enumerations-as-text", "P7.1.4-05", "The values that are sent of an enumeration are texts.",
       changed_property_schemas([](Json& schema, Json const&) {
         if (schema.contains("enum")) schema["enum"] = with_texts_inside(schema["enum"]);
       })},
      {"enumerations-under-their-own-name", "P7.1.4-05", "Enumerations are sent under the name of the file format.",
       changed_property_schemas([](Json& schema, Json const&) {
         if (!schema.contains("enum")) return;
         copy_member(schema, "enum", "enumValues");
         schema.erase("enum");
       })},
      {"enumerations-in-order", "P7.1.4-05", "The values that are sent of an enumeration are sorted.",
       changed_property_schemas([](Json& schema, Json const&) {
         if (schema.contains("enum")) schema["enum"] = sorted(schema["enum"]);
       })},
      {"empty-enumerations-sent", "P7.1.4-05", "An empty enumeration is sent.",
       changed_property_schemas([](Json& schema, Json const& property) {
         if (member(property, "enumValues") == Json::array()) schema["enum"] = Json::array();
       })},
      {"defaults-told", "P7.1.4-08", "The model is told the defaults of properties.", told("default")},
      {"examples-told", "P7.1.4-08", "The model is told the examples of properties.", told("example")},
      {"required-told-inside", "P7.1.4-08", "Each property says itself that it is required.", told("required")},
      {"names-told-inside", "P7.1.4-08", "Each property repeats its name.", told("name")},
      {"kinds-as-types", "P7.1.4-10", "The kind of a property is sent as its type.",
       changed_schemas([](Json& schema, Json const& properties) {
         for (Json const& property : properties) {
           std::string const name = property["name"].get<std::string>();
           if (schema["properties"].contains(name) || member(property, "kind") == "thread")
             schema["properties"][name]["type"] = Json(property["kind"]);
         }
       })},
      {"types-shifted", "P7.1.4-10", "Each type is that of the next row of the table.",
       changed_property_schemas([](Json& schema, Json const&) { schema["type"] = next_type(schema["type"]); })},
      {"unsuitable-properties-dropped", "P7.1.4-10", "Properties of kinds without a type are dropped.",
       changed_asked_properties([](Json& property) { return is_known_kind(member(property, "kind")); })},
  };
}

Mutant type_mutant(std::string const& clause, std::string const& kind, std::string const& type) {
  return {fmt::format("{}-typed-{}", kind, type), clause,
          fmt::format("The kind {} gives a type of another name: {}.", kind, type),
          changed_property_schemas([kind, type](Json& schema, Json const& property) {
            if (member(property, "kind") == kind) schema["type"] = type;
          })};
}

std::vector<Mutant> type_mutants() {
  return {
      type_mutant("P7.1.4-11", "string", "text"),    type_mutant("P7.1.4-12", "integer", "number"),
      type_mutant("P7.1.4-13", "float", "float"),    type_mutant("P7.1.4-14", "boolean", "bool"),
      type_mutant("P7.1.4-15", "array", "list"),     type_mutant("P7.1.4-16", "object", "dict"),
      type_mutant("P7.1.4-12", "integer", "int"),    type_mutant("P7.1.4-13", "float", "double"),
      type_mutant("P7.1.4-14", "boolean", "string"),
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_schema

namespace conformance::mutants {

std::vector<Mutant> openai_schema_mutants() {
  std::vector<Mutant> mutants = openai_schema::object_mutants();
  for (std::vector<Mutant> const& more : {openai_schema::property_mutants(), openai_schema::type_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
