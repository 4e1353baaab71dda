#include "prompty/wire/openai/model.hpp"

namespace prompty::openai {

Json request_for_model(PromptyAgent const& agent) {
  Json request = Json::object();
  // P2.4-03: sent letter by letter; only the provider knows which ids there are.
  if (agent.model && agent.model->id) request["model"] = *agent.model->id;
  return request;
}

}  // namespace prompty::openai
