#include "prompty/load/message_codec.hpp"

#include "prompty/load/errors.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::message_codec {
namespace {

ContentPart read_part(ObjectReader const& members) {
  std::string const kind = members.required_text("kind", "text, image, audio or file");
  if (kind != "text" && kind != "image" && kind != "audio" && kind != "file") {
    throw errors::unknown_part_kind(members.path_of("kind"), kind);
  }
  std::string const value = members.required_text("value", "the content of the part");
  if (kind == "text") return TextPart{.value = value};
  std::optional<std::string> const media_type = members.text("mediaType");
  if (kind == "image") return ImagePart{.value = value, .media_type = media_type, .detail = members.text("detail")};
  if (kind == "audio") return AudioPart{.value = value, .media_type = media_type};
  return FilePart{.value = value, .media_type = media_type};
}

Message read_message(ObjectReader const& members) {
  Message message{.role = members.required_text("role", "the message a role"), .metadata = members.mapping("metadata")};
  for (Json const& part : members.list("content")) {
    std::string const here = element_path(members.path_of("content"), message.content.size());
    message.content.push_back(read_part(ObjectReader(part, here)));
  }
  return message;
}

}  // namespace

std::vector<Message> read(Json const& value, std::string const& path) {
  if (!value.is_array()) throw errors::wrong_type(path, "a list", value);
  std::vector<Message> messages;
  for (Json const& element : value) {
    messages.push_back(read_message(ObjectReader(element, element_path(path, messages.size()))));
  }
  return messages;
}

Json write(std::vector<Message> const& messages) {
  Json list = Json::array();
  for (Message const& message : messages) {
    Json shown{{"role", message.role}, {"content", parts_to_json(message.content)}};
    put_unless_empty(shown, "metadata", message.metadata);
    list.push_back(std::move(shown));
  }
  return list;
}

}  // namespace prompty::message_codec
