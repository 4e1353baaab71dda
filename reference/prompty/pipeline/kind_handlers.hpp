#pragma once

#include "prompty/pipeline/runtimes.hpp"

namespace prompty {

/// Registers, as `make_runtime` does, the built-in handlers of the kinds function, prompty, mcp, openapi and "*" in
/// place of what is there (P11.2-15, A-121); names stay. `function` and "*" call what is registered under the name of
/// the called function (P11.2-21, P11.2-25) and throw ValueError when that is nothing, `prompty`, where
/// prompts are tools, runs the child, see `call_child_prompt`; mcp and openapi are what the runtime was made with, and
/// throw NotImplementedError when that is nothing (P11.2-26). `runtime` has to outlive the use of the handlers.
void register_builtins(Runtime& runtime = global_runtime());

/// `register_builtins`, with what discovers and calls tools of the kinds mcp and openapi. Requests go through
/// `transport`; processes of servers get what `environment_of` takes from this one's, and end with the runtime.
void add_tool_kinds(Runtime& runtime, std::shared_ptr<Transport const> const& transport);

/// How many prompts may run inside each other, the outermost included.
inline constexpr int most_nested_prompts = 10;

/// Executes a call of a prompty tool: the child is loaded like any file (P2.9.2-04) and run with `arguments` as its
/// inputs (P2.9.2-05, A-040), by `invoke_child`, or in mode agentic by `turn`, with the child's own tools (P2.9.2-07);
/// spans are below `setting.span`. Gives the processed result: text as a string, everything else as the JSON that it is
/// . The child is found as in `child_path`, also below the folder of the outermost of `setting.prompts`.
/// Throws what these throw, and ValueError for a child that is running and for too deep a nesting.
[[nodiscard]] Json call_child_prompt(Tool const& tool, Json const& arguments, PromptyAgent const& agent,
                                     CallSetting const& setting, Runtime const& runtime);

}  // namespace prompty
