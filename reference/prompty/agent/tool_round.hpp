#pragma once

#include <string>
#include <vector>

#include "prompty/agent/event_channel.hpp"
#include "prompty/agent/loop.hpp"
#include "prompty/agent/turn_options.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty {

/// The results of the calls in one answer, by their places. All calls are shown to the gate and the tool guardrail
/// before the first of them runs (M5-02); those that are let through run by `options.tool_execution`. What goes wrong
/// with a call is its result, and so it is with a call that does not run any more because the turn was cancelled
/// . `tool_call_start` and `tool_result` are reported in the order of the calls. Throws what the gate
/// and the guardrail throw.
[[nodiscard]] std::vector<std::string> answer_round(std::vector<ToolCall> const& calls, LoopSteps const& steps,
                                                    TurnOptions const& options, EventChannel& events);

}  // namespace prompty
