#include "adapter/params.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <utility>
#include <variant>

#include "adapter/canned_handler.hpp"

namespace prompty::adapter {
namespace {

ToolDefinition read_definition(Json const& definition) {
  ToolDefinition read{.name = demand_text(definition, "name"), .description = optional_text(definition, "description")};
  if (definition.contains("parameters")) read.parameters = definition["parameters"];
  return read;
}

std::vector<ToolDefinition> read_definitions(Json const& list) {
  if (!list.is_array()) throw InvalidParams{"params.discovered must map names of tools to lists of functions"};
  std::vector<ToolDefinition> definitions;
  for (Json const& definition : list) definitions.push_back(read_definition(definition));
  return definitions;
}

Json registered_clients(Json const& params) {
  Json const registered = params.value("register", Json::object());
  if (!registered.is_object()) throw InvalidParams{"params.register must be an object"};
  Json clients = registered.value("connections", Json::object());
  if (!clients.is_object()) throw InvalidParams{"params.register.connections must map names to clients"};
  return clients;
}

bool is_discovered(Tool const& tool) {
  return std::holds_alternative<McpTool>(tool.details) || std::holds_alternative<OpenApiTool>(tool.details);
}

}  // namespace

Client read_client(Json const& client) {
  if (!client.is_object()) throw InvalidParams{"params.register.connections must map names to clients"};
  return {.endpoint = demand_text(client, "endpoint"), .api_key = optional_text(client, "apiKey")};
}

Json const& demand(Json const& params, char const* name) {
  if (!params.contains(name)) throw InvalidParams{fmt::format("params.{} is missing", name)};
  return params[name];
}

std::string demand_text(Json const& params, char const* name) {
  Json const& value = demand(params, name);
  if (!value.is_string()) throw InvalidParams{fmt::format("params.{} must be a string", name)};
  return value.get<std::string>();
}

PromptyAgent demand_agent(Json const& params) {
  Json const& agent = demand(params, "agent");
  if (!agent.is_object()) throw InvalidParams{"params.agent must be an object"};
  return agent_codec::from_json(agent);
}

PromptyAgent demand_equipped_agent(Json const& params) {
  PromptyAgent agent = demand_agent(params);
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

std::vector<Message> demand_messages(Json const& params) {
  Json const& messages = demand(params, "messages");
  if (!messages.is_array()) throw InvalidParams{"params.messages must be a list"};
  return message_codec::read(messages, "messages");
}

std::optional<std::string> optional_text(Json const& params, char const* name) {
  if (!params.contains(name)) return std::nullopt;
  return demand_text(params, name);
}

std::optional<std::map<std::string, std::string>> optional_variables(Json const& params, char const* name) {
  if (!params.contains(name)) return std::nullopt;
  std::map<std::string, std::string> variables;
  for (auto const& [variable, value] : params[name].items()) {
    if (!params[name].is_object() || !value.is_string()) {
      throw InvalidParams{fmt::format("params.{} must map names to strings", name)};
    }
    variables.emplace(variable, value.get<std::string>());
  }
  return variables;
}

Variant variant_of(Json const& params) {
  std::string const variant = optional_text(params, "variant").value_or("sync");
  if (variant == "sync") return Variant::synchronous;
  if (variant == "async") return Variant::asynchronous;
  throw InvalidParams{fmt::format("params.variant must be sync or async, not '{}'", variant)};
}

Profile profile_of(Json const& params) {
  if (!params.is_object() || !params.contains("options")) return Profile::as_written;
  if (!params["options"].is_object()) throw InvalidParams{"params.options must be an object"};
  std::string const profile = optional_text(params["options"], "profile").value_or("as-written");
  if (profile == "as-written") return Profile::as_written;
  if (profile == "live") return Profile::live;
  throw InvalidParams{fmt::format("params.options.profile must be as-written or live, not '{}'", profile)};
}

bool is_asked_for(Json const& params, char const* name) {
  return params.contains(name) && params[name] != Json(false);
}

void demand_whole(Json const& params) {
  if (is_asked_for(params, "stream")) throw UnsupportedInput{"params.stream is not supported"};
}

std::unique_ptr<Runtime> runtime_for(Json const& params, Omissions const& omissions) {
  std::optional<std::map<std::string, std::string>> variables = optional_variables(params, "env");
  Environment environment = variables ? fixed_environment(*std::move(variables)) : process_environment();
  std::unique_ptr<Runtime> runtime = make_runtime(HttpOptions{}, profile_of(params), std::move(environment));
  leave_out(omissions, *runtime);
  return runtime;
}

std::unique_ptr<Runtime> fresh_runtime(Json const& params, std::shared_ptr<CalledDoubles> const& called,
                                       Omissions const& omissions) {
  std::unique_ptr<Runtime> runtime = runtime_for(params, omissions);
  Json const clients = registered_clients(params);
  for (auto const& [name, client] : clients.items()) {
    register_connection(name, std::make_shared<Client const>(read_client(client)), *runtime);
  }
  register_doubles(params, called, runtime->invokers);
  return runtime;
}

std::unique_ptr<Runtime> own_runtime(Json const& params, std::shared_ptr<CalledDoubles> const& called,
                                     Omissions const& omissions) {
  bool const has_agent = params.contains("agent") || params.contains("path");
  bool const brings_tools = has_agent && params.contains("handlers");
  bool const brings_something = params.contains("env") || params.contains("register") || brings_tools;
  if (!brings_something) return nullptr;
  std::unique_ptr<Runtime> runtime = fresh_runtime(params, called, omissions);
  if (!brings_tools) return runtime;
  if (!params["handlers"].is_object()) throw InvalidParams{"params.handlers must map names to canned handlers"};
  for (auto const& [name, canned] : params["handlers"].items()) {
    register_tool(name, canned_tool(canned, std::make_shared<Json>()), *runtime);
  }
  return runtime;
}

}  // namespace prompty::adapter
