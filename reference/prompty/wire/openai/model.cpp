#include "prompty/wire/openai/model.hpp"

namespace prompty::openai {

Json request_for_model(PromptyAgent const& agent) {
  Json request = Json::object();
  // P2.4-03, P7.1.7-01, P7.2-09, P7.3-09, P7.4.1-10: letter by letter, at the beginning of all four kinds of request;
  // there is no default model.
  if (agent.model && agent.model->id) request["model"] = *agent.model->id;
  return request;
}

}  // namespace prompty::openai
