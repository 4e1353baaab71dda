#include "adapter/registry_operations.hpp"

#include <fmt/core.h>

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "adapter/canned_handler.hpp"
#include "adapter/params.hpp"

namespace prompty::adapter {
namespace registry_operations {
namespace {

using StepAction = Json (*)(Json const& step, Runtime& runtime);

Json no_answer() {
  return nullptr;
}

Json add_connection(Json const& step, Runtime& runtime) {
  register_connection(demand_text(step, "name"), std::make_shared<Client const>(read_client(demand(step, "value"))),
                      runtime);
  return no_answer();
}

Json find_connection(Json const& step, Runtime& runtime) {
  std::shared_ptr<Client const> const client = get_connection(demand_text(step, "name"), runtime);
  if (client == nullptr) return no_answer();
  Json shown{{"endpoint", client->endpoint}};
  if (client->api_key) shown["apiKey"] = *client->api_key;
  return shown;
}

Json add_tool(Json const& step, Runtime& runtime) {
  register_tool(demand_text(step, "name"), canned_tool(demand(step, "value"), std::make_shared<Json>()), runtime);
  return no_answer();
}

Json find_tool(Json const& step, Runtime& runtime) {
  std::shared_ptr<ToolHandler const> const handler = get_tool(demand_text(step, "name"), runtime);
  if (handler == nullptr) return no_answer();
  if (!step.contains("call")) return Json{{"handler", true}};
  return Json{{"handler", true}, {"result", handler->call(step["call"])}};
}

Json add_kind(Json const& step, Runtime& runtime) {
  register_tool_handler(demand_text(step, "kind"), canned_kind(demand(step, "value"), std::make_shared<Json>()),
                        runtime);
  return no_answer();
}

Json find_kind(Json const& step, Runtime& runtime) {
  std::string const kind = demand_text(step, "kind");
  std::shared_ptr<KindHandler const> const handler = get_tool_handler(kind, runtime);
  if (handler == nullptr) return no_answer();
  if (!step.contains("call")) return Json{{"handler", true}};
  Tool const tool = read_tool(Json{{"name", "tried"}, {"kind", kind}});
  Json result = (*handler)(tool, step["call"], PromptyAgent{}, Json::object(), CallSetting{.function = tool.name});
  return Json{{"handler", true}, {"result", std::move(result)}};
}

Json found() {
  return Json{{"found", true}};
}

Json find_renderer(Json const& step, Runtime& runtime) {
  static_cast<void>(get_renderer(demand_text(step, "key"), runtime));
  return found();
}

Json find_parser(Json const& step, Runtime& runtime) {
  static_cast<void>(get_parser(demand_text(step, "key"), runtime));
  return found();
}

Json find_executor(Json const& step, Runtime& runtime) {
  static_cast<void>(get_executor(demand_text(step, "key"), runtime));
  return found();
}

Json find_processor(Json const& step, Runtime& runtime) {
  static_cast<void>(get_processor(demand_text(step, "key"), runtime));
  return found();
}

/// A step that clears something.
template <void (*clear)(Runtime& runtime)>
Json clearing(Json const&, Runtime& runtime) {
  clear(runtime);
  return no_answer();
}

/// What the steps of the protocol do, by their names.
std::map<std::string, StepAction> const& actions() {
  static std::map<std::string, StepAction> const all = {{"register_connection", add_connection},
                                                        {"get_connection", find_connection},
                                                        {"clear_connections", clearing<clear_connections>},
                                                        {"register_tool", add_tool},
                                                        {"get_tool", find_tool},
                                                        {"clear_tools", clearing<clear_tools>},
                                                        {"register_tool_handler", add_kind},
                                                        {"get_tool_handler", find_kind},
                                                        {"clear_tool_handlers", clearing<clear_tool_handlers>},
                                                        {"get_renderer", find_renderer},
                                                        {"get_parser", find_parser},
                                                        {"get_executor", find_executor},
                                                        {"get_processor", find_processor},
                                                        {"clear_cache", clearing<clear_cache>}};
  return all;
}

Json answer_of(Json const& step, Runtime& runtime) {
  std::string const name = demand_text(step, "do");
  std::map<std::string, StepAction>::const_iterator const action = actions().find(name);
  if (action == actions().end()) throw InvalidParams{fmt::format("params.steps: '{}' is nothing to do", name)};
  try {
    return action->second(step, runtime);
  } catch (Error const& error) {
    return Json{{"error", Json{{"kind", error.kind()}, {"message", error.what()}}}};
  }
}

}  // namespace
}  // namespace registry_operations

Json registry(Json const& params, Runtime& runtime) {
  Json const& steps = demand(params, "steps");
  if (!steps.is_array()) throw InvalidParams{"params.steps must be a list"};
  Json answers = Json::array();
  for (Json const& step : steps) answers.push_back(registry_operations::answer_of(step, runtime));
  return answers;
}

Json lookup(Json const& params, Runtime& runtime) {
  std::string const component = demand_text(params, "component");
  std::map<std::string, registry_operations::StepAction> const components = {
      {"renderer", registry_operations::find_renderer},
      {"parser", registry_operations::find_parser},
      {"executor", registry_operations::find_executor},
      {"processor", registry_operations::find_processor}};
  if (!components.contains(component)) {
    throw InvalidParams{
        fmt::format("params.component must be renderer, parser, executor or processor, not '{}'", component)};
  }
  return components.at(component)(params, runtime);
}

}  // namespace prompty::adapter
