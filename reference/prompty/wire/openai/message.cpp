#include "prompty/wire/openai/message.hpp"

#include <variant>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/wire/openai/part.hpp"

namespace prompty::openai {
namespace {

void demand_audio_format(ContentPart const& part) {
  AudioPart const* const audio = std::get_if<AudioPart>(&part);
  bool const has_type = audio == nullptr || (audio->media_type && !audio->media_type->empty());
  if (!has_type) throw errors::audio_without_media_type();
}

Json content_to_wire(std::vector<ContentPart> const& content, Profile profile) {
  if (content.empty() && profile == Profile::live) return "";
  if (content.size() == 1) {
    if (TextPart const* const text = std::get_if<TextPart>(&content.front())) return text->value;
  }
  Json blocks = Json::array();
  for (ContentPart const& part : content) {
    if (profile == Profile::live) demand_audio_format(part);
    blocks.push_back(part_to_wire(part));
  }
  return blocks;
}

}  // namespace

Json message_to_wire(Message const& message, Profile profile) {
  Json wire{{"role", message.role}};
  for (auto const& [key, value] : message.metadata.items()) {
    // P7.1.1-11, A-045: an attribute must not change who speaks or what is said.
    if (key != "role" && key != "content") wire[key] = value;
  }
  wire["content"] = content_to_wire(message.content, profile);
  return wire;
}

}  // namespace prompty::openai
