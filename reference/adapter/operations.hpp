#pragma once

#include "adapter/reference_adapter.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// Whether params.trace is allowed.
enum class Spans { refused, shown };

/// One operation of the protocol: params in, result out; a streaming one hands over each item as it comes. One that
/// changes or looks into registries is performed alone, in a `fresh_runtime`; the other function is null then. Throws
/// InvalidParams, UnsupportedInput (params.hpp), and what the library raises.
struct Operation {
  std::string name;
  Json (*perform)(Json const& params, Runtime const& runtime, ItemSink const& deliver);
  Spans spans = Spans::refused;
  Json (*perform_alone)(Json const& params, Runtime& own) = nullptr;
};

/// All operations, in the order in which the protocol lists them.
[[nodiscard]] std::vector<Operation> const& operations();

// Operations outside of operations.cpp. Each throws InvalidParams for params of another shape, and what the library
// raises.

/// turn_operation.cpp: `path` or `agent`, `inputs`, `turnOptions`, `handlers`, `discovered` and `stream`. The runtime
/// has to be that of this request alone when there are handlers. FailedPartly stands for what the library raises, with
/// the conversation, the calls and the events up to then.
[[nodiscard]] Json turn_once(Json const& params, Runtime const& runtime, ItemSink const& deliver);

// registry_operations.cpp: in a runtime of the request alone.

/// `{steps: [{do, name | kind | key, value?, call?}]}` → one answer a step: null; the client that was found;
/// `{handler: true}` for a handler, with `result` when `call` has arguments to try it with; `{found: true}` for a
/// component; `{error: {kind, message}}`.
[[nodiscard]] Json registry(Json const& params, Runtime& runtime);

/// `{component, key}` → `{found: true}`.
[[nodiscard]] Json lookup(Json const& params, Runtime& runtime);

/// `{names?, kinds?, clear?, via?, tool?, call: {name, arguments}, agent?, inputs?}` → `{result, servedBy, received?}`:
/// the call is carried out by §11.2, or, with `via` "kind", by the handler of the tool's kind alone. With `clear` both
/// registries are emptied first; canned handlers are registered after that. Without `tool` it is the one of the agent
/// that offers the function. `received` is what a canned handler was called with.
[[nodiscard]] Json dispatch_call(Json const& params, Runtime& runtime);

// conversation_operations.cpp: the message contract.
[[nodiscard]] Json messages_to_wire(Json const& params, Runtime const& runtime);
[[nodiscard]] Json messages_from_wire(Json const& params, Runtime const& runtime);
[[nodiscard]] Json run_tools(Json const& params, Runtime const& runtime);
/// Of streamed answers each piece goes to `deliver`.
[[nodiscard]] Json converse(Json const& params, Runtime const& runtime, ItemSink const& deliver);

}  // namespace prompty::adapter
