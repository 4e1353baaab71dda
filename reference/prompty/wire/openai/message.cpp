#include "prompty/wire/openai/message.hpp"

#include <variant>

#include "prompty/wire/openai/message_live.hpp"
#include "prompty/wire/openai/part.hpp"
#include "prompty/wire/openai/part_live.hpp"

namespace prompty::openai {
namespace {

Json content_to_wire(std::vector<ContentPart> const& content, Profile profile) {
  if (content.empty() && profile == Profile::live) return "";
  if (content.size() == 1) {
    if (TextPart const* const text = std::get_if<TextPart>(&content.front())) return text->value;
  }
  Json blocks = Json::array();
  for (ContentPart const& part : content) {
    blocks.push_back(profile == Profile::live ? live_chat_block(part) : part_to_wire(part));
  }
  return blocks;
}

}  // namespace

Json message_to_wire(Message const& message, Profile profile) {
  Json wire{{"role", message.role}};
  for (auto const& [key, value] : message.metadata.items()) {
    // P7.1.1-11, A-045: an attribute must not change who speaks or what is said.
    bool const is_taken = profile == Profile::as_written || takes_metadata(message.role, key);
    if (is_taken && key != "role" && key != "content") wire[key] = value;
  }
  wire["content"] = content_to_wire(message.content, profile);
  return wire;
}

}  // namespace prompty::openai
