#include "prompty/wire/anthropic/request.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "prompty/wire/anthropic/message.hpp"
#include "prompty/wire/anthropic/options.hpp"
#include "prompty/wire/anthropic/tool.hpp"
#include "prompty/wire/schema.hpp"

namespace prompty::anthropic {
namespace {

/// what was cut into parts is put together again.
std::string text_of(Message const& message) {
  std::string text;
  for (ContentPart const& part : message.content) {
    if (TextPart const* const piece = std::get_if<TextPart>(&part)) text += piece->value;
  }
  return text;
}

std::string system_text(std::vector<Message> const& messages, Profile profile) {
  std::string system;
  for (Message const& message : messages) {
    if (message.role != "system") continue;
    std::string const text = text_of(message);
    // P7.5-03: the one before is lost.
    if (profile == Profile::as_written) system.clear();
    if (!system.empty() && !text.empty()) system += "\n\n";
    system += text;
  }
  return system;
}

Json output_config(std::vector<Property> const& outputs) {
  Json schema = wire::schema_to_wire(outputs);
  schema["additionalProperties"] = false;
  return Json{{"format", Json{{"type", "json_schema"}, {"schema", std::move(schema)}}}};
}

void add_missing(Json& request, Json const& additional) {
  for (auto const& [key, value] : additional.items()) {
    if (!request.contains(key)) request[key] = value;
  }
}

}  // namespace

Json message_request(PromptyAgent const& agent, std::vector<Message> const& messages, Profile profile) {
  std::optional<ModelOptions> const options = agent.model ? agent.model->options : std::nullopt;
  Json request = Json::object();
  // P7.5-23: there is no default model.
  if (agent.model && agent.model->id) request["model"] = *agent.model->id;
  request["messages"] = messages_to_wire(messages, profile);
  // P7.5-06, P7.5-07, P7.6-03: the provider demands a limit in every request.
  request["max_tokens"] = max_tokens(options);

  std::string system = system_text(messages, profile);
  // P7.5-02, P7.5-04: an empty text is treated like none.
  if (!system.empty()) request["system"] = std::move(system);
  add_missing(request, options_to_wire(options));
  Json tools = tools_to_wire(agent.tools);
  // P7.5-15: empty also when all tools are of other kinds.
  if (!tools.empty()) request["tools"] = std::move(tools);

  // P7.5-13, P7.5-24: outputs and additional properties are sent live only.
  if (profile == Profile::as_written) return request;
  // P7.7-01, A-093: the provider has this means of its own, which §7.5 does not know.
  if (!agent.outputs.empty()) request["output_config"] = output_config(agent.outputs);
  if (options) add_missing(request, options->additional_properties);
  return request;
}

}  // namespace prompty::anthropic
