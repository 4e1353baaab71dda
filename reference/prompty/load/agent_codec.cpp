#include "prompty/load/agent_codec.hpp"

#include <algorithm>

#include "prompty/core/json_text.hpp"
#include "prompty/load/codecs.hpp"

namespace prompty::agent_codec {
namespace {

TemplateStage read_stage(ObjectReader const& members, std::string_view name, TemplateStage const& fallback) {
  Json const* const value = members.find(name);
  if (value == nullptr) return fallback;
  // P4.2-09: as with a string in place of the whole template.
  if (value->is_string()) return {.kind = value->get<std::string>()};
  if (!value->is_object()) {
    refuse(members.reading(), members.path_of(name), "a mapping or a string", *value);
    return fallback;
  }
  ObjectReader const own_members(*value, members.path_of(name), members.reading());
  std::string const kind = own_members.text("kind").value_or(fallback.kind);
  json_text::ObjectBuilder settings;
  for (auto const& [setting, given] : value->items()) {
    if (setting != "kind" && !given.is_null()) settings.set(setting, given);
  }
  return {.kind = kind, .settings = settings.take()};
}

/// P2.3-11: the two kinds read here choose the engine and the parser; the pipeline looks both up.
Template read_template(Json const& value, std::string const& path, Reading const& reading) {
  // P2.8-01, P2.8-02: a stage that is not written stays as it is here.
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
  members.report_unread();
  return standard;
}

Json write_stage(TemplateStage const& stage) {
  Json shown{{"kind", stage.kind}};
  shown.update(stage.settings);
  return shown;
}

/// All but the metadata.
PromptyAgent read_members(ObjectReader const& members) {
  // P2.3-01, P2.3-02, P2.3-03: each from its own key; neither the file name nor another of them stands in.
  return {.name = members.text("name"),
          .display_name = members.text("displayName"),
          .description = members.text("description"),
          .model = members.read("model", model_codec::read),
          .inputs = members.read("inputs", property_codec::read).value_or(std::vector<Property>()),
          // P2.3-08, P2.3-09, P2.7-19: the same reader as for inputs, so outputs take every form that inputs take.
          .outputs = members.read("outputs", property_codec::read).value_or(std::vector<Property>()),
          .tools = members.read("tools", tool_codec::read).value_or(std::vector<Tool>()),
          .prompt_template = members.read("template", read_template).value_or(Template())};
}

/// P4.1-07, P4.1-08, A-012: these two come from elsewhere, and keys of their names are dropped.
bool is_set_by_loading(std::string_view name) {
  return name == "kind" || name == "instructions";
}

}  // namespace

bool is_property(std::string_view name) {
  return std::find(properties.begin(), properties.end(), name) != properties.end();
}

PromptyAgent from_frontmatter(Json frontmatter, std::string body) {
  return from_frontmatter(frontmatter, std::move(body), {});
}

PromptyAgent from_frontmatter(Json& frontmatter, std::string body, Reading const& reading) {
  Json nothing = Json::object();
  // P2.1-07: without frontmatter every property keeps the default of its field.
  Json& mapping = frontmatter.is_null() ? nothing : frontmatter;
  ObjectReader const members(mapping, "", reading);
  PromptyAgent agent = read_members(members);
  // P2.3-04: kept as it is, nested values and types included. It may be most of a file, so it is moved, not copied.
  bool const has_metadata = members.find_mapping("metadata") != nullptr;
  json_text::ObjectBuilder metadata(has_metadata ? std::move(mapping["metadata"]) : Json(nullptr));
  for (auto const& [name, value] : mapping.items()) {
    // P4.2-01: nothing is written there, whatever the property means.
    if (value.is_null()) continue;
    // P2.3-12, P2.3-13: kept rather than refused, since a newer file may say more than this reader knows.
    bool const is_unknown = !is_property(name) && !is_set_by_loading(name);
    if (is_unknown && metadata.find(name) == nullptr) metadata.set(name, std::move(value));
  }
  agent.metadata = metadata.take();
  // P2.1-05, P4.1-08: always the body, as it was typed.
  agent.instructions = std::move(body);
  return agent;
}

PromptyAgent from_json(Json const& agent, Edition edition) {
  ObjectReader const members(agent, "", {.edition = edition});
  PromptyAgent read = read_members(members);
  read.metadata = members.mapping("metadata");
  read.instructions = members.text("instructions").value_or("");
  return read;
}

Json to_json(PromptyAgent const& agent) {
  // P4.1-07: an agent has no other kind, so none is stored.
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
