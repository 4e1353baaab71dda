#include <algorithm>
#include <utility>

#include "harness/mutants/request_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_tools {
namespace {

bool has_parameters(Json const& tool) {
  return !member(tool, "parameters").empty();
}

/// Changes the definitions of function tools that take nothing.
Rule changed_without_parameters(std::function<void(Json& definition)> change) {
  return changed_definitions([change = std::move(change)](Json& definition, Json const& tool) {
    if (is_of_kind(tool, "function") && !has_parameters(tool)) change(definition);
  });
}

/// Changes the definitions of tools that are strict, or of those that are not.
Rule changed_where_strict(bool strict, std::function<void(Json& definition)> change) {
  return changed_definitions([strict, change = std::move(change)](Json& definition, Json const& tool) {
    if (is_strict(tool) == strict) change(definition);
  });
}

void flatten(Json& wire_tools, Json const&) {
  for (Json& wire : wire_tools) {
    Json const definition = wire["function"];
    wire.erase("function");
    wire.update(definition);
  }
}

void put_strict_beside_type(Json& wire_tools, Json const&) {
  for (Json& wire : wire_tools) {
    if (!wire["function"].contains("strict")) continue;
    wire["strict"] = wire["function"]["strict"];
    wire["function"].erase("strict");
  }
}

void make_all_strict_for_one(Json& params) {
  if (!member(member(params, "agent"), "tools").is_array()) return;
  Json& tools = params["agent"]["tools"];
  if (std::none_of(tools.begin(), tools.end(), is_strict)) return;
  for (Json& tool : tools) {
    if (is_of_kind(tool, "function")) tool["strict"] = true;
  }
}

void keep_first_binding(Json& tool, Json const&) {
  if (member(tool, "bindings").size() < 2) return;
  std::string const first = tool["bindings"].begin().key();
  Json const value = tool["bindings"].begin().value();
  tool["bindings"] = {{first, value}};
}

void require_bound(Json& definition, Json const& tool) {
  for (Json const& parameter : member(tool, "parameters")) {
    bool const bound = member(tool, "bindings").contains(parameter.value("name", ""));
    if (bound && member(parameter, "required") == true) {
      definition["parameters"]["required"].push_back(parameter["name"]);
    }
  }
}

bool binds_an_optional_parameter(Json const& tool) {
  Json const& parameters = member(tool, "parameters");
  return std::any_of(parameters.begin(), parameters.end(), [&](Json const& parameter) {
    return member(parameter, "required") != true && member(tool, "bindings").contains(parameter.value("name", ""));
  });
}

Reply refuse_bound_optional(std::string const& operation, Json const& params, AskReference const& reference) {
  bool const converts = operation == "build_request" || operation == "project_tools";
  Json const& tools = member(member(params, "agent"), "tools");
  if (converts && std::any_of(tools.begin(), tools.end(), binds_an_optional_parameter)) return raised("ValueError");
  return reference(operation, params);
}

std::vector<Mutant> shape_mutants() {
  return {
      {"definition-flat", "P7.1.3-02", "Name, description and parameters stand beside the type.",
       changed_wire_tools(flatten)},
      {"definition-without-type", "P7.1.3-02", "A definition does not say that it is a function.",
       changed_wire_tools([](Json& wire_tools, Json const&) {
         for (Json& wire : wire_tools) wire.erase("type");
       })},
      {"missing-description-null", "P7.1.3-02", "A tool without description has a null one.",
       changed_definitions([](Json& definition, Json const&) {
         if (!definition.contains("description")) definition["description"] = nullptr;
       })},
      {"missing-description-from-name", "P7.1.3-02", "A definition without description gets its name for one.",
       changed_definitions([](Json& definition, Json const&) {
         if (!definition.contains("description")) definition["description"] = Json(definition["name"]);
       })},
      {"description-in-one-line", "P7.1.3-02", "Of a tool's description the first line is sent.",
       changed_definitions([](Json& definition, Json const&) {
         if (!member(definition, "description").is_string()) return;
         std::string const text = definition["description"].get<std::string>();
         definition["description"] = text.substr(0, text.find('\n'));
       })},
      {"parameters-unconverted", "P7.1.3-03", "The parameters are sent as the list of properties that they are.",
       changed_definitions([](Json& definition, Json const& tool) {
         if (has_parameters(tool)) definition["parameters"] = tool["parameters"];
       })},
      {"parameters-without-object", "P7.1.3-03", "Of the schema of the parameters only the properties are sent.",
       changed_definitions([](Json& definition, Json const& tool) {
         if (has_parameters(tool)) definition["parameters"] = Json(definition["parameters"]["properties"]);
       })},
      {"no-parameters-no-schema", "P7.1.3-04", "A tool that takes nothing has no schema.",
       changed_without_parameters([](Json& definition) { definition.erase("parameters"); })},
      {"no-parameters-null", "P7.1.3-04", "A tool that takes nothing has null for a schema.",
       changed_without_parameters([](Json& definition) { definition["parameters"] = nullptr; })},
  };
}

std::vector<Mutant> stripping_mutants() {
  return {
      {"bound-parameters-kept", "P7.1.3-12", "Bound parameters are not taken out at all.",
       changed_asked_tools([](Json& tool, Json const&) { tool.erase("bindings"); })},
      {"first-binding-only", "P7.1.3-12", "Of several bound parameters only the first is taken out.",
       changed_asked_tools(keep_first_binding)},
      {"bindings-hide-everything", "P7.1.3-12", "A tool with bindings, be they empty, tells of no parameter.",
       changed_definitions([](Json& definition, Json const& tool) {
         if (member(tool, "bindings").is_object()) definition["parameters"]["properties"] = Json::object();
       })},
      {"bound-parameters-still-required", "P7.1.3-13", "Bound parameters stay in the list of required ones.",
       changed_definitions(require_bound)},
      {"bound-optional-parameters-refused", "P7.1.3-13", "Binding a parameter that is not required is an error.",
       refuse_bound_optional},
  };
}

std::vector<Mutant> strict_mutants() {
  return {
      {"strict-not-sent", "P7.1.3-15", "A strict tool does not say so.",
       changed_definitions([](Json& definition, Json const&) { definition.erase("strict"); })},
      {"strict-as-text", "P7.1.3-15", "A strict tool says so in a text.",
       changed_where_strict(true, [](Json& definition) { definition["strict"] = "true"; })},
      {"strict-beside-type", "P7.1.3-15", "The strict flag stands beside the type.",
       changed_wire_tools(put_strict_beside_type)},
      {"strict-for-all", "P7.1.3-15", "One strict tool makes its neighbours strict.",
       changed_request(make_all_strict_for_one)},
      {"strict-schema-left-open", "P7.1.3-16", "The parameters of a strict tool are not closed.",
       changed_where_strict(true, [](Json& definition) { definition["parameters"].erase("additionalProperties"); })},
      {"strict-schema-opened", "P7.1.3-16", "The parameters of a strict tool admit further ones.",
       changed_where_strict(true, [](Json& definition) { definition["parameters"]["additionalProperties"] = true; })},
      {"strict-in-the-schema-too", "P7.1.3-17", "The strict flag is repeated inside the schema.",
       changed_where_strict(true, [](Json& definition) { definition["parameters"]["strict"] = true; })},
      {"parameter-called-strict-lost", "P7.1.3-17", "A parameter that is called like the flag is dropped.",
       changed_definitions(
           [](Json& definition, Json const&) { definition["parameters"]["properties"].erase("strict"); })},
      {"strict-false-sent", "P7.1.3-18", "A tool that is not strict says so.",
       changed_where_strict(false, [](Json& definition) { definition["strict"] = false; })},
      {"silent-tools-strict", "P7.1.3-18", "A tool that says nothing is strict.",
       changed_asked_tools([](Json& tool, Json const&) {
         if (is_of_kind(tool, "function") && !tool.contains("strict")) tool["strict"] = true;
       })},
      {"every-tool-closed", "P7.1.3-18", "The parameters of every tool are closed.",
       changed_where_strict(false, [](Json& definition) { definition["parameters"]["additionalProperties"] = false; })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_tools

namespace conformance::mutants {

std::vector<Mutant> openai_tool_mutants() {
  std::vector<Mutant> mutants = openai_tools::shape_mutants();
  for (std::vector<Mutant> const& more : {openai_tools::stripping_mutants(), openai_tools::strict_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
