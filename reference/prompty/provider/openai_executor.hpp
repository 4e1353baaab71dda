#pragma once

#include <memory>

#include "prompty/core/profile.hpp"
#include "prompty/core/protocols.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openai {

/// Calls OpenAI and servers with the same interface: chat completions, embeddings, image generations and responses, by
/// `agent.model.apiType`. This version has connections of kind key and anonymous.
class OpenAiExecutor final : public Executor {
 public:
  explicit OpenAiExecutor(std::shared_ptr<Transport const> transport, Profile profile = Profile::as_written);

  /// The provider's response to one POST below the connection's endpoint.
  /// Throws ValueError before anything is sent for a connection that is missing, incomplete or of unknown kind, an
  /// unknown apiType, or messages that cannot be converted; NotImplementedError for what this version lacks;
  /// ConnectionError when no complete answer arrives; ExecuteError, with the provider's own words, for an error status;
  /// ValueError for an answer that is not JSON.
  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override;

  /// As `execute`, with `stream: true` in the request (P8.6-01). Throws ValueError also for an answer that is no event
  /// stream; what `next` throws is told at `chunks_of`.
  [[nodiscard]] std::shared_ptr<PromptyStream> execute_stream(PromptyAgent const& agent,
                                                              std::vector<Message> const& messages) const override;

  /// The request by `agent.model.apiType`, without looking at the connection. Throws as `execute` for apiType and
  /// messages.
  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override;

  /// Chat and Responses requests do; embeddings and images have no tools.
  [[nodiscard]] bool offers_child_prompts(PromptyAgent const& agent) const override;

 private:
  std::shared_ptr<Transport const> transport_;
  Profile profile_;
};

}  // namespace prompty::openai
