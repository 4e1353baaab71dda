#pragma once

#include <filesystem>

#include "prompty/agent/turn_options.hpp"
#include "prompty/pipeline/runtimes.hpp"

namespace prompty {

/// Whether a call of `function` of a server needs approval, by approvalMode: unset means no, unknown yes.
[[nodiscard]] bool needs_approval(McpTool const& tool, std::string_view function);

/// Decides about one call: nothing lets it run, a reason denies it.
using Approver = std::function<conversation::Denial(ToolCall const& call)>;

/// The gate that the approvalMode of the agent's mcp tools requires: `approver` gets each call that
/// needs approval, one after the other, and denies them all when it is empty; other calls pass. What a tool offers need
/// not be known: a function that no tool is known to offer may be of any mcp tool whose functions are not known.
[[nodiscard]] conversation::Gate approval_gate(PromptyAgent const& agent, Approver approver = {});

/// The agent loop (§9, §13), beginning with the messages that the agent makes of `inputs`: requests are sent until an
/// answer calls no tools, and calls are executed, by the handler of their name in `options.tools` or else as `dispatch`
/// does. Where the runtime's tracer records, a turn makes a span `turn`, below `parent` if that is given. Besides what
/// `prepare`, `execute` and `process` throw, it throws RuntimeError when the model goes on calling, CancelledError and
/// GuardrailError, and what gates and guardrails of the host throw. An error of the loop carries the conversation
/// (Error::conversation). Whatever is thrown is reported as the last event of the turn.
[[nodiscard]] TurnResult turn(PromptyAgent const& agent, Json const& inputs = empty_object(),
                              TurnOptions const& options = {}, Runtime const& runtime = global_runtime(),
                              SpanParent const& parent = {});

/// As above, for the agent in a file, loaded with the environment of the runtime.
[[nodiscard]] TurnResult turn(std::filesystem::path const& path, Json const& inputs = empty_object(),
                              TurnOptions const& options = {}, Runtime const& runtime = global_runtime(),
                              SpanParent const& parent = {});

/// A turn that continues a conversation, such as `TurnResult::messages` with one more message of the user. `inputs`
/// are what handlers of kinds and bindings see, completed by defaults; none is required. Throws as `turn`.
[[nodiscard]] TurnResult turn_from(PromptyAgent const& agent, std::vector<Message> conversation,
                                   Json const& inputs = empty_object(), TurnOptions const& options = {},
                                   Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// As `turn`, on another thread (P9.1-08). The runtime must outlive the future.
[[nodiscard]] std::future<TurnResult> turn_async(PromptyAgent agent, Json inputs = empty_object(),
                                                 TurnOptions options = {}, Runtime const& runtime = global_runtime(),
                                                 SpanParent const& parent = {});

}  // namespace prompty
