#include "prompty/wire/live/openai_part.hpp"

#include <string>
#include <utility>

#include "prompty/core/match.hpp"
#include "prompty/wire/errors.hpp"
#include "prompty/wire/openai/part.hpp"

namespace prompty::live {
namespace {

constexpr std::string_view data_scheme = "data:";

bool is_data_uri(std::string_view value) {
  return value.starts_with(data_scheme);
}

bool is_base64_of_known_type(FilePart const& file) {
  return file.media_type && !file.media_type->empty() && openai::is_bare_base64(file.value);
}

std::string file_name(std::string_view uri) {
  std::string_view const type = uri.substr(data_scheme.size(), uri.find_first_of(";,") - data_scheme.size());
  std::size_t const slash = type.find('/');
  if (slash == std::string_view::npos || slash + 1 == type.size()) return "file.txt";
  std::string_view const subtype = type.substr(slash + 1);
  return "file." + (subtype == "plain" ? "txt" : std::string(subtype));
}

///
Json image_block(ImagePart const& image) {
  Json block = openai::part_to_wire(image);
  bool const is_typed = image.media_type && !image.media_type->empty();
  if (is_typed && openai::is_bare_base64(image.value))
    block["image_url"]["url"] = openai::data_uri(*image.media_type, image.value);
  return block;
}

///
Json audio_block(AudioPart const& audio) {
  Json block = openai::part_to_wire(audio);
  Json const& input = block["input_audio"];
  if (!input.contains("format")) throw errors::audio_without_media_type();
  std::string const format = input["format"].get<std::string>();
  if (format != "wav" && format != "mp3") throw errors::audio_format_refused(format);
  return block;
}

/// a data URI, or base64 with a media type.
bool is_inline(FilePart const& file) {
  return is_data_uri(file.value) || is_base64_of_known_type(file);
}

/// with a name made from its media type.
Json inline_file(FilePart const& file) {
  std::string uri = is_data_uri(file.value) ? file.value : openai::data_uri(*file.media_type, file.value);
  std::string name = file_name(uri);
  return Json{{"filename", std::move(name)}, {"file_data", std::move(uri)}};
}

Json input_image(ImagePart const& image) {
  Json const chat = image_block(image);
  Json const& shown = chat["image_url"];
  Json block{{"type", "input_image"}, {"image_url", shown["url"]}};
  if (shown.contains("detail")) block["detail"] = shown["detail"];
  return block;
}

Json input_file(FilePart const& file) {
  Json block{{"type", "input_file"}};
  if (!is_inline(file)) {
    block["file_url"] = file.value;
    return block;
  }
  block.update(inline_file(file));
  return block;
}

}  // namespace

Json chat_block(ContentPart const& part) {
  return match(
      part, [](TextPart const& text) { return openai::part_to_wire(text); },
      [](ImagePart const& image) { return image_block(image); },
      [](AudioPart const& audio) { return audio_block(audio); },
      [](FilePart const& file) {
        if (!is_inline(file)) throw errors::file_not_inline();
        return Json{{"type", "file"}, {"file", inline_file(file)}};
      });
}

Json responses_block(ContentPart const& part, std::string_view role) {
  return match(
      part,
      [&](TextPart const& text) {
        return Json{{"type", role == "assistant" ? "output_text" : "input_text"}, {"text", text.value}};
      },
      [](ImagePart const& image) { return input_image(image); },
      [](AudioPart const& audio) { return audio_block(audio); }, [](FilePart const& file) { return input_file(file); });
}

}  // namespace prompty::live
