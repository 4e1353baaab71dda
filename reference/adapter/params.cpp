#include "adapter/operations.hpp"

#include <fmt/core.h>

#include "prompty/load/codecs.hpp"

namespace prompty::adapter {
namespace {

ObjectReader members_of(Json const& params) {
  Reading const reading{.listener = [](Error const& error) { throw InvalidParams{error.what()}; }};
  return ObjectReader(params, "params", reading);
}

std::vector<ToolDefinition> read_definitions(Json const& list) {
  if (!list.is_array()) throw InvalidParams{"params.discovered must map names of tools to lists of functions"};
  std::vector<ToolDefinition> definitions;
  for (Json const& given : list) {
    ToolDefinition definition{.name = required_text(given, "name"), .description = optional_text(given, "description")};
    if (given.contains("parameters")) definition.parameters = given["parameters"];
    definitions.push_back(std::move(definition));
  }
  return definitions;
}

bool is_discovered(Tool const& tool) {
  return std::holds_alternative<McpTool>(tool.details) || std::holds_alternative<OpenApiTool>(tool.details);
}

}  // namespace

Client read_client(Json const& client) {
  if (!client.is_object()) throw InvalidParams{"params.register.connections must map names to clients"};
  return {.endpoint = required_text(client, "endpoint"), .api_key = optional_text(client, "apiKey")};
}

Json const& required(Json const& params, char const* name) {
  if (!params.contains(name)) throw InvalidParams{fmt::format("params.{} is missing", name)};
  return params[name];
}

Json const& object_in(Json const& params, char const* name, std::string const& otherwise) {
  static Json const none = Json::object();
  if (!params.contains(name)) return none;
  if (!params[name].is_object()) throw InvalidParams{otherwise};
  return params[name];
}

std::string required_text(Json const& params, char const* name) {
  return members_of(params).required_text(name, "a string");
}

PromptyAgent required_agent(Json const& params, Runtime const& runtime) {
  Json const& agent = required(params, "agent");
  if (!agent.is_object()) throw InvalidParams{"params.agent must be an object"};
  return agent_codec::from_json(agent, runtime.edition);
}

PromptyAgent required_equipped_agent(Json const& params, Runtime const& runtime) {
  PromptyAgent agent = required_agent(params, runtime);
  if (std::optional<std::string> const folder = optional_text(params, "baseDir")) {
    agent.origin = Origin{.file = (std::filesystem::path(*folder) / "agent.prompty").string()};
  }
  equip(agent, params);
  return agent;
}

void equip(PromptyAgent& agent, Json const& params) {
  Json const discovered = params.value("discovered", Json::object());
  for (Tool& tool : agent.tools) {
    if (is_discovered(tool) && discovered.contains(tool.name)) tool.offered = read_definitions(discovered[tool.name]);
  }
}

Tool read_tool(Json const& tool, Runtime const& runtime) {
  return tool_codec::read(Json::array({tool}), "tools", {.edition = runtime.edition}).front();
}

std::vector<Message> required_messages(Json const& params) {
  Json const& messages = required(params, "messages");
  if (!messages.is_array()) throw InvalidParams{"params.messages must be a list"};
  return message_codec::read(messages, "messages");
}

std::optional<std::string> optional_text(Json const& params, char const* name) {
  return members_of(params).text(name);
}

std::optional<std::map<std::string, std::string>> optional_variables(Json const& params, char const* name) {
  if (members_of(params).find(name) == nullptr) return std::nullopt;
  std::map<std::string, std::string> variables;
  Json const given = members_of(params).mapping(name);
  for (auto const& [variable, value] : given.items()) {
    if (!value.is_string()) throw InvalidParams{fmt::format("params.{} must map names to strings", name)};
    variables.emplace(variable, value.get<std::string>());
  }
  return variables;
}

bool is_second(std::string_view value, char const* name, std::string_view first, std::string_view second) {
  if (value == first || value == second) return value == second;
  throw InvalidParams{fmt::format("params.{} must be {} or {}, not '{}'", name, first, second, value)};
}

bool is_async(Json const& params) {
  return is_second(optional_text(params, "variant").value_or("sync"), "variant", "sync", "async");
}

Profile profile_of(Json const& params) {
  if (!params.is_object()) return Profile::as_written;
  std::string const profile = optional_text(members_of(params).mapping("options"), "profile").value_or("as-written");
  return is_second(profile, "options.profile", "as-written", "live") ? Profile::live : Profile::as_written;
}

bool is_enabled(Json const& params, char const* name) {
  return params.contains(name) && params[name] != Json(false);
}

void refuse_stream(Json const& params) {
  if (is_enabled(params, "stream")) throw UnsupportedInput{"params.stream is not supported"};
}

}  // namespace prompty::adapter
