#include <algorithm>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/request_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::schema_properties {
namespace {

/// The kind that a value seems to have.
std::string kind_by_value(Json const& value) {
  if (value.is_boolean()) return "boolean";
  if (value.is_number_integer()) return "integer";
  if (value.is_number()) return "float";
  if (value.is_array()) return "array";
  return value.is_object() ? "object" : "string";
}

/// Calls `change` with every input of an agent and its name, and the inputs that were given.
Rule changed_given(std::function<void(Json const& input, std::string const& name, Json& given)> change) {
  return changed_before_inputs([change = std::move(change)](Json& agent, Json& given) {
    if (!given.is_object()) return;
    for (Json const& input : member(agent, "inputs")) change(input, member(input, "name").get<std::string>(), given);
  });
}

bool is_falsy(Json const& value) {
  return value == false || value == "" || (value.is_number() && value.get<double>() == 0) ||
         (value.is_structured() && value.empty());
}

/// Whether an input has nothing to be filled with.
bool has_gap(Json const& params) {
  Json const& inputs = member(member(params, "agent"), "inputs");
  return std::any_of(inputs.begin(), inputs.end(), [&](Json const& input) {
    bool const given = member(params, "inputs").contains(member(input, "name").get<std::string>());
    return !given && !input.contains("default");
  });
}

Rule changed_tool_schemas(std::function<void(Json& schema)> change) {
  return changed_body([change = std::move(change)](Json& body, Json const&) {
    if (!body.contains("tools")) return;
    for (Json& tool : body["tools"]) {
      if (tool.contains("function") && tool["function"].contains("parameters")) change(tool["function"]["parameters"]);
    }
  });
}

Json without_nulls(Json const& list) {
  Json kept = Json::array();
  for (Json const& value : list) {
    if (!value.is_null()) kept.push_back(value);
  }
  return kept;
}

Json all_names(Json const& properties) {
  Json names = Json::array();
  for (auto const& [name, value] : properties.items()) names.push_back(name);
  return names;
}

std::vector<Mutant> field_mutants() {
  return {
      {"kind-inferred-again", "P2.7-01", "The kind of a property follows its default even if one is stated.",
       changed_all_properties([](Json& property, Json const&) {
         if (property.contains("default")) property["kind"] = kind_by_value(property["default"]);
       })},
      {"kind-always-string", "P2.7-01", "Every property without default is a string.",
       changed_all_properties([](Json& property, Json const&) {
         if (!property.contains("default")) property["kind"] = "string";
       })},
      {"property-description-lost", "P2.7-02", "The description of a property is not read.",
       changed_all_properties([](Json& property, Json const&) { property.erase("description"); })},
      {"property-description-untold", "P2.7-02", "The model does not get the descriptions of parameters.",
       changed_tool_schemas([](Json& schema) {
         for (Json& property : schema["properties"]) property.erase("description");
       })},
      {"mapping-description-lost", "P2.7-02", "The description of a property in mapping form is not read.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (!member(frontmatter, "inputs").is_object() || !agent.contains("inputs")) return;
         for (Json& property : agent["inputs"]) property.erase("description");
       })},
      {"property-description-from-name", "P2.7-02", "A property without description is described by its name.",
       changed_all_properties([](Json& property, Json const&) {
         if (!property.contains("description")) copy_member(property, "name", "description");
       })},
      {"enum-values-lost", "P2.7-06", "The values of an enumeration are not read.",
       changed_all_properties([](Json& property, Json const&) { property.erase("enumValues"); })},
      {"enum-nulls-lost", "P2.7-06", "Null among the values of an enumeration is not read.",
       changed_all_properties([](Json& property, Json const&) {
         if (property.contains("enumValues")) property["enumValues"] = without_nulls(property["enumValues"]);
       })},
      {"enum-nulls-untold", "P2.7-06", "The model does not get null among the values of an enumeration.",
       changed_asked_properties([](Json& property) {
         if (property.contains("enumValues")) property["enumValues"] = without_nulls(property["enumValues"]);
         return true;
       })},
      {"enum-values-as-text", "P2.7-06", "The values of an enumeration become text.",
       changed_all_properties([](Json& property, Json const&) {
         if (property.contains("enumValues")) property["enumValues"] = with_texts_inside(property["enumValues"]);
       })},
      {"enum-values-told-as-text", "P2.7-06", "The model gets the values of an enumeration as text.",
       changed_tool_schemas([](Json& schema) {
         for (Json& property : schema["properties"]) {
           if (property.contains("enum")) property["enum"] = with_texts_inside(property["enum"]);
         }
       })},
      {"enum-values-sorted", "P2.7-06", "The values of an enumeration are sorted.",
       changed_all_properties([](Json& property, Json const&) {
         if (property.contains("enumValues")) property["enumValues"] = sorted(property["enumValues"]);
       })},
      {"enum-values-backwards", "P2.7-06", "The values of an enumeration come in the opposite order.",
       changed_all_properties([](Json& property, Json const&) {
         if (property.contains("enumValues")) property["enumValues"] = backwards(property["enumValues"]);
       })},
      {"example-lost", "P2.7-26", "The example of a property is not read.",
       changed_all_properties([](Json& property, Json const&) { property.erase("example"); })},
      {"example-as-text", "P2.7-26", "The example of a property becomes text.",
       changed_all_properties([](Json& property, Json const&) {
         if (property.contains("example")) property["example"] = as_text(property["example"]);
       })},
      {"example-into-default", "P2.7-26", "The example of a property is loaded as its default.",
       changed_all_properties([](Json& property, Json const&) {
         copy_member(property, "example", "default");
         property.erase("example");
       })},
      {"default-lost", "P2.7-27", "The default of a property that states its kind is not read.",
       changed_all_properties([](Json& property, Json const& source) {
         if (member(source, "kind").is_string()) property.erase("default");
       })},
      {"default-as-text", "P2.7-27", "A structured default becomes text.",
       changed_all_properties([](Json& property, Json const&) {
         if (property.contains("default") && property["default"].is_structured())
           property["default"] = property["default"].dump();
       })},
      {"default-falsy-lost", "P2.7-27", "A default of zero, false or nothing counts as none.",
       changed_all_properties([](Json& property, Json const&) {
         if (property.contains("default") && is_falsy(property["default"])) property.erase("default");
       })},
  };
}

