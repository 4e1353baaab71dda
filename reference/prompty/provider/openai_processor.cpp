#include "prompty/provider/openai_processor.hpp"

#include <utility>

#include "prompty/process/openai/chat.hpp"
#include "prompty/process/openai/chat_stream.hpp"
#include "prompty/process/openai/embedding.hpp"
#include "prompty/process/openai/image.hpp"
#include "prompty/process/openai/responses.hpp"
#include "prompty/process/openai/responses_stream.hpp"
#include "prompty/provider/api_type.hpp"

namespace prompty::openai {

Outcome OpenAiProcessor::process(PromptyAgent const& agent, Json const& response) const {
  switch (api_type_of(agent)) {
    case ApiType::chat:
      return processing::process_chat(agent, response);
    case ApiType::embedding:
      return processing::process_embedding(response);
    case ApiType::image:
      return processing::process_image(response);
    // P7.4.1-16: by what the agent asked for, not by what the answer looks like.
    case ApiType::responses:
      return processing::process_responses(agent, response);
  }
  return {};
}

ItemStream OpenAiProcessor::process_stream(PromptyAgent const& agent, std::shared_ptr<PromptyStream> chunks) const {
  demand_streamable(agent);
  if (api_type_of(agent) == ApiType::responses) return processing::process_response_stream(std::move(chunks));
  return processing::process_chat_stream(std::move(chunks));
}

}  // namespace prompty::openai
