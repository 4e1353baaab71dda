#include <algorithm>
#include <map>
#include <utility>

#include "harness/mutants/responses_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::openai_responses_settings {
namespace {

/// Changes the tools of a Responses request.
Rule changed_tools(std::function<void(Json& tools)> change) {
  return changed_responses([change = std::move(change)](Json& body, Json const&, Json const&) {
    if (body.contains("tools")) change(body["tools"]);
  });
}

/// Changes each function of a tool.
Rule changed_function(std::function<void(Json& tool)> change) {
  return changed_tools([change = std::move(change)](Json& tools) {
    for (Json& tool : tools) change(tool);
  });
}

void flatten(Json& tool) {
  Json flat{{"type", member(tool, "type")}};
  for (auto const& [key, value] : tool["function"].items()) flat[key] = value;
  tool = std::move(flat);
}

void reshape_as_elsewhere(Json& tool) {
  Json const& function = member(tool, "function");
  tool = {{"name", member(function, "name")},
          {"description", member(function, "description")},
          {"input_schema", member(function, "parameters")}};
}

/// Puts something under a key that the request does not have; `list` of the agent is absent or empty.
Rule filled(std::string key, Json filling) {
  return changed_responses([key = std::move(key), filling = std::move(filling)](Json& body, Json const&, Json const&) {
    if (!body.contains(key)) body[key] = filling;
  });
}

Rule filled_when_empty(std::string list, std::string key, Json filling) {
  return changed_responses([=](Json& body, Json const& agent, Json const&) {
    if (member(agent, list) == Json::array() && !body.contains(key)) body[key] = filling;
  });
}

/// Changes the format that is asked for.
Rule changed_format(std::function<void(Json& format, Json& body)> change) {
  return changed_responses([change = std::move(change)](Json& body, Json const&, Json const&) {
    if (!body.contains("text")) return;
    Json format = Json(body["text"]["format"]);
    change(format, body);
    if (body.contains("text")) body["text"]["format"] = std::move(format);
  });
}

void nest_schema(Json& format, Json&) {
  Json inner = format;
  inner.erase("type");
  format = {{"type", member(format, "type")}, {"json_schema", std::move(inner)}};
}

void move_format(Json& format, Json& body) {
  body["response_format"] = format;
  body.erase("text");
}

/// Sends the options that have a name in the table.
Rule options_sent(std::map<std::string, std::string> names) {
  return changed_responses([names = std::move(names)](Json& body, Json const& agent, Json const&) {
    for (auto const& [option, parameter] : names) {
      Json const& value = member(options_of(agent), option);
      if (!value.is_null()) body[parameter] = value;
    }
  });
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"responses-tools-flat", "P7.4.1-11", "The function of a tool stands beside its type.",
       changed_function(flatten)},
      {"responses-tools-elsewhere", "P7.4.1-11", "Tools have the shape of another provider.",
       changed_function(reshape_as_elsewhere)},
      {"responses-tools-dropped", "P7.4.1-11", "No tool is sent with a Responses request.",
       changed_responses([](Json& body, Json const&, Json const&) { body.erase("tools"); })},
      {"responses-first-tool-only", "P7.4.1-11", "Only the first tool is sent with a Responses request.",
       changed_tools([](Json& tools) { tools = Json::array({Json(first_of(tools))}); })},
      {"responses-strictness-lost", "P7.4.1-11", "The strict flag of a tool is lost in a Responses request.",
       changed_function([](Json& tool) { tool["function"].erase("strict"); })},
      {"responses-absent-tools-null", "P7.4.1-17", "Without tools a Responses request has null there.",
       filled("tools", nullptr)},
      {"responses-empty-tools-sent", "P7.4.1-17", "An empty list of tools is sent with a Responses request.",
       filled_when_empty("tools", "tools", Json::array())},
      {"responses-schema-nested", "P7.4.1-12", "Name, strict and schema are nested as for chat.",
       changed_format(nest_schema)},
      {"responses-format-of-chat", "P7.4.1-12", "The structure is asked for in the way of chat.",
       changed_format(move_format)},
      {"responses-format-not-strict", "P7.4.1-12", "The structure is asked for without being strict.",
       changed_format([](Json& format, Json&) { format["strict"] = false; })},
      {"responses-format-unnamed", "P7.4.1-12", "The structure that is asked for has no name.",
       changed_format([](Json& format, Json&) { format.erase("name"); })},
      {"responses-schema-open", "P7.4.1-13", "The schema of the outputs says nothing of further properties.",
       changed_format([](Json& format, Json&) { format["schema"].erase("additionalProperties"); })},
      {"responses-schema-permissive", "P7.4.1-13", "The schema of the outputs allows further properties.",
       changed_format([](Json& format, Json&) { format["schema"]["additionalProperties"] = true; })},
      {"responses-absent-outputs-text", "P7.4.1-14", "Without outputs plain text is asked for.",
       filled("text", {{"format", {{"type", "text"}}}})},
      {"responses-empty-outputs-any-json", "P7.4.1-14",
       "An empty list of outputs asks a Responses request for any JSON.",
       filled_when_empty("outputs", "text", {{"format", {{"type", "json_object"}}}})},
      {"responses-with-options", "P7.4.1-15", "The options that the provider knows are sent.",
       options_sent({{"temperature", "temperature"}, {"topP", "top_p"}, {"maxOutputTokens", "max_output_tokens"}})},
      {"responses-with-options-of-chat", "P7.4.1-15", "Options that only chat knows are sent.",
       options_sent({{"seed", "seed"}, {"stopSequences", "stop"}})},
      {"responses-with-additional-properties", "P7.4.1-15", "Additional properties are sent with a Responses request.",
       changed_responses([](Json& body, Json const& agent, Json const&) {
         if (additional_properties_of(agent).is_null()) return;
         for (auto const& [key, value] : additional_properties_of(agent).items()) body[key] = value;
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::openai_responses_settings

namespace conformance::mutants {

std::vector<Mutant> responses_setting_mutants() {
  return openai_responses_settings::mutants_of_room();
}

}  // namespace conformance::mutants
