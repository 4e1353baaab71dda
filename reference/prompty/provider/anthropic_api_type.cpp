#include "prompty/provider/anthropic_api_type.hpp"

#include "prompty/provider/errors.hpp"

namespace prompty::anthropic {

void demand_chat(PromptyAgent const& agent) {
  if (agent.model && agent.model->api_type != "chat") throw errors::api_type_not_of_anthropic(agent.model->api_type);
}

}  // namespace prompty::anthropic
