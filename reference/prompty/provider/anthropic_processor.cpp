#include "prompty/provider/anthropic_processor.hpp"

#include "prompty/process/anthropic/message.hpp"
#include "prompty/provider/anthropic_api_type.hpp"

namespace prompty::anthropic {

AnthropicProcessor::AnthropicProcessor(Profile profile) : profile_(profile) {}

Outcome AnthropicProcessor::process(PromptyAgent const& agent, Json const& response) const {
  demand_chat(agent);
  return processing::process_message(agent, response, profile_);
}

}  // namespace prompty::anthropic
