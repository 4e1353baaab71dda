#include "prompty/pipeline/kind_handlers.hpp"

#include <algorithm>

#include "prompty/agent/errors.hpp"
#include "prompty/pipeline/errors.hpp"
#include "prompty/pipeline/offered_tools.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/pipeline/turn.hpp"
#include "prompty/tools/tool_kinds.hpp"

namespace prompty {
namespace {

/// P13.4-07, A-375: limits, guardrails and tools of the turn around the child hold for it as well, and its requests
/// count among that turn's; events, steering, number and raw response of that turn do not concern it.
TurnOptions options_of_child(CallSetting const& setting) {
  TurnOptions options = setting.turn == nullptr ? TurnOptions{} : *setting.turn;
  options.delivery = Delivery::whole;
  options.steering = nullptr;
  // P13.1-10: of the child the listener hears the result of its call.
  options.on_event = nullptr;
  options.raw = false;
  options.number = std::nullopt;
  options.cancellation = setting.cancellation;
  options.prompts = setting.prompts;
  ++options.enclosing_turns;
  return options;
}

/// The handler of `kind`, which is function or "*": it calls the function that is registered under the called name.
KindHandler calls_by_name(Runtime const& runtime, std::string const& kind) {
  return [&runtime, kind](Tool const& tool, Json const& arguments, PromptyAgent const&, Json const&,
                          CallSetting const& setting) -> HandlerResult {
    std::string const& name = setting.function.empty() ? tool.name : setting.function;
    std::shared_ptr<ToolHandler const> const registered = runtime.tools->names.find(name);
    if (registered != nullptr) return registered->call(arguments);
    if (kind == "function") throw errors::no_function_callable(name);
    throw errors::no_tool_handler(name, kind_of(tool));
  };
}

/// Adds what the runtime was made with for the kind, if anything.
void restore_handler(Runtime& runtime, std::string const& kind) {
  std::shared_ptr<KindHandler const> handler = runtime.tools->built_in.find(kind);
  if (handler == nullptr) {
    handler = std::make_shared<KindHandler const>([](Tool const& tool, auto const&...) -> HandlerResult {
      throw errors::tool_kind_not_supported(tool.name, kind_of(tool));
    });
  }
  runtime.tools->kinds.add(kind, handler);
}

void add_built_in(Runtime& runtime, std::string const& kind, ServedKind served) {
  runtime.tools->built_in.add(kind, std::make_shared<KindHandler>(std::move(served.call)));
  runtime.tools->discoveries.add(kind, std::make_shared<ToolDiscovery>(std::move(served.discover)));
}

}  // namespace

void register_builtins(Runtime& runtime) {
  for (char const* const kind : {"function", "*"}) {
    register_tool_handler(kind, calls_by_name(runtime, kind), runtime);
  }
  for (char const* const kind : {"mcp", "openapi"}) restore_handler(runtime, kind);
  // P11.2-27, P11.2-28: elsewhere the kind is left to whoever registers it, or "*".
  if (!prompts_are_tools(runtime.edition)) return;
  KindHandler const prompty = [&runtime](Tool const& tool, Json const& arguments, PromptyAgent const& agent,
                                         Json const&, CallSetting const& setting) {
    return call_child_prompt(tool, arguments, agent, setting, runtime);
  };
  register_tool_handler("prompty", prompty, runtime);
}

void add_tool_kinds(Runtime& runtime, std::shared_ptr<Transport const> const& transport) {
  add_built_in(runtime, "mcp", mcp_kind(runtime.connections, transport, process_environment()));
  add_built_in(runtime, "openapi", openapi_kind(runtime.connections, transport));
  register_builtins(runtime);
}

Json call_child_prompt(Tool const& tool, Json const& arguments, PromptyAgent const& agent, CallSetting const& setting,
                       Runtime const& runtime) {
  CallSetting inner = setting;
  if (inner.prompts.empty() && agent.origin) inner.prompts.push_back(agent.origin->file);
  // Links and dots must not hide that two paths are one file.
  for (std::string& file : inner.prompts) file = std::filesystem::weakly_canonical(file).string();
  std::filesystem::path const child = child_path(tool, agent);
  if (std::ranges::find(inner.prompts, child.string()) != inner.prompts.end()) {
    throw errors::prompt_calls_itself(tool.name, child.string());
  }
  if (inner.prompts.size() >= most_nested_prompts) throw errors::prompts_too_deep(tool.name, most_nested_prompts);

  // P2.9.2-03: a mode that is not set is single.
  bool const is_agentic = std::get<PromptyTool>(tool.details).mode == PromptyMode::agentic;
  // P2.9.2-06, P2.9.2-09: single sends one request, and calls in its answer are only a value; agentic is a whole turn,
  // whichever form the turn around it has (P9.1-11).
  Outcome const outcome = is_agentic ? turn(child, arguments, options_of_child(inner), runtime, setting.span).outcome
                                     : invoke_child(child, arguments, inner, runtime);
  // P2.9.2-08, P11.2-22: from both the model reads the value alone, as processing made it.
  return outcome_to_json(outcome)["value"];
}

}  // namespace prompty
