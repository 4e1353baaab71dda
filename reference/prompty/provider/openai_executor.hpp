#pragma once

#include <memory>

#include "prompty/core/protocols.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty::openai {

/// Calls OpenAI and servers with the same interface. This version has apiType chat and connections of kind key and
/// anonymous.
class OpenAiExecutor final : public Executor {
 public:
  explicit OpenAiExecutor(std::shared_ptr<Transport const> transport);

  /// The provider's response to one POST below the connection's endpoint.
  /// Throws ValueError before anything is sent for a connection that is missing, incomplete or of unknown kind, an
  /// unknown apiType, or messages that cannot be converted; NotImplementedError for what this version lacks;
  /// ConnectionError when no complete answer arrives; ExecuteError, with the provider's own words, for an error status;
  /// ValueError for an answer that is not JSON.
  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override;

  /// The request by `agent.model.apiType`, without looking at the connection. Throws as `execute` for apiType and
  /// messages.
  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override;

 private:
  std::shared_ptr<Transport const> transport_;
};

}  // namespace prompty::openai
