#include "prompty/provider/openai_processor.hpp"

#include "prompty/process/openai/chat.hpp"
#include "prompty/provider/api_type.hpp"

namespace prompty::openai {

Outcome OpenAiProcessor::process(PromptyAgent const& agent, Json const& response) const {
  demand_chat(agent);
  return processing::process_chat(agent, response);
}

}  // namespace prompty::openai
