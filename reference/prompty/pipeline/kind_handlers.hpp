#pragma once

#include "prompty/pipeline/runtimes.hpp"
#include "prompty/registry/runtime.hpp"

namespace prompty {

/// Registers the built-in handlers of the kinds function, prompty, mcp, openapi and "*" in place of what is there
/// (P11.2-15, A-121); the registry of names stays as it is. `function` and "*" call what is registered under the name
/// of the called function (P11.2-21, P11.2-25) and throw ValueError when that is nothing, `prompty` runs the
/// child, see `call_child_prompt`; mcp and openapi are what the runtime was made with, and throw NotImplementedError
/// when that is nothing (P11.2-26). The handlers refer to `runtime`, which has to outlive their use. `make_runtime`
/// does this.
void register_builtins(Runtime& runtime = global_runtime());

}  // namespace prompty
