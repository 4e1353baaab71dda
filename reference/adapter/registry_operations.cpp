#include "adapter/canned_handlers.hpp"

#include <fmt/core.h>

#include "prompty/agent/errors.hpp"

namespace prompty::adapter {
namespace {

using StepAction = Json (*)(Json const& step, Runtime& runtime);

Json add_connection(Json const& step, Runtime& runtime) {
  register_connection(required_text(step, "name"), std::make_shared<Client const>(read_client(required(step, "value"))),
                      runtime);
  return nullptr;
}

Json find_connection(Json const& step, Runtime& runtime) {
  std::shared_ptr<Client const> const client = get_connection(required_text(step, "name"), runtime);
  if (client == nullptr) return nullptr;
  Json shown{{"endpoint", client->endpoint}};
  if (client->api_key) shown["apiKey"] = *client->api_key;
  return shown;
}

Json add_tool(Json const& step, Runtime& runtime) {
  register_tool(required_text(step, "name"), canned_tool(required(step, "value")), runtime);
  return nullptr;
}

Json find_tool(Json const& step, Runtime& runtime) {
  std::shared_ptr<ToolHandler const> const handler = get_tool(required_text(step, "name"), runtime);
  if (handler == nullptr) return nullptr;
  if (!step.contains("call")) return Json{{"handler", true}};
  return Json{{"handler", true}, {"result", handler_result_to_json(handler->call(step["call"]))}};
}

Json add_kind(Json const& step, Runtime& runtime) {
  register_tool_handler(required_text(step, "kind"), canned_kind(required(step, "value")), runtime);
  return nullptr;
}

Json find_kind(Json const& step, Runtime& runtime) {
  std::string const kind = required_text(step, "kind");
  std::shared_ptr<KindHandler const> const handler = get_tool_handler(kind, runtime);
  if (handler == nullptr) return nullptr;
  if (!step.contains("call")) return Json{{"handler", true}};
  Tool const tool = read_tool(Json{{"name", "tried"}, {"kind", kind}}, runtime);
  HandlerResult const result =
      (*handler)(tool, step["call"], PromptyAgent{}, Json::object(), CallSetting{.function = tool.name});
  return Json{{"handler", true}, {"result", handler_result_to_json(result)}};
}

/// A step that gets a component.
template <class Component, std::shared_ptr<Component const> (*get)(std::string_view key, Runtime const& runtime)>
Json finding(Json const& step, Runtime& runtime) {
  static_cast<void>(get(required_text(step, "key"), runtime));
  return Json{{"found", true}};
}

/// A step that clears something.
template <void (*clear)(Runtime& runtime)>
Json clearing(Json const&, Runtime& runtime) {
  clear(runtime);
  return nullptr;
}

std::map<std::string, StepAction> const actions = {{"register_connection", add_connection},
                                                   {"get_connection", find_connection},
                                                   {"clear_connections", clearing<clear_connections>},
                                                   {"register_tool", add_tool},
                                                   {"get_tool", find_tool},
                                                   {"clear_tools", clearing<clear_tools>},
                                                   {"register_tool_handler", add_kind},
                                                   {"get_tool_handler", find_kind},
                                                   {"clear_tool_handlers", clearing<clear_tool_handlers>},
                                                   {"get_renderer", finding<Renderer, get_renderer>},
                                                   {"get_parser", finding<Parser, get_parser>},
                                                   {"get_executor", finding<Executor, get_executor>},
                                                   {"get_processor", finding<Processor, get_processor>},
                                                   {"clear_cache", clearing<clear_cache>}};

Json answer_of(Json const& step, Runtime& runtime) {
  std::string const name = required_text(step, "do");
  std::map<std::string, StepAction>::const_iterator const action = actions.find(name);
  if (action == actions.end()) throw InvalidParams{fmt::format("params.steps: '{}' is nothing to do", name)};
  try {
    return action->second(step, runtime);
  } catch (Error const& error) {
    return Json{{"error", Json{{"kind", error.kind()}, {"message", error.what()}}}};
  }
}

void register_canned(Runtime& runtime, Json const& params, Received const& received) {
  if (is_enabled(params, "clear")) {
    clear_tools(runtime);
    clear_tool_handlers(runtime);
  }
  Json const& names = object_in(params, "names", "params.names must map keys to canned handlers");
  for (auto const& [name, canned] : names.items()) register_tool(name, canned_tool(canned, received), runtime);
  Json const& kinds = object_in(params, "kinds", "params.kinds must map keys to canned handlers");
  for (auto const& [kind, canned] : kinds.items()) register_tool_handler(kind, canned_kind(canned, received), runtime);
}

PromptyAgent calling_agent(Json params, Runtime const& runtime) {
  if (!params.contains("agent")) params["agent"] = Json{{"kind", "prompt"}, {"instructions", ""}};
  return required_equipped_agent(params, runtime);
}

Tool called_tool(Json const& params, PromptyAgent const& agent, std::string const& function, Runtime const& runtime) {
  if (params.contains("tool")) return read_tool(params["tool"], runtime);
  Tool const* const offering = tool_for(agent, function);
  if (offering == nullptr) throw InvalidParams{fmt::format("no tool of params.agent offers '{}'", function)};
  return *offering;
}

/// The call by the handler of the kind, without dispatch.
Dispatched by_kind(Tool const& tool, Json const& arguments, PromptyAgent const& agent, Json const& inputs,
                   CallSetting const& setting, Runtime const& runtime) {
  std::shared_ptr<KindHandler const> const handler = get_tool_handler(kind_of(tool), runtime);
  if (handler == nullptr) throw errors::no_tool_handler(setting.function, kind_of(tool));
  return {.result = (*handler)(tool, arguments, agent, inputs, setting),
          .served_by = ServedBy::kind,
          .received = arguments};
}

}  // namespace

Json registry(Json const& params, Runtime& runtime) {
  Json const& steps = required(params, "steps");
  if (!steps.is_array()) throw InvalidParams{"params.steps must be a list"};
  Json answers = Json::array();
  for (Json const& step : steps) answers.push_back(answer_of(step, runtime));
  return answers;
}

Json lookup(Json const& params, Runtime& runtime) {
  std::string const component = required_text(params, "component");
  if (component != "renderer" && component != "parser" && component != "executor" && component != "processor") {
    throw InvalidParams{
        fmt::format("params.component must be renderer, parser, executor or processor, not '{}'", component)};
  }
  return actions.at("get_" + component)(params, runtime);
}

Json dispatch_call(Json const& params, Runtime& runtime) {
  Received const received = std::make_shared<Json>();
  register_canned(runtime, params, received);

  Json const& call = required(params, "call");
  CallSetting const setting{.function = required_text(call, "name")};
  PromptyAgent const agent = calling_agent(params, runtime);
  Tool const tool = called_tool(params, agent, setting.function, runtime);
  Json const arguments = parsed_arguments(setting.function, required_text(call, "arguments"));
  Json const inputs = params.value("inputs", Json::object());
  Dispatched const done =
      optional_text(params, "via") == "kind"
          ? by_kind(tool, arguments, agent, inputs, setting, runtime)
          : dispatch(tool, arguments, agent, inputs, setting, *runtime.tools, runtime.profile.get(), runtime.edition);

  Json result{{"result", handler_result_to_json(done.result)},
              {"servedBy", done.served_by == ServedBy::name ? "name" : "kind"}};
  if (!received->is_null()) result["received"] = *received;
  return result;
}

}  // namespace prompty::adapter
