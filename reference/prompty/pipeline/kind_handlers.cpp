#include "prompty/pipeline/kind_handlers.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "prompty/agent/errors.hpp"
#include "prompty/pipeline/errors.hpp"
#include "prompty/pipeline/prompty_tools.hpp"

namespace prompty {
namespace kind_handlers {
namespace {

std::string const& called_name(Tool const& tool, CallSetting const& setting) {
  return setting.function.empty() ? tool.name : setting.function;
}

KindHandler calls_of_functions(Runtime const& runtime) {
  return [&runtime](Tool const& tool, Json const& arguments, PromptyAgent const&, Json const&,
                    CallSetting const& setting) {
    std::string const& name = called_name(tool, setting);
    std::shared_ptr<ToolHandler const> const callable = runtime.tools->names.find(name);
    if (callable == nullptr) throw errors::no_function_callable(name);
    return callable->call(arguments);
  };
}

KindHandler calls_of_custom_tools(Runtime const& runtime) {
  return [&runtime](Tool const& tool, Json const& arguments, PromptyAgent const&, Json const&,
                    CallSetting const& setting) {
    std::string const& name = called_name(tool, setting);
    std::shared_ptr<ToolHandler const> const provided = runtime.tools->names.find(name);
    if (provided == nullptr) throw errors::no_tool_handler(name, kind_of(tool));
    return provided->call(arguments);
  };
}

KindHandler calls_of_prompts(Runtime const& runtime) {
  return [&runtime](Tool const& tool, Json const& arguments, PromptyAgent const& agent, Json const&,
                    CallSetting const& setting) { return call_child_prompt(tool, arguments, agent, setting, runtime); };
}

KindHandler calls_not_supported() {
  return [](Tool const& tool, Json const&, PromptyAgent const&, Json const&, CallSetting const&) -> Json {
    throw errors::tool_kind_not_supported(tool.name, kind_of(tool));
  };
}

void add(Runtime& runtime, std::string kind, KindHandler handler) {
  runtime.tools->kinds.add(std::move(kind), std::make_shared<KindHandler const>(std::move(handler)));
}

/// What the runtime was made with for the kind, if anything.
void bring_back(Runtime& runtime, std::string const& kind) {
  std::shared_ptr<KindHandler const> const built_in = runtime.tools->built_in.find(kind);
  if (built_in == nullptr) return add(runtime, kind, calls_not_supported());
  runtime.tools->kinds.add(kind, built_in);
}

}  // namespace
}  // namespace kind_handlers

void register_builtins(Runtime& runtime) {
  kind_handlers::add(runtime, "function", kind_handlers::calls_of_functions(runtime));
  kind_handlers::add(runtime, "prompty", kind_handlers::calls_of_prompts(runtime));
  kind_handlers::bring_back(runtime, "mcp");
  kind_handlers::bring_back(runtime, "openapi");
  kind_handlers::add(runtime, "*", kind_handlers::calls_of_custom_tools(runtime));
}

}  // namespace prompty
