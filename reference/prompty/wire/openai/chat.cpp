#include "prompty/wire/openai/chat.hpp"

#include <optional>
#include <utility>

#include "prompty/wire/openai/message.hpp"
#include "prompty/wire/openai/model.hpp"
#include "prompty/wire/openai/options.hpp"
#include "prompty/wire/openai/output_format.hpp"
#include "prompty/wire/tool_projection.hpp"

namespace prompty::openai {
namespace {

Json response_format(std::vector<Property> const& outputs) {
  // P7.1.6-02: name, strict and schema stand one level deeper than in a Responses request.
  return Json{{"type", "json_schema"}, {"json_schema", output_format(outputs)}};
}

Json messages_to_wire(std::vector<Message> const& messages) {
  Json list = Json::array();
  // P7.1.1-01: one for one; empty messages are not dropped, and neighbours of one role are not merged.
  for (Message const& message : messages) list.push_back(message_to_wire(message));
  return list;
}

}  // namespace

Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  // P7.1.7-01, P7.1.7-05: model and messages are always there, what follows only where the agent has it.
  Json request = request_for_model(agent);
  request["messages"] = messages_to_wire(messages);
  // P7.1.7-02, P7.1.7-07: spread after model and messages, so a same-named additional property replaces them.
  Json const options = options_to_wire(agent.model ? agent.model->options : std::nullopt);
  for (auto const& [key, value] : options.items()) request[key] = value;

  Json tools = wire::tools_to_wire(agent.tools);
  // P7.1.3-21, P7.1.7-03, P7.1.7-06: behind the options, so that computed tools replace an additional property.
  if (!tools.is_null()) request["tools"] = std::move(tools);
  // P7.1.6-01, P7.1.6-06, P7.1.7-04, P7.7-01: an empty list of outputs counts as none.
  if (!agent.outputs.empty()) request["response_format"] = response_format(agent.outputs);
  return request;
}

}  // namespace prompty::openai
