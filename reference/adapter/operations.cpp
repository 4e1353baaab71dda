#include "adapter/operations.hpp"

#include <fmt/core.h>

#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace prompty::adapter {
namespace {

enum class Variant { synchronous, asynchronous };

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

/// What a request may carry beside the operation's own members. Being asked to record or to register and not doing it
/// would make a verdict about something else.
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

Variant variant_of(Json const& params) {
  if (!params.contains("variant")) return Variant::synchronous;
  std::string const variant = demand_text(params, "variant");
  if (variant == "sync") return Variant::synchronous;
  if (variant == "async") return Variant::asynchronous;
  throw InvalidParams{fmt::format("params.variant must be sync or async, not '{}'", variant)};
}

Json split(Json const& params, Runtime const&) {
  frontmatter::Halves const halves = frontmatter::split(demand_text(params, "text"));
  return Json{{"frontmatter", halves.block ? Json(halves.block->text) : Json(nullptr)}, {"body", halves.body}};
}

Json load_agent(Json const& params, Runtime const&) {
  return agent_codec::to_json(load(demand_text(params, "path")));
}

Json shown_request(Json const& params, Runtime const& runtime) {
  ProviderRequest request = build_request(demand_agent(params), demand_messages(params), runtime);
  Json shown{{"method", request.method}, {"path", request.path}};
  for (auto const& [name, value] : request.headers) shown["headers"][name] = value;
  shown["body"] = std::move(request.body);
  return shown;
}

Json processed(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = demand_agent(params);
  Json const& response = demand(params, "response");
  return outcome_to_json(variant_of(params) == Variant::synchronous ? process(agent, response, runtime)
                                                                    : process_async(agent, response, runtime).get());
}

Json run_once(Json const& params, Runtime const& runtime) {
  PromptyAgent const agent = demand_agent(params);
  std::vector<Message> const messages = demand_messages(params);
  return outcome_to_json(variant_of(params) == Variant::synchronous ? run(agent, messages, runtime)
                                                                    : run_async(agent, messages, runtime).get());
}

template <Json (*perform)(Json const&, Runtime const&)>
Json checked(Json const& params, Runtime const& runtime) {
  demand_supported(params);
  return perform(params, runtime);
}

}  // namespace

std::vector<Operation> const& operations() {
  static std::vector<Operation> const all = {{"split", checked<split>},
                                             {"load", checked<load_agent>},
                                             {"build_request", checked<shown_request>},
                                             {"process", checked<processed>},
                                             {"run", checked<run_once>}};
  return all;
}

}  // namespace prompty::adapter
