#include "prompty/load/agent_codec.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/load/model_codec.hpp"
#include "prompty/load/object_reader.hpp"
#include "prompty/load/property_codec.hpp"
#include "prompty/load/tool_codec.hpp"

namespace prompty::agent_codec {
namespace {

constexpr std::array<std::string_view, 11> known_members = {"name",     "displayName", "description", "metadata",
                                                            "model",    "inputs",      "outputs",     "tools",
                                                            "template", "kind",        "instructions"};

TemplateStage read_stage(Json const& value, std::string const& path, TemplateStage const& fallback) {
  if (value.is_string()) return {.kind = value.get<std::string>()};
  if (!value.is_object()) throw errors::wrong_type(path, "a mapping or a string", value);
  TemplateStage stage{.kind = ObjectReader(value, path).text("kind").value_or(fallback.kind), .settings = value};
  stage.settings.erase("kind");
  return stage;
}

Template read_template(Json const& value, std::string const& path) {
  Template read;
  if (value.is_string()) {
    // P2.8-05: the string is the kind of the format, the parser keeps its default.
    read.format.kind = value.get<std::string>();
    return read;
  }
  if (!value.is_object()) throw errors::wrong_type(path, "a mapping or a string", value);
  ObjectReader const members(value, path);
  if (Json const* const format = members.find("format")) {
    read.format = read_stage(*format, members.path_of("format"), read.format);
  }
  if (Json const* const parser = members.find("parser")) {
    read.parser = read_stage(*parser, members.path_of("parser"), read.parser);
  }
  return read;
}

Json write_stage(TemplateStage const& stage) {
  Json shown{{"kind", stage.kind}};
  shown.update(stage.settings);
  return shown;
}

PromptyAgent read_members(ObjectReader const& members) {
  PromptyAgent agent{.name = members.text("name"),
                     .display_name = members.text("displayName"),
                     .description = members.text("description"),
                     .metadata = members.mapping("metadata")};
  if (Json const* const model = members.find("model")) agent.model = model_codec::read(*model, "model");
  if (Json const* const inputs = members.find("inputs")) agent.inputs = property_codec::read(*inputs, "inputs");
  if (Json const* const outputs = members.find("outputs")) agent.outputs = property_codec::read(*outputs, "outputs");
  if (Json const* const tools = members.find("tools")) agent.tools = tool_codec::read(*tools, "tools");
  if (Json const* const value = members.find("template")) agent.prompt_template = read_template(*value, "template");
  return agent;
}

bool is_known(std::string_view name) {
  return std::find(known_members.begin(), known_members.end(), name) != known_members.end();
}

}  // namespace

PromptyAgent from_frontmatter(Json const& properties, std::string body) {
  Json const mapping = properties.is_null() ? Json::object() : properties;
  PromptyAgent agent = read_members(ObjectReader(mapping, ""));
  for (auto const& [name, value] : mapping.items()) {
    if (!is_known(name) && !agent.metadata.contains(name)) agent.metadata[name] = value;
  }
  agent.instructions = std::move(body);
  return agent;
}

PromptyAgent from_json(Json const& agent) {
  ObjectReader const members(agent, "");
  PromptyAgent read = read_members(members);
  read.instructions = members.text("instructions").value_or("");
  return read;
}

Json to_json(PromptyAgent const& agent) {
  Json shown{{"kind", "prompt"}};
  put(shown, "name", agent.name);
  put(shown, "displayName", agent.display_name);
  put(shown, "description", agent.description);
  put_unless_empty(shown, "metadata", agent.metadata);
  if (agent.model) shown["model"] = model_codec::write(*agent.model);
  put_unless_empty(shown, "inputs", property_codec::write(agent.inputs));
  put_unless_empty(shown, "outputs", property_codec::write(agent.outputs));
  put_unless_empty(shown, "tools", tool_codec::write(agent.tools));
  shown["template"] = Json{{"format", write_stage(agent.prompt_template.format)},
                           {"parser", write_stage(agent.prompt_template.parser)}};
  shown["instructions"] = agent.instructions;
  return shown;
}

}  // namespace prompty::agent_codec
