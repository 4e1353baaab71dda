#include "prompty/wire/openai/model.hpp"

namespace prompty::openai {

Json request_for_model(PromptyAgent const& agent) {
  Json request = Json::object();
  if (agent.model && agent.model->id) request["model"] = *agent.model->id;
  return request;
}

}  // namespace prompty::openai
