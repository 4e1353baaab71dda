#include "prompty/wire/anthropic/request.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "prompty/wire/anthropic/message.hpp"
#include "prompty/wire/anthropic/options.hpp"
#include "prompty/wire/anthropic/tool.hpp"

namespace prompty::anthropic {

std::string text_of(Message const& message) {
  std::string text;
  for (ContentPart const& part : message.content) {
    if (TextPart const* const piece = std::get_if<TextPart>(&part)) text += piece->value;
  }
  return text;
}

namespace {

/// P7.5-03: of several system messages the last one counts.
std::string system_text(std::vector<Message> const& messages) {
  std::string system;
  for (Message const& message : messages) {
    if (message.role == "system") system = text_of(message);
  }
  return system;
}

void add_missing(Json& request, Json const& additional) {
  for (auto const& [key, value] : additional.items()) {
    if (!request.contains(key)) request[key] = value;
  }
}

}  // namespace

Json message_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  std::optional<ModelOptions> const options = agent.model ? agent.model->options : std::nullopt;
  Json request = Json::object();
  // P7.5-23: there is no default model.
  if (agent.model && agent.model->id) request["model"] = *agent.model->id;
  request["messages"] = messages_to_wire(messages);
  // P7.5-06, P7.5-07, P7.6-03: the provider demands a limit in every request.
  request["max_tokens"] = max_tokens(options);

  std::string system = system_text(messages);
  // P7.5-02, P7.5-04: an empty text is treated like none.
  if (!system.empty()) request["system"] = std::move(system);
  add_missing(request, options_to_wire(options));
  Json tools = tools_to_wire(agent.tools);
  // P7.5-15: empty also when all tools are of other kinds.
  if (!tools.empty()) request["tools"] = std::move(tools);
  // P7.5-13, P7.5-24: neither outputs nor additional properties are sent.
  return request;
}

}  // namespace prompty::anthropic
