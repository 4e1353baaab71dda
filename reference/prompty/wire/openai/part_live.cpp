#include "prompty/wire/openai/part_live.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "prompty/core/error_catalogue_live.hpp"
#include "prompty/core/match.hpp"
#include "prompty/wire/openai/part.hpp"

namespace prompty::openai {
namespace part_live {
namespace {

constexpr std::string_view data_scheme = "data:";

bool is_data_uri(std::string_view value) {
  return value.starts_with(data_scheme);
}

bool is_base64_of_known_type(FilePart const& file) {
  return file.media_type && !file.media_type->empty() && is_bare_base64(file.value);
}

std::string file_name(std::string_view uri) {
  std::string_view const type = uri.substr(data_scheme.size(), uri.find_first_of(";,") - data_scheme.size());
  std::size_t const slash = type.find('/');
  if (slash == std::string_view::npos || slash + 1 == type.size()) return "file.txt";
  std::string_view const subtype = type.substr(slash + 1);
  return "file." + (subtype == "plain" ? "txt" : std::string(subtype));
}

}  // namespace
}  // namespace part_live

Json live_image_block(ImagePart const& image) {
  Json block = part_to_wire(image);
  bool const is_typed = image.media_type && !image.media_type->empty();
  if (is_typed && is_bare_base64(image.value)) block["image_url"]["url"] = data_uri(*image.media_type, image.value);
  return block;
}

Json live_audio_block(AudioPart const& audio) {
  Json block = part_to_wire(audio);
  Json const& input = block["input_audio"];
  if (!input.contains("format")) throw errors::audio_without_media_type();
  std::string const format = input["format"].get<std::string>();
  if (format != "wav" && format != "mp3") throw errors::audio_format_refused(format);
  return block;
}

bool is_inline(FilePart const& file) {
  return part_live::is_data_uri(file.value) || part_live::is_base64_of_known_type(file);
}

Json inline_file(FilePart const& file) {
  std::string uri = part_live::is_data_uri(file.value) ? file.value : data_uri(*file.media_type, file.value);
  std::string name = part_live::file_name(uri);
  return Json{{"filename", std::move(name)}, {"file_data", std::move(uri)}};
}

Json live_chat_block(ContentPart const& part) {
  return match(
      part, [](TextPart const& text) { return part_to_wire(text); },
      [](ImagePart const& image) { return live_image_block(image); },
      [](AudioPart const& audio) { return live_audio_block(audio); },
      [](FilePart const& file) {
        if (!is_inline(file)) throw errors::file_not_inline();
        return Json{{"type", "file"}, {"file", inline_file(file)}};
      });
}

}  // namespace prompty::openai
