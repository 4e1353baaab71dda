#include "prompty/load/agent_codec.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/load/model_codec.hpp"
#include "prompty/load/object_reader.hpp"
#include "prompty/load/property_codec.hpp"
#include "prompty/load/tool_codec.hpp"

namespace prompty::agent_codec {
namespace {

TemplateStage read_stage(ObjectReader const& members, std::string_view name, TemplateStage const& fallback) {
  Json const* const value = members.find(name);
  if (value == nullptr) return fallback;
  if (value->is_string()) return {.kind = value->get<std::string>()};
  if (!value->is_object()) {
    refuse(members.reading(), members.path_of(name), "a mapping or a string", *value);
    return fallback;
  }
  ObjectReader const own_members(*value, members.path_of(name), members.reading());
  TemplateStage stage{.kind = own_members.text("kind").value_or(fallback.kind)};
  for (auto const& [setting, given] : value->items()) {
    if (setting != "kind" && !given.is_null()) append_new(stage.settings, setting, given);
  }
  return stage;
}

Template read_template(Json const& value, std::string const& path, Reading const& reading) {
  Template standard;
  // P2.8-05: the string is the kind of the format, the parser keeps its default.
  if (value.is_string()) return {.format = {.kind = value.get<std::string>()}, .parser = standard.parser};
  if (!value.is_object()) {
    refuse(reading, path, "a mapping or a string", value);
    return standard;
  }
  ObjectReader const members(value, path, reading);
  standard.format = read_stage(members, "format", standard.format);
  standard.parser = read_stage(members, "parser", standard.parser);
  members.tell_of_unread();
  return standard;
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
  Reading const& reading = members.reading();
  if (Json const* const model = members.find("model")) agent.model = model_codec::read(*model, "model", reading);
  if (Json const* const inputs = members.find("inputs")) {
    agent.inputs = property_codec::read(*inputs, "inputs", reading);
  }
  if (Json const* const outputs = members.find("outputs")) {
    agent.outputs = property_codec::read(*outputs, "outputs", reading);
  }
  if (Json const* const tools = members.find("tools")) agent.tools = tool_codec::read(*tools, "tools", reading);
  if (Json const* const value = members.find("template")) {
    agent.prompt_template = read_template(*value, "template", reading);
  }
  return agent;
}

/// these two come from elsewhere.
bool is_set_by_loading(std::string_view name) {
  return name == "kind" || name == "instructions";
}

}  // namespace

bool is_property(std::string_view name) {
  return std::find(properties.begin(), properties.end(), name) != properties.end();
}

PromptyAgent from_frontmatter(Json const& frontmatter, std::string body, Reading const& reading) {
  Json const nothing = Json::object();
  Json const& mapping = frontmatter.is_null() ? nothing : frontmatter;
  PromptyAgent agent = read_members(ObjectReader(mapping, "", reading));
  std::unordered_set<std::string> taken;
  for (auto const& [name, value] : agent.metadata.items()) taken.insert(name);
  for (auto const& [name, value] : mapping.items()) {
    if (!is_property(name) && !is_set_by_loading(name) && taken.count(name) == 0)
      append_new(agent.metadata, name, value);
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
