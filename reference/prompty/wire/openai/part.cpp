#include "prompty/wire/openai/part.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "prompty/core/match.hpp"
#include "prompty/wire/errors.hpp"

namespace prompty::openai {
namespace {

constexpr std::string_view audio_prefix = "audio/";
constexpr std::string_view base64_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\r\n";

char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The media type in lower case, without parameters such as "; codecs=1" and without blanks at its ends.
std::string essence(std::string_view media_type) {
  std::string_view const type = media_type.substr(0, media_type.find(';'));
  std::size_t const first = type.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  std::string essence(type.substr(first, type.find_last_not_of(" \t") - first + 1));
  std::transform(essence.begin(), essence.end(), essence.begin(), lower_case);
  return essence;
}

std::string audio_format(std::string const& media_type) {
  std::string const type = essence(media_type);
  std::size_t const prefix = audio_prefix.size();
  if (type.size() <= prefix || std::string_view(type).substr(0, prefix) != audio_prefix) {
    throw errors::not_an_audio_type(media_type);
  }
  std::string format = type.substr(prefix);
  // P7.1.2-11, P7.1.2-13: the two subtypes that the provider calls by another name.
  if (format == "x-wav") return "wav";
  if (format == "mpeg") return "mp3";
  // P7.1.2-10, P7.1.2-12, P7.1.2-14, P7.1.2-15, P7.1.2-16: wav, mp3, flac and ogg come out of the general rule.
  return format;
}

Json image_block(ImagePart const& image) {
  // P7.1.2-03: an address and a `data:` address go as they are.
  Json url{{"url", image.value}};
  // P7.1.2-04, P7.1.2-05, P7.1.2-06: an empty detail is none, and without one the default is left to the provider.
  if (image.detail && !image.detail->empty()) url["detail"] = *image.detail;
  return Json{{"type", "image_url"}, {"image_url", std::move(url)}};
}

Json audio_block(AudioPart const& audio) {
  // P7.1.2-07: unlike images, recordings are sent as bare base64 with their format beside it.
  Json input{{"data", audio.value}};
  // P7.1.2-09: the data is not looked at, even if it contradicts the media type.
  if (audio.media_type && !audio.media_type->empty()) input["format"] = audio_format(*audio.media_type);
  return Json{{"type", "input_audio"}, {"input_audio", std::move(input)}};
}

}  // namespace

Json part_to_wire(ContentPart const& part) {
  return match(
      part,
      // P7.1.2-01: one case for each kind of part; a kind without a case does not compile.
      // P7.1.2-02: for texts among other parts; a text by itself is a plain string.
      [](TextPart const& text) {
        return Json{{"type", "text"}, {"text", text.value}};
      },
      [](ImagePart const& image) { return image_block(image); },
      [](AudioPart const& audio) { return audio_block(audio); },
      // P7.1.2-08: the media type of a file is not sent.
      [](FilePart const& file) {
        return Json{{"type", "file"}, {"file", Json{{"url", file.value}}}};
      });
}

bool is_bare_base64(std::string_view value) {
  return !value.empty() && value.find_first_not_of(base64_alphabet) == std::string_view::npos;
}

std::string data_uri(std::string_view media_type, std::string_view base64) {
  return fmt::format("data:{};base64,{}", media_type, base64);
}

}  // namespace prompty::openai
