#include "prompty/wire/openai/message.hpp"

#include <variant>

#include "prompty/wire/openai/part.hpp"

namespace prompty::openai {
namespace {

Json content_to_wire(std::vector<ContentPart> const& content) {
  // P7.1.1-05, P7.1.1-06, P7.1.1-07: neither role nor metadata matters, and several texts are not joined.
  if (content.size() == 1) {
    if (TextPart const* const text = std::get_if<TextPart>(&content.front())) return text->value;
  }
  // P7.1.1-08, P7.1.1-09, P7.1.1-10: anything else is a list with a block for each part, however few.
  Json blocks = Json::array();
  for (ContentPart const& part : content) blocks.push_back(part_to_wire(part));
  return blocks;
}

}  // namespace

Json message_to_wire(Message const& message) {
  // P7.1.1-02: roles are spelled as the provider spells them.
  Json wire{{"role", message.role}};
  // P7.1.1-03, P7.1.1-04: the keys become members of the message itself; no key, no trace.
  for (auto const& [key, value] : message.metadata.items()) {
    // P7.1.1-11, A-045: an attribute must not change who speaks or what is said.
    if (key != "role" && key != "content") wire[key] = value;
  }
  wire["content"] = content_to_wire(message.content);
  return wire;
}

}  // namespace prompty::openai
