#include "prompty/provider/api_type.hpp"

#include <string>

#include "prompty/core/error_catalogue.hpp"

namespace prompty::openai {

void demand_chat(PromptyAgent const& agent) {
  std::string const type = agent.model ? agent.model->api_type : "chat";
  if (type == "chat") return;
  if (type == "embedding" || type == "image" || type == "responses") throw errors::api_type_not_implemented(type);
  throw errors::unsupported_api_type(type);
}

}  // namespace prompty::openai