std::vector<Mutant> required_mutants() {
  return {
      {"required-by-default", "P2.7-03", "A property is required unless it says otherwise.",
       changed_all_properties([](Json& property, Json const&) {
         if (!property.contains("required")) property["required"] = true;
       })},
      {"required-lost", "P2.7-03", "No property is required, even if it says so.",
       changed_all_properties([](Json& property, Json const&) { property.erase("required"); })},
      {"required-wherever-said", "P2.7-03", "Whatever required says, it makes a property required.",
       changed_all_properties([](Json& property, Json const& source) {
         if (!member(source, "required").is_null()) property["required"] = true;
       })},
      {"required-in-every-schema", "P2.7-03", "A schema requires every parameter.",
       changed_tool_schemas([](Json& schema) { schema["required"] = all_names(schema["properties"]); })},
      {"optional-input-demanded", "P2.7-03", "An input that is neither given nor has a default is an error.",
       refused_asking({"validate_inputs", "render", "prepare"}, "ValueError", has_gap)},
      {"default-never-filled-in", "P2.7-04", "Defaults are never used as values.",
       changed_before_inputs([](Json& agent, Json const&) {
         if (!agent.contains("inputs")) return;
         for (Json& input : agent["inputs"]) input.erase("default");
       })},
      {"default-beats-what-is-given", "P2.7-04", "A default is used even if a value is given.",
       changed_given([](Json const& input, std::string const& name, Json& given) {
         if (input.contains("default")) given[name] = input["default"];
       })},
      {"default-beats-nothing", "P2.7-04", "A default takes the place of zero, false and empty text.",
       changed_given([](Json const& input, std::string const& name, Json& given) {
         if (input.contains("default") && given.contains(name) && is_falsy(given[name])) given[name] = input["default"];
       })},
      {"default-of-nothing-not-filled-in", "P2.7-04", "Defaults of zero, false and empty text are never used.",
       changed_before_inputs([](Json& agent, Json const&) {
         if (!agent.contains("inputs")) return;
         for (Json& input : agent["inputs"]) {
           if (input.contains("default") && is_falsy(input["default"])) input.erase("default");
         }
       })},
      {"default-only-when-nothing-is-given", "P2.7-04", "Defaults are used only when no input is given at all.",
       changed_before_inputs([](Json& agent, Json const& given) {
         if (!agent.contains("inputs") || given.empty()) return;
         for (Json& input : agent["inputs"]) input.erase("default");
       })},
      {"example-fills-in", "P2.7-05", "An example is used where there is neither value nor default.",
       changed_given([](Json const& input, std::string const& name, Json& given) {
         if (!given.contains(name) && input.contains("example") && !input.contains("default"))
           given[name] = input["example"];
       })},
      {"example-beats-default", "P2.7-05", "An example is used before a default.",
       changed_given([](Json const& input, std::string const& name, Json& given) {
         if (!given.contains(name) && input.contains("example")) given[name] = input["example"];
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::schema_properties

namespace conformance::mutants {

std::vector<Mutant> schema_property_mutants() {
  std::vector<Mutant> mutants = schema_properties::field_mutants();
  std::vector<Mutant> const about_values = schema_properties::required_mutants();
  mutants.insert(mutants.end(), about_values.begin(), about_values.end());
  return mutants;
}

}  // namespace conformance::mutants
