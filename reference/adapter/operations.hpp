#pragma once

#include "adapter/reference_adapter.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// The params of a request break the protocol; `reason` says which member and how.
struct InvalidParams {
  std::string reason;
};

/// The params ask for something that this version does not have.
struct UnsupportedInput {
  std::string reason;
};

/// What the library raised, and what was done before.
struct FailedPartly {
  std::string kind;
  std::string message;
  Json partial;
};

// Each function reads one member of the params of a request, which is named `name` where there is a choice; it throws
// InvalidParams for one that is missing or has another shape, and what the library raises for an agent or message that
// it refuses.

[[nodiscard]] Json const& required(Json const& params, char const* name);
[[nodiscard]] std::string required_text(Json const& params, char const* name);
/// Empty when the member is absent; `otherwise` says what is wrong with one that is no object.
[[nodiscard]] Json const& object_in(Json const& params, char const* name, std::string const& otherwise);
/// Read by the edition of the runtime, as everything below.
[[nodiscard]] PromptyAgent required_agent(Json const& params, Runtime const& runtime);
/// The agent with its folder, from `baseDir`, and with the functions that `discovered` lists for its mcp and openapi
/// tools.
[[nodiscard]] PromptyAgent required_equipped_agent(Json const& params, Runtime const& runtime);
/// Adds the functions that `discovered` lists to the mcp and openapi tools of the agent.
void equip(PromptyAgent& agent, Json const& params);
/// The one tool that an object of the protocol describes. Throws what the library raises for one that it refuses.
[[nodiscard]] Tool read_tool(Json const& tool, Runtime const& runtime);
[[nodiscard]] std::vector<Message> required_messages(Json const& params);

/// Nothing when the member is absent.
[[nodiscard]] std::optional<std::string> optional_text(Json const& params, char const* name);
[[nodiscard]] std::optional<std::map<std::string, std::string>> optional_variables(Json const& params,
                                                                                   char const* name);

/// Whether the value of the member `name` is the second of the two that it may have.
[[nodiscard]] bool is_second(std::string_view value, char const* name, std::string_view first, std::string_view second);

/// Whether the member `variant` is "async"; it is "sync" when it is absent.
[[nodiscard]] bool is_async(Json const& params);

/// The member `options.profile`; as written when it is absent.
[[nodiscard]] Profile profile_of(Json const& params);

/// Whether the member is there and not false.
[[nodiscard]] bool is_enabled(Json const& params, char const* name);

/// Throws UnsupportedInput when a stream is requested.
void refuse_stream(Json const& params);

/// A client for connections, `{endpoint, apiKey?}`.
[[nodiscard]] Client read_client(Json const& client);

/// Whether params.trace is allowed.
enum class Spans { refused, shown };

/// One operation of the protocol: params in, result out; a streaming one hands over each item as it comes. One that
/// changes or looks into registries is performed alone, in a `fresh_runtime`; the other function is null then. Throws
/// InvalidParams, UnsupportedInput, and what the library raises.
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
