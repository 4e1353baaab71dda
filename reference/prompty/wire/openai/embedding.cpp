#include "prompty/wire/openai/embedding.hpp"

#include <utility>
#include <variant>

#include "prompty/wire/openai/model.hpp"

namespace prompty::openai {
namespace embedding {
namespace {

Json texts_of(std::vector<Message> const& messages) {
  Json texts = Json::array();
  for (Message const& message : messages) {
    for (ContentPart const& part : message.content) {
      if (TextPart const* const text = std::get_if<TextPart>(&part)) texts.push_back(text->value);
    }
  }
  return texts;
}

}  // namespace
}  // namespace embedding

Json embedding_request(PromptyAgent const& agent, std::vector<Message> const& messages) {
  Json request = request_for_model(agent);
  Json texts = embedding::texts_of(messages);
  // P7.2-04
  if (texts.size() == 1) {
    request["input"] = texts.front();
  } else {
    request["input"] = std::move(texts);
  }
  return request;
}

}  // namespace prompty::openai
