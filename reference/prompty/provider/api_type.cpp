#include "prompty/provider/api_type.hpp"

#include <string>

#include "prompty/provider/errors.hpp"

namespace prompty::openai {

ApiType api_type_of(PromptyAgent const& agent) {
  // P7.0-02: without a model as well; a model whose file names no type has "chat" by default.
  std::string const type = agent.model ? agent.model->api_type : "chat";
  if (type == "chat") return ApiType::chat;
  if (type == "embedding") return ApiType::embedding;
  if (type == "image") return ApiType::image;
  if (type == "responses") return ApiType::responses;
  throw errors::unsupported_api_type(type);
}

void demand_streamable(PromptyAgent const& agent) {
  ApiType const type = api_type_of(agent);
  bool const is_streamed = type == ApiType::chat || type == ApiType::responses;
  if (!is_streamed) throw errors::api_type_not_streamed(agent.model->api_type);
}

}  // namespace prompty::openai
