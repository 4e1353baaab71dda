#pragma once

#include "prompty/conversation/session_memory.hpp"
#include "prompty/conversation/tool_batch.hpp"

/// The contract of messages (M1 to M6.1): turns as they are stored, sent and streamed, batches of tool calls, and runs
/// of a session.
namespace prompty::conversation {

/// Sends messages, those of `request_messages`, to a model and returns its turn. Names on the wire are up to the client
/// (M6.1-04).
using ModelClient = std::function<AssistantTurn(std::vector<StoredMessage> const& messages)>;

/// What a run works with.
struct ConversationOptions {
  /// Stands in front of every request and is not stored.
  std::optional<std::string> system = std::nullopt;
  std::vector<CallableTool> tools = {};
  BatchOptions batch = {};
  /// Most requests to the model in one run.
  int max_turns = 10;
};

/// One run of the session: stores the prompt, a JSON text or an array of parts as the wire has them, and asks the model
/// until it calls no more tools, storing each turn and each result as soon as it is there. Gives the last turn; one
/// that is marked with `is_error` ends the run, too. Calls that an earlier run left without results get theirs
/// first. Throws what the client, the memory and the gate throw, and RuntimeError when `max_turns` were not enough;
/// what was stored by then stays.
[[nodiscard]] AssistantTurn converse(std::string const& session_id, Json const& prompt, SessionMemory& memory,
                                     ModelClient const& model, ConversationOptions const& options = {});

}  // namespace prompty::conversation
