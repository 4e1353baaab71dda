#include "prompty/wire/openai/image.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

#include "prompty/wire/openai/model.hpp"
#include "prompty/wire/openai/options.hpp"

namespace prompty::openai {
namespace image {
namespace {

std::string prompt_of(std::vector<Message> const& messages) {
  // P7.3-02: from the back, past the model's own turns.
  std::vector<Message>::const_reverse_iterator const last =
      std::find_if(messages.rbegin(), messages.rend(), [](Message const& message) { return message.role == "user"; });
  // P7.3-05: no error; providers refuse an empty prompt.
  if (last == messages.rend()) return "";
  // P7.3-03, P7.3-04: the first text is taken; an earlier message is not searched when this one has no text.
  for (ContentPart const& part : last->content) {
    if (TextPart const* const text = std::get_if<TextPart>(&part)) return text->value;
  }
  return "";
}

}  // namespace
}  // namespace image

Json image_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  // P7.3-01, P7.3-08: the prompt is all that is taken from the messages; tools and outputs are not looked at.
  Json request = request_for_model(agent);
  request["prompt"] = image::prompt_of(messages);
  Json const options = options_to_wire(agent.model ? agent.model->options : std::nullopt);
  // P7.3-06, P7.3-07: after model and prompt, so that an additional property can replace either.
  for (auto const& [key, value] : options.items()) request[key] = value;
  return request;
}

}  // namespace prompty::openai
