#pragma once

#include "prompty/core/protocols.hpp"

namespace prompty::openai {

/// Reads the responses of OpenAI and of servers with the same interface. This version has apiType chat.
class OpenAiProcessor final : public Processor {
 public:
  /// Throws ValueError for a response of another shape and for an unknown apiType, NotImplementedError for an apiType
  /// that this version lacks.
  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override;
};

}  // namespace prompty::openai
