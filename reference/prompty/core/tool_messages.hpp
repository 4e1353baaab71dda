#pragma once

#include <string>
#include <vector>

#include "prompty/core/message.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty {

/// A message of the assistant with this text, even if it is empty, and with the calls in its metadata under
/// `tool_calls`, as chat completions write them (M3.2.1-01).
[[nodiscard]] Message calling_message(std::vector<ToolCall> const& calls, std::string const& text);

/// A message of the role tool for each call that has a result, in the order of the calls, with the call's id in its
/// metadata under `tool_call_id` (M4-01).
[[nodiscard]] std::vector<Message> result_messages(std::vector<ToolCall> const& calls,
                                                   std::vector<std::string> const& results);

}  // namespace prompty
