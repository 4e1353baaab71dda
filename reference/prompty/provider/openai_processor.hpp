#pragma once

#include "prompty/core/protocols.hpp"

namespace prompty::openai {

/// Reads the responses of OpenAI and of servers with the same interface, by `agent.model.apiType` and not by the shape
/// of the response.
class OpenAiProcessor final : public Processor {
 public:
  /// Throws ValueError for a response of another shape, without data or with an error, and for an unknown apiType.
  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override;

  /// Throws as `process` for apiType, and NotImplementedError for embeddings and images.
  [[nodiscard]] ItemStream process_stream(PromptyAgent const& agent,
                                          std::shared_ptr<PromptyStream> chunks) const override;
};

}  // namespace prompty::openai
