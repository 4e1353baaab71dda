#pragma once

#include <string>
#include <vector>

#include "prompty/conversation/stored_message.hpp"
#include "prompty/core/json.hpp"

/// Stored messages as JSON: the wire form, and beside it `reasoning`, `reasoning_details`, `finishReason`, `isError`,
/// `toolName` and the owner's own members.
namespace prompty::conversation::stored_message_codec {

/// Throws ValueError, naming the member below `path`, for a role beyond the four (M1-05) and for a member of another
/// type. The `type` of a call and its id may be missing (M3.2-04, A-138).
[[nodiscard]] std::vector<StoredMessage> read(Json const& messages, std::string const& path);

/// What is not set is left out, `isError` unless it holds included.
[[nodiscard]] Json write(std::vector<StoredMessage> const& messages);
[[nodiscard]] Json write(StoredMessage const& message);

/// `{"id", "type", "function": {"name", "arguments"}}`, as stored and as sent (M3.2-03).
[[nodiscard]] Json write_call(ToolCall const& call);

}  // namespace prompty::conversation::stored_message_codec
