#include "prompty/wire/openai/image.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include "prompty/core/error_catalogue_live.hpp"
#include "prompty/wire/openai/model.hpp"
#include "prompty/wire/openai/options.hpp"

namespace prompty::openai {
namespace image {
namespace {

std::string prompt_of(std::vector<Message> const& messages) {
  std::vector<Message>::const_reverse_iterator const last =
      std::find_if(messages.rbegin(), messages.rend(), [](Message const& message) { return message.role == "user"; });
  if (last == messages.rend()) return "";
  // P7.3-04: an earlier message is not searched when this one has no text.
  for (ContentPart const& part : last->content) {
    if (TextPart const* const text = std::get_if<TextPart>(&part)) return text->value;
  }
  return "";
}

Json options_of(PromptyAgent const& agent, Profile profile) {
  if (!agent.model || !agent.model->options) return Json::object();
  return profile == Profile::live ? agent.model->options->additional_properties : options_to_wire(agent.model->options);
}

}  // namespace
}  // namespace image

Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages, Profile profile) {
  Json request = request_for_model(agent);
  request["prompt"] = image::prompt_of(messages);
  Json const options = image::options_of(agent, profile);
  for (auto const& [key, value] : options.items()) request[key] = value;
  if (profile == Profile::live && request["prompt"] == "") throw errors::no_image_prompt();
  return request;
}

}  // namespace prompty::openai
