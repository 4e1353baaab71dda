#include <algorithm>
#include <cctype>
#include <utility>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::anthropic_tools {
namespace {

bool is_function(Json const& tool) {
  return member(tool, "kind") == "function";
}

bool has_other_tools(Json const& agent) {
  Json const& tools = member(agent, "tools");
  return !tools.empty() && !std::all_of(tools.begin(), tools.end(), is_function);
}

/// Changes the list of tools of bodies that have one.
Rule changed_tool_list(std::function<void(Json& tools, Json const& agent)> change) {
  return changed_anthropic_request([change = std::move(change)](Json& body, Json const& agent, Json const&) {
    if (body.contains("tools")) change(body["tools"], agent);
  });
}

void send_other_kinds(Json& body, Json const& agent, Json const&) {
  if (!has_other_tools(agent)) return;
  if (!body.contains("tools")) body["tools"] = Json::array();
  for (Json const& tool : member(agent, "tools")) {
    if (!is_function(tool)) body["tools"].push_back({{"name", member(tool, "name")}, {"input_schema", Json::object()}});
  }
}

/// Sends something where there is no function.
Rule filled_tools(Json filling) {
  return changed_anthropic_request([filling = std::move(filling)](Json& body, Json const&, Json const&) {
    if (!body.contains("tools")) body["tools"] = filling;
  });
}

void rename_schema(Json& wire, Json const&) {
  Json const schema = wire["input_schema"];
  wire.erase("input_schema");
  wire["parameters"] = schema;
}

// As another provider wants it.
void wrap(Json& wire, Json const& tool) {
  rename_schema(wire, tool);
  wire = {{"type", "function"}, {"function", Json(wire)}};
}

Json const* property_named(Json const& tool, std::string const& name) {
  for (Json const& property : member(tool, "parameters")) {
    if (member(property, "name") == name) return &property;
  }
  return nullptr;
}

std::string type_of(Json const& property) {
  std::string const kind = member(property, "kind").is_string() ? property["kind"].get<std::string>() : "";
  return kind == "float" ? "number" : kind;
}

void show_bound(Json& wire, Json const& tool) {
  for (auto const& [name, value] : member(tool, "bindings").items()) {
    Json const* const property = property_named(tool, name);
    if (property != nullptr) wire["input_schema"]["properties"][name] = {{"type", type_of(*property)}};
  }
}

void require_bound(Json& wire, Json const& tool) {
  for (auto const& [name, value] : member(tool, "bindings").items()) {
    Json const* const property = property_named(tool, name);
    if (property != nullptr && member(*property, "required") == true) wire["input_schema"]["required"].push_back(name);
  }
}

/// A binding of any tool takes the parameter from all of them.
void strip_everywhere(Json& tools, Json const& agent) {
  for (Json const& tool : member(agent, "tools")) {
    for (auto const& [name, value] : member(tool, "bindings").items()) {
      for (Json& wire : tools) wire["input_schema"]["properties"].erase(name);
    }
  }
}

/// Changes the request of an agent with outputs.
Rule with_outputs(std::function<void(Json& body, Json const& outputs)> change) {
  return changed_anthropic_request([change = std::move(change)](Json& body, Json const& agent, Json const&) {
    if (!member(agent, "outputs").empty()) change(body, member(agent, "outputs"));
  });
}

void ask_in_prompt(Json& body, Json const& outputs) {
  std::string const wish = "Answer with JSON: " + outputs.dump();
  body["system"] = body.contains("system") ? body["system"].get<std::string>() + wish : wish;
}

Rule changed_model(std::function<Json(Json const& agent)> change) {
  return changed_anthropic_request(
      [change = std::move(change)](Json& body, Json const& agent, Json const&) { body["model"] = change(agent); });
}

Json full_name(Json const& agent) {
  std::string const id = member(member(agent, "model"), "id").get<std::string>();
  bool const is_dated = !id.empty() && std::isdigit(static_cast<unsigned char>(id.back())) != 0;
  return is_dated ? id : id + "-latest";
}

std::vector<Mutant> model_mutants() {
  return {
      {"anthropic-agent-name-as-model", "P7.5-23", "Anthropic is asked for a model of the agent's name.",
       changed_model([](Json const& agent) { return member(agent, "name"); })},
      {"anthropic-model-made-latest", "P7.5-23", "A model id without a version is completed for Anthropic.",
       changed_model(full_name)},
      {"anthropic-model-missing", "P7.5-23", "Anthropic's request names no model.",
       changed_anthropic_request([](Json& body, Json const&, Json const&) { body.erase("model"); })},
      {"anthropic-outputs-as-config", "P7.5-24", "Outputs are asked for as Anthropic has it today.",
       with_outputs([](Json& body, Json const&) {
         body["output_config"] = {{"format", {{"type", "json_schema"}}}};
       })},
      {"anthropic-outputs-as-response-format", "P7.5-24", "Anthropic gets the response format of OpenAI's.",
       with_outputs([](Json& body, Json const&) {
         body["response_format"] = {{"type", "json_schema"}};
       })},
      {"anthropic-outputs-in-prompt", "P7.5-24", "Outputs are put into Anthropic's system text.",
       with_outputs(ask_in_prompt)},
      {"anthropic-outputs-displace-tools", "P7.5-24", "With outputs no tools are sent to Anthropic.",
       with_outputs([](Json& body, Json const&) { body.erase("tools"); })},
  };
}

std::vector<Mutant> tool_mutants() {
  return {
      {"anthropic-other-kinds-sent", "P7.5-14", "Tools of other kinds are sent to Anthropic without a schema.",
       changed_anthropic_request(send_other_kinds)},
      {"anthropic-other-kinds-refused", "P7.5-14", "A tool of another kind is an error for Anthropic.",
       refused_anthropic_request([](Json const& agent, Json const&) { return has_other_tools(agent); })},
      {"anthropic-other-kinds-lose-functions", "P7.5-14", "A tool of another kind keeps functions from Anthropic.",
       changed_anthropic_request([](Json& body, Json const& agent, Json const&) {
         if (has_other_tools(agent)) body.erase("tools");
       })},
      {"anthropic-tools-reversed", "P7.5-14", "Anthropic's tools come last first.",
       changed_tool_list([](Json& tools, Json const&) { std::reverse(tools.begin(), tools.end()); })},
      {"anthropic-absent-tools-empty", "P7.5-15", "Without a function Anthropic gets an empty list of tools.",
       filled_tools(Json::array())},
      {"anthropic-absent-tools-null", "P7.5-15", "Without a function Anthropic gets null for tools.",
       filled_tools(nullptr)},
      {"anthropic-tool-wrapped", "P7.5-16", "Anthropic's tools are wrapped as OpenAI's.", changed_anthropic_tool(wrap)},
      {"anthropic-schema-renamed", "P7.5-16", "The schema of Anthropic's tools has the name of OpenAI's.",
       changed_anthropic_tool(rename_schema)},
      {"anthropic-description-null", "P7.5-16", "A tool without description has null for Anthropic.",
       changed_anthropic_tool([](Json& wire, Json const&) {
         if (!wire.contains("description")) wire["description"] = nullptr;
       })},
      {"anthropic-strict-closes-schema", "P7.5-16", "A strict tool has a closed schema for Anthropic.",
       changed_anthropic_tool([](Json& wire, Json const& tool) {
         if (member(tool, "strict") == true) wire["input_schema"]["additionalProperties"] = false;
       })},
      {"anthropic-required-lost", "P7.5-16", "No parameter is required in Anthropic's tools.",
       changed_anthropic_tool([](Json& wire, Json const&) { wire["input_schema"].erase("required"); })},
      {"anthropic-empty-schema-lost", "P7.5-16", "A tool without parameters has no schema for Anthropic.",
       changed_anthropic_tool([](Json& wire, Json const&) {
         if (member(member(wire, "input_schema"), "properties").empty()) wire.erase("input_schema");
       })},
      {"anthropic-bound-shown", "P7.5-17", "Bound parameters are among the properties of Anthropic's tools.",
       changed_anthropic_tool(show_bound)},
      {"anthropic-bound-required", "P7.5-17", "Bound parameters stay required in Anthropic's tools.",
       changed_anthropic_tool(require_bound)},
      {"anthropic-bound-stripped-everywhere", "P7.5-17", "A binding takes its parameter from all of Anthropic's tools.",
       changed_tool_list(strip_everywhere)},
  };
}

}  // namespace
}  // namespace conformance::mutants::anthropic_tools

namespace conformance::mutants {

std::vector<Mutant> anthropic_tool_mutants() {
  std::vector<Mutant> mutants = anthropic_tools::model_mutants();
  std::vector<Mutant> const about_tools = anthropic_tools::tool_mutants();
  mutants.insert(mutants.end(), about_tools.begin(), about_tools.end());
  return mutants;
}

}  // namespace conformance::mutants
