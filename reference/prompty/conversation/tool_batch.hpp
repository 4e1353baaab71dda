#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "prompty/conversation/callable_tool.hpp"
#include "prompty/conversation/stored_message.hpp"

namespace prompty::conversation {

/// The reason why a call is denied; nothing approves it.
using Denial = std::optional<std::string>;

/// Is shown all calls of a turn, with their arguments as the model wrote them; gives one answer a call, in
/// their order. A call without an answer is denied.
using Gate = std::function<std::vector<Denial>(std::vector<ToolCall> const& calls)>;

struct BatchOptions {
  /// Without one every call is approved.
  Gate gate = {};
  ToolExecution execution = ToolExecution::parallel;
};

/// The results of the calls of one turn: exactly one each, in the order of the calls, whatever their ids (M4). The gate
/// is called once, before anything runs (M5-02); then approved calls run concurrently, or one after the other when
/// the options or a tool that is called ask for it. What goes wrong with a call, including arguments that are
/// no JSON or do not fit, is its result. Throws only what the gate throws. Of two tools of one name the first is used.
[[nodiscard]] std::vector<StoredMessage> answer_calls(std::vector<ToolCall> const& calls,
                                                      std::vector<CallableTool> const& tools,
                                                      BatchOptions const& options = {});

}  // namespace prompty::conversation
