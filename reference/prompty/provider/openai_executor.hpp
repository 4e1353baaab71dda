#pragma once

#include <cstdint>
#include <memory>

#include "prompty/core/profile.hpp"
#include "prompty/core/protocols.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openai {

/// Who serves OpenAI's interface: OpenAI and servers like it, or Azure and Foundry, whose paths name a deployment and
/// whose key stands in `api-key`.
enum class Service : std::uint8_t { openai, azure };

/// Calls OpenAI and servers with the same interface: chat completions, embeddings, image generations and responses, by
/// `agent.model.apiType`.
class OpenAiExecutor final : public Executor {
 public:
  explicit OpenAiExecutor(std::shared_ptr<Transport const> transport, Profile profile = Profile::as_written,
                          std::shared_ptr<Connections const> connections = std::make_shared<Connections>(),
                          Service service = Service::openai);

  /// The provider's response to one POST below the connection's endpoint.
  /// Throws before anything is sent what `access_of` throws, and ValueError for an unknown apiType, messages that
  /// cannot be converted or, with Azure, a model without id; NotImplementedError for what this version lacks;
  /// ConnectionError when no complete answer arrives; ExecuteError, with the provider's own words, for an error status;
  /// ValueError for an answer that is not JSON.
  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override;

  /// As `execute`, with `stream: true` in the request (P10.1-01). Throws ValueError also for an answer that is no event
  /// stream, and NotImplementedError for embeddings and images; what `next` throws is documented at `chunks_of`.
  [[nodiscard]] std::shared_ptr<PromptyStream> execute_stream(PromptyAgent const& agent,
                                                              std::vector<Message> const& messages) const override;

  /// The request by `agent.model.apiType`, without looking at the connection. Throws as `execute` for apiType and
  /// messages.
  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override;

  /// Chat and Responses requests do; embeddings and images have no tools.
  [[nodiscard]] bool offers_child_prompts(PromptyAgent const& agent) const override;

  [[nodiscard]] Json whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const override;

  [[nodiscard]] std::string thinking_in(PromptyAgent const& agent, Json const& response_or_chunk) const override;

  /// See `chat_tool_messages` and `responses_tool_messages`.
  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<std::string> const& results,
                                                          std::string const& text) const override;

 private:
  std::shared_ptr<Transport const> transport_;
  Profile profile_;
  std::shared_ptr<Connections const> connections_;
  Service service_;
};

}  // namespace prompty::openai
