#pragma once

#include <functional>

#include "prompty/conversation/tool_batch.hpp"
#include "prompty/core/agent.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty {

/// Decides about one call: nothing lets it run, a reason denies it.
using Approver = std::function<conversation::Denial(ToolCall const& call)>;

/// The gate that the approvalMode of the agent's mcp tools requires: `approver` gets each call that
/// needs approval, one after the other, and denies them all when it is empty; other calls pass. What a tool offers need
/// not be known: a function that no tool is known to offer may be of any mcp tool whose functions are not known.
[[nodiscard]] conversation::Gate approval_gate(PromptyAgent const& agent, Approver approver = {});

}  // namespace prompty
