#include "adapter/dispatch_operation.hpp"

#include <fmt/core.h>

#include <memory>
#include <string>
#include <utility>

#include "adapter/canned_handler.hpp"
#include "adapter/params.hpp"
#include "prompty/agent/errors.hpp"

namespace prompty::adapter {
namespace dispatch_operation {
namespace {

Json handlers_in(Json const& params, char const* name) {
  Json handlers = params.value(name, Json::object());
  if (!handlers.is_object()) throw InvalidParams{fmt::format("params.{} must map keys to canned handlers", name)};
  return handlers;
}

void equip(Runtime& runtime, Json const& params, Received const& received) {
  if (is_asked_for(params, "clear")) {
    clear_tools(runtime);
    clear_tool_handlers(runtime);
  }
  Json const names = handlers_in(params, "names");
  for (auto const& [name, canned] : names.items()) register_tool(name, canned_tool(canned, received), runtime);
  Json const kinds = handlers_in(params, "kinds");
  for (auto const& [kind, canned] : kinds.items()) register_tool_handler(kind, canned_kind(canned, received), runtime);
}

PromptyAgent calling_agent(Json const& params) {
  if (params.contains("agent")) return demand_equipped_agent(params);
  Json bare = params;
  bare["agent"] = Json{{"kind", "prompt"}, {"instructions", ""}};
  return demand_equipped_agent(bare);
}

Tool called_tool(Json const& params, PromptyAgent const& agent, std::string const& function) {
  if (params.contains("tool")) return read_tool(params["tool"]);
  Tool const* const offering = tool_for(agent, function);
  if (offering == nullptr) throw InvalidParams{fmt::format("no tool of params.agent offers '{}'", function)};
  return *offering;
}

/// The handler of the kind alone, as one that is called without dispatch is.
Dispatched by_kind(Tool const& tool, Json const& arguments, PromptyAgent const& agent, Json const& inputs,
                   CallSetting const& setting, Runtime const& runtime) {
  std::shared_ptr<KindHandler const> const handler = get_tool_handler(kind_of(tool), runtime);
  if (handler == nullptr) throw errors::no_tool_handler(setting.function, kind_of(tool));
  return {.result = (*handler)(tool, arguments, agent, inputs, setting),
          .served_by = ServedBy::kind,
          .received = arguments};
}

}  // namespace
}  // namespace dispatch_operation

Json dispatch_call(Json const& params, Runtime& runtime) {
  Received const received = std::make_shared<Json>();
  dispatch_operation::equip(runtime, params, received);

  Json const& call = demand(params, "call");
  CallSetting const setting{.function = demand_text(call, "name")};
  PromptyAgent const agent = dispatch_operation::calling_agent(params);
  Tool const tool = dispatch_operation::called_tool(params, agent, setting.function);
  Json const arguments = parsed_arguments(setting.function, demand_text(call, "arguments"));
  Json const inputs = params.value("inputs", Json::object());
  Dispatched const done = optional_text(params, "via") == "kind"
                              ? dispatch_operation::by_kind(tool, arguments, agent, inputs, setting, runtime)
                              : dispatch(tool, arguments, agent, inputs, setting, *runtime.tools, runtime.profile);

  Json told{{"result", done.result}, {"servedBy", done.served_by == ServedBy::name ? "name" : "kind"}};
  if (!received->is_null()) told["received"] = *received;
  return told;
}

}  // namespace prompty::adapter
