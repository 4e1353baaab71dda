#pragma once

#include <memory>

#include "prompty/core/profile.hpp"
#include "prompty/core/protocols.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::anthropic {

/// Calls Anthropic's Messages API, for agents of apiType chat. The endpoint of a connection is what stands before
/// `/v1/messages`, such as `https://api.anthropic.com`.
class AnthropicExecutor final : public Executor {
 public:
  explicit AnthropicExecutor(std::shared_ptr<Transport const> transport, Profile profile = Profile::as_written,
                             std::shared_ptr<Connections const> connections = std::make_shared<Connections>());

  /// The provider's response to one POST below the connection's endpoint, with a key in `x-api-key`.
  /// Throws before anything is sent what `access_of` throws, and ValueError for an apiType other than chat or messages
  /// that cannot be converted; NotImplementedError for what this version lacks;
  /// ConnectionError when no complete answer arrives; ExecuteError, with the provider's own words, for an error status;
  /// ValueError for an answer that is not JSON.
  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override;

  /// As `execute`, with `stream: true` in the request (P10.1-01). Throws ValueError also for an answer that is no event
  /// stream; what `next` throws is documented at `chunks_of`.
  [[nodiscard]] std::shared_ptr<PromptyStream> execute_stream(PromptyAgent const& agent,
                                                              std::vector<Message> const& messages) const override;

  /// The request without looking at the connection. Throws as `execute` for apiType and messages.
  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override;

  [[nodiscard]] Json whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const override;

  [[nodiscard]] std::string thinking_in(PromptyAgent const& agent, Json const& response_or_chunk) const override;

  /// See `message_tool_messages`.
  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<std::string> const& results,
                                                          std::string const& text) const override;

 private:
  std::shared_ptr<Transport const> transport_;
  Profile profile_;
  std::shared_ptr<Connections const> connections_;
};

}  // namespace prompty::anthropic
