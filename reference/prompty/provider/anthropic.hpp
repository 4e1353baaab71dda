#pragma once

#include "prompty/core/host.hpp"
#include "prompty/protocols/protocols.hpp"
#include "prompty/provider/http_executor.hpp"

namespace prompty::anthropic {

/// What of an answer with calls goes back: the answer with its calls and, in the metadata `content_blocks`, its blocks
/// unchanged: of those the provider signs some, such as thinking (P9.5-02, P9.5-04). Then a message per result, which
/// the request joins.
[[nodiscard]] std::vector<Message> message_tool_messages(Json const& response, std::vector<ToolCall> const& calls,
                                                         std::vector<std::string> const& results,
                                                         std::string const& text);

/// What the model thought, in a whole answer or one of its events.
[[nodiscard]] std::string thinking_of(Json const& response_or_event);

/// Calls Anthropic's Messages API, for agents of apiType chat. The endpoint of a connection is what stands before
/// `/v1/messages`, such as `https://api.anthropic.com`.
class AnthropicExecutor final : public HttpExecutor {
 public:
  explicit AnthropicExecutor(std::shared_ptr<Transport const> transport, SharedProfile profile = {},
                             std::shared_ptr<Connections const> connections = std::make_shared<Connections>());

  /// The request without looking at the connection. Throws ValueError for an apiType other than chat or messages that
  /// cannot be converted; NotImplementedError for what this version lacks.
  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override;

  [[nodiscard]] Json whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const override;

  [[nodiscard]] std::string thinking_of(PromptyAgent const& agent, Json const& response_or_chunk) const override;

  /// See `message_tool_messages`.
  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<std::string> const& results,
                                                          std::string const& text) const override;

 private:
  [[nodiscard]] StreamFormat stream_format(PromptyAgent const& agent) const override;

  SharedProfile profile_;
};

/// Reads the responses of Anthropic's Messages API, for agents of apiType chat.
class AnthropicProcessor final : public Processor {
 public:
  explicit AnthropicProcessor(SharedProfile profile = {});

  /// Throws ValueError for a response of another shape and for an apiType other than chat.
  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override;

  /// Throws as `process` for apiType.
  [[nodiscard]] ItemStream process_stream(PromptyAgent const& agent,
                                          std::shared_ptr<PromptyStream> chunks) const override;

 private:
  SharedProfile profile_;
};

}  // namespace prompty::anthropic
