#include "prompty/wire/live/openai.hpp"

#include <cstddef>
#include <utility>

#include "prompty/wire/errors.hpp"
#include "prompty/wire/live/openai_messages.hpp"
#include "prompty/wire/live/openai_options.hpp"
#include "prompty/wire/live/schema.hpp"
#include "prompty/wire/openai/chat.hpp"
#include "prompty/wire/openai/embedding.hpp"
#include "prompty/wire/openai/image.hpp"
#include "prompty/wire/openai/responses.hpp"

namespace prompty::live {
namespace {

PromptyAgent with_options(PromptyAgent agent, ModelOptions options) {
  agent.model->options = std::move(options);
  return agent;
}

bool has_options(PromptyAgent const& agent) {
  return agent.model && agent.model->options;
}

/// an additional property may stand where the messages were.
bool replaces_messages(PromptyAgent const& agent) {
  return has_options(agent) && agent.model->options->additional_properties.contains("messages");
}

/// the members of `function` beside `type`.
Json flat(Json const& definitions) {
  Json tools = Json::array();
  for (Json const& definition : definitions) {
    Json tool{{"type", definition["type"]}};
    for (auto const& [key, value] : definition["function"].items()) tool[key] = value;
    tools.push_back(std::move(tool));
  }
  return tools;
}

}  // namespace

Json chat_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  PromptyAgent const meant = has_options(agent) ? with_options(agent, options_as_meant(*agent.model->options)) : agent;
  Json request = openai::chat_request(meant, messages);
  if (!replaces_messages(meant)) amend_chat_messages(request["messages"], messages);
  if (Json tools = tools_to_wire(agent.tools); !tools.is_null()) request["tools"] = std::move(tools);
  if (!agent.outputs.empty()) amend_output_format(request["response_format"]["json_schema"], agent.outputs);
  return request;
}

Json responses_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  Json request = openai::responses_request(agent, messages);
  request["input"] = amended_input(std::move(request["input"]), messages);
  if (Json const tools = tools_to_wire(agent.tools); !tools.is_null()) request["tools"] = flat(tools);
  if (!agent.outputs.empty()) amend_output_format(request["text"]["format"], agent.outputs);
  Json const options = has_options(agent) ? responses_options(*agent.model->options) : Json::object();
  for (auto const& [key, value] : options.items()) {
    // what is computed of tools and outputs is not replaced.
    bool const is_computed = (key == "tools" || key == "text") && request.contains(key);
    if (!is_computed) request[key] = value;
  }
  return request;
}

Json embedding_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  Json request = openai::embedding_request(agent, messages);
  Json const& input = request["input"];
  if (input.empty()) throw errors::nothing_to_embed();
  if (input == "") throw errors::empty_text_to_embed(0);
  for (std::size_t index = 0; input.is_array() && index < input.size(); ++index) {
    if (input[index] == "") throw errors::empty_text_to_embed(index);
  }
  return request;
}

Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  bool const has = has_options(agent);
  Json request = openai::image_request(
      has ? with_options(agent, {.additional_properties = agent.model->options->additional_properties}) : agent,
      messages);
  if (request["prompt"] == "") throw errors::no_image_prompt();
  return request;
}

}  // namespace prompty::live
