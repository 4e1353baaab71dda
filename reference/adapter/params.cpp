#include "adapter/params.hpp"

#include <fmt/core.h>

namespace prompty::adapter {

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

void demand_supported(Json const& params) {
  for (char const* const name : {"stream", "trace"}) {
    if (params.contains(name) && params[name] != Json(false)) {
      throw UnsupportedInput{fmt::format("params.{} is not supported", name)};
    }
  }
  for (char const* const name : {"register", "discovered"}) {
    if (params.contains(name) && !params[name].empty()) {
      throw UnsupportedInput{fmt::format("params.{} is not supported", name)};
    }
  }
}

}  // namespace prompty::adapter
