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

Json response_format(std::vector<Property> const& outputs, Profile profile) {
  return Json{{"type", "json_schema"}, {"json_schema", output_format(outputs, profile)}};
}

Json messages_to_wire(std::vector<Message> const& messages, Profile profile) {
  Json list = Json::array();
  for (Message const& message : messages) list.push_back(message_to_wire(message, profile));
  return list;
}

}  // namespace

Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages, Profile profile) {
  Json request = request_for_model(agent);
  request["messages"] = messages_to_wire(messages, profile);
  // P7.1.7-07: spread after model and messages, so a same-named additional property replaces them.
  Json const options = options_to_wire(agent.model ? agent.model->options : std::nullopt, profile);
  for (auto const& [key, value] : options.items()) request[key] = value;

  Json tools = wire::tools_to_wire(agent.tools, profile);
  if (!tools.is_null()) request["tools"] = std::move(tools);
  if (!agent.outputs.empty()) request["response_format"] = response_format(agent.outputs, profile);
  return request;
}

}  // namespace prompty::openai
