#pragma once

#include "prompty/core/profile.hpp"
#include "prompty/core/protocols.hpp"

namespace prompty::anthropic {

/// Reads the responses of Anthropic's Messages API, for agents of apiType chat.
class AnthropicProcessor final : public Processor {
 public:
  explicit AnthropicProcessor(Profile profile = Profile::as_written);

  /// Throws ValueError for a response of another shape and for an apiType other than chat.
  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override;

  /// Throws as `process` for apiType.
  [[nodiscard]] ItemStream process_stream(PromptyAgent const& agent,
                                          std::shared_ptr<PromptyStream> chunks) const override;

 private:
  Profile profile_;
};

}  // namespace prompty::anthropic
