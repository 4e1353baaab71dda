#pragma once

#include "prompty/conversation/conversation.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// Whether the answers of a model arrive whole or piece by piece.
enum class Answers { whole, streamed };

/// A server with the interface of OpenAI's chat completions; `endpoint` is what stands before "/chat/completions".
struct ChatServer {
  std::string endpoint;
  std::string model;
  std::optional<std::string> api_key = std::nullopt;
  Answers answers = Answers::whole;
};

/// Gets each piece of a streamed turn as it arrives, and its tool calls, whole, at the end.
using DeltaSink = std::function<void(conversation::Delta const& delta)>;

/// A client for conversations (document 001): one request a turn, with the messages of the conversation, the tools and
/// nothing else (M2.1-01). It throws ConnectionError, ExecuteError and ValueError as an executor does; a stream that
/// breaks off once it has begun gives a turn marked with `is_error` instead (M3.2-09, A-134).
[[nodiscard]] conversation::ModelClient chat_client(ChatServer server,
                                                    std::vector<conversation::CallableTool> const& tools,
                                                    std::shared_ptr<Transport const> transport, DeltaSink sink = {});

}  // namespace prompty
