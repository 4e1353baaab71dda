#include <algorithm>
#include <set>
#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::bindings {
namespace {

Json const& tool_named(Json const& agent, Json const& name) {
  static Json const missing = nullptr;
  for (Json const& tool : member(agent, "tools")) {
    if (member(tool, "name") == name) return tool;
  }
  return missing;
}

/// Changes each wire definition of a tool, given the tool.
Rule changed_definition(std::function<void(Json& definition, Json const& tool, Json const& agent)> change) {
  return changed_body([change = std::move(change)](Json& body, Json const& agent) {
    if (!body.contains("tools") || !body["tools"].is_array()) return;
    for (Json& wire : body["tools"]) {
      if (!member(wire, "function").is_object()) continue;
      Json& definition = wire["function"];
      Json const& tool = tool_named(agent, member(definition, "name"));
      if (tool.is_object()) change(definition, tool, agent);
    }
  });
}

/// The same for tools that have bindings.
Rule changed_bound_definition(std::function<void(Json& definition, Json const& bound)> change) {
  return changed_definition([change = std::move(change)](Json& definition, Json const& tool, Json const&) {
    if (!member(tool, "bindings").empty()) change(definition, tool["bindings"]);
  });
}

Json& schema_of(Json& definition) {
  Json& schema = definition["parameters"];
  if (!schema.is_object()) schema = {{"type", "object"}, {"properties", Json::object()}};
  return schema;
}

void tell_names(Json& definition, Json const& bound) {
  for (auto const& [name, value] : bound.items()) schema_of(definition)["properties"][name] = {{"type", "string"}};
}

void require_names(Json& definition, Json const& bound) {
  for (auto const& [name, value] : bound.items()) schema_of(definition)["required"].push_back(name);
}

void take_away(Json& definition, std::string const& name) {
  Json& schema = schema_of(definition);
  schema["properties"].erase(name);
  if (!schema.contains("required")) return;
  Json kept = Json::array();
  for (Json const& required : schema["required"]) {
    if (required != name) kept.push_back(required);
  }
  schema["required"] = kept;
}

std::set<std::string> names_bound_anywhere(Json const& agent) {
  std::set<std::string> names;
  for (Json const& tool : member(agent, "tools")) {
    for (auto const& [name, value] : member(tool, "bindings").items()) names.insert(name);
  }
  return names;
}

bool has_calls(Json const& body) {
  Json const& messages = member(body, "messages");
  return std::any_of(messages.begin(), messages.end(), [](Json const& message) {
    return member(message, "role") == "tool" || message.contains("tool_calls");
  });
}

Json const& source_bindings(Json const& frontmatter, Json const& name) {
  return member(tool_named(frontmatter, name), "bindings");
}

/// Bindings as the file has them, with their references.
void unresolved(Json& tool, Json const& frontmatter) {
  Json const& source = source_bindings(frontmatter, tool["name"]);
  if (source.is_object() && tool.contains("bindings")) tool["bindings"] = source;
}

void nested_unresolved(Json& tool, Json const& frontmatter) {
  Json const& source = source_bindings(frontmatter, tool["name"]);
  if (!source.is_object() || !tool.contains("bindings")) return;
  for (auto const& [name, value] : source.items()) {
    if (value.is_structured()) tool["bindings"][name] = value;
  }
}

Rule changed_loaded_tools(std::function<void(Json& tool, LoadRequest const& request)> change) {
  return changed_loaded([change = std::move(change)](Json& agent, LoadRequest const& request) {
    if (!agent.contains("tools")) return;
    for (Json& tool : agent["tools"]) change(tool, request);
  });
}

std::vector<Mutant> told_mutants() {
  return {
      {"bound-value-as-default", "P2.9.1-02", "The model gets a bound value as the default of its parameter.",
       changed_bound_definition([](Json& definition, Json const& bound) {
         for (auto const& [name, value] : bound.items())
           schema_of(definition)["properties"][name] = {{"type", "string"}, {"default", value}};
       })},
      {"bound-values-in-description", "P2.9.1-02", "The description of a tool says what is bound.",
       changed_bound_definition([](Json& definition, Json const& bound) {
         definition["description"] = definition.value("description", "") + " " + bound.dump();
       })},
      {"free-parameters-held-back", "P2.9.1-02", "The model does not hear of optional parameters either.",
       changed_definition([](Json& definition, Json const& tool, Json const&) {
         for (Json const& parameter : member(tool, "parameters")) {
           if (member(parameter, "required") != true) take_away(definition, parameter.value("name", ""));
         }
       })},
      {"bound-parameters-in-properties", "P2.9.1-03", "Bound parameters stay among the properties of the schema.",
       changed_bound_definition(tell_names)},
      {"bound-parameters-required", "P2.9.1-03", "Bound parameters stay among the required names.",
       changed_bound_definition(require_names)},
      {"bound-elsewhere-stripped", "P2.9.1-03", "What one tool binds is taken from every tool.",
       changed_definition([](Json& definition, Json const&, Json const& agent) {
         for (std::string const& name : names_bound_anywhere(agent)) take_away(definition, name);
       })},
      {"required-names-lost-with-bindings", "P2.9.1-03", "A tool with bindings requires nothing any more.",
       changed_bound_definition([](Json& definition, Json const&) { schema_of(definition).erase("required"); })},
      {"bindings-sent-along", "P2.9.1-07", "The bindings are sent beside the definition of the tool.",
       changed_bound_definition([](Json& definition, Json const& bound) { definition["bindings"] = bound; })},
      {"bindings-told-later", "P2.9.1-07", "Bound parameters are told once the model has called a tool.",
       changed_body([](Json& body, Json const& agent) {
         if (!has_calls(body) || !body.contains("tools")) return;
         for (Json& wire : body["tools"]) {
           if (!member(wire, "function").is_object()) continue;
           tell_names(wire["function"], member(tool_named(agent, member(wire["function"], "name")), "bindings"));
         }
       })},
  };
}

std::vector<Mutant> resolution_mutants() {
  return {
      {"bindings-unresolved", "P2.9.1-06", "References inside bindings stay as they are written.",
       changed_loaded_tools([](Json& tool, LoadRequest const& request) { unresolved(tool, request.frontmatter); })},
      {"nested-bindings-unresolved", "P2.9.1-06", "References inside structured bindings stay as they are written.",
       changed_loaded_tools(
           [](Json& tool, LoadRequest const& request) { nested_unresolved(tool, request.frontmatter); })},
      {"bindings-looked-up", "P2.9.1-06", "A plain text in a binding is taken for the name of a variable.",
       changed_loaded_tools([](Json& tool, LoadRequest const& request) {
         if (!tool.contains("bindings")) return;
         for (Json& value : tool["bindings"]) {
           if (value.is_string())
             value = request.params.value("env", Json::object()).value(value.get<std::string>(), value);
         }
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::bindings

namespace conformance::mutants {

std::vector<Mutant> binding_mutants() {
  std::vector<Mutant> mutants = bindings::told_mutants();
  std::vector<Mutant> const about_loading = bindings::resolution_mutants();
  mutants.insert(mutants.end(), about_loading.begin(), about_loading.end());
  return mutants;
}

}  // namespace conformance::mutants
