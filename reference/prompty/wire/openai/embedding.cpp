#include "prompty/wire/openai/embedding.hpp"

#include <utility>
#include <variant>

#include "prompty/wire/openai/model.hpp"

namespace prompty::openai {
namespace embedding {
namespace {

Json texts_of(std::vector<Message> const& messages) {
  Json texts = Json::array();
  // P7.2-02: all roles count, the system prompt too.
  for (Message const& message : messages) {
    for (ContentPart const& part : message.content) {
      // P7.2-03: an image among the parts is no error.
      if (TextPart const* const text = std::get_if<TextPart>(&part)) texts.push_back(text->value);
    }
  }
  return texts;
}

}  // namespace
}  // namespace embedding

Json embedding_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  // P7.2-01, P7.2-07: only `input` is added to this; the agent's options, tools and outputs are not looked at.
  Json request = request_for_model(agent);
  Json texts = embedding::texts_of(messages);
  // P7.2-04, P7.2-05, P7.2-06: the list is unwrapped for one text only, and may be empty.
  if (texts.size() == 1) {
    request["input"] = texts.front();
  } else {
    request["input"] = std::move(texts);
  }
  return request;
}

}  // namespace prompty::openai
