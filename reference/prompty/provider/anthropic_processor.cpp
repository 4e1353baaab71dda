#include "prompty/provider/anthropic_processor.hpp"

#include <utility>

#include "prompty/process/anthropic/message.hpp"
#include "prompty/process/anthropic/message_stream.hpp"
#include "prompty/provider/anthropic_api_type.hpp"

namespace prompty::anthropic {

AnthropicProcessor::AnthropicProcessor(Profile profile) : profile_(profile) {}

Outcome AnthropicProcessor::process(PromptyAgent const& agent, Json const& response) const {
  demand_chat(agent);
  return processing::process_message(agent, response, profile_);
}

ItemStream AnthropicProcessor::process_stream(PromptyAgent const& agent, std::shared_ptr<PromptyStream> chunks) const {
  demand_chat(agent);
  return processing::process_message_stream(std::move(chunks));
}

}  // namespace prompty::anthropic
