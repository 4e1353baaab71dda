#include "prompty/wire/anthropic/part.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "prompty/core/error_catalogue_anthropic.hpp"
#include "prompty/core/match.hpp"

namespace prompty::anthropic {
namespace {

constexpr std::string_view base64_marker = ";base64";

char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool begins_with(std::string_view text, std::string_view scheme) {
  return text.size() >= scheme.size() &&
         std::equal(scheme.begin(), scheme.end(), text.begin(), [](char s, char t) { return s == lower_case(t); });
}

Json base64_source(std::string_view media_type, std::string_view data) {
  return Json{{"type", "base64"}, {"media_type", media_type}, {"data", data}};
}

Json bare_source(ImagePart const& image) {
  if (!image.media_type || image.media_type->empty()) throw errors::image_without_media_type();
  return base64_source(*image.media_type, image.value);
}

/// `address` is what follows "data:".
Json data_source(std::string_view address, ImagePart const& image) {
  std::size_t const comma = address.find(',');
  std::size_t const marker = address.substr(0, comma).rfind(base64_marker);
  bool const holds_base64 =
      comma != std::string_view::npos && marker != std::string_view::npos && marker + base64_marker.size() == comma;
  if (!holds_base64) throw errors::image_not_base64();
  std::string_view const parameters = address.substr(0, marker);
  std::string_view const media_type = parameters.substr(0, parameters.find(';'));
  std::string const data(address.substr(comma + 1));
  if (media_type.empty()) return bare_source({.value = data, .media_type = image.media_type});
  return base64_source(media_type, data);
}

/// P7.5-21: always as base64; what else the value may be is told apart live only.
Json literal_source(ImagePart const& image) {
  Json source{{"type", "base64"}, {"media_type", nullptr}, {"data", image.value}};
  if (image.media_type) source["media_type"] = *image.media_type;
  return source;
}

Json live_source(ImagePart const& image) {
  std::string_view const value = image.value;
  if (begins_with(value, "https://") || begins_with(value, "http://")) {
    return Json{{"type", "url"}, {"url", image.value}};
  }
  constexpr std::string_view data = "data:";
  return begins_with(value, data) ? data_source(value.substr(data.size()), image) : bare_source(image);
}

}  // namespace

std::optional<Json> part_to_wire(ContentPart const& part, Profile profile) {
  return match(
      part,
      // P7.5-20: the same block as for OpenAI.
      [](TextPart const& text) {
        return std::optional(Json{{"type", "text"}, {"text", text.value}});
      },
      [&](ImagePart const& image) {
        Json source = profile == Profile::live ? live_source(image) : literal_source(image);
        return std::optional(Json{{"type", "image"}, {"source", std::move(source)}});
      },
      [](AudioPart const&) { return std::optional<Json>(); }, [](FilePart const&) { return std::optional<Json>(); });
}

}  // namespace prompty::anthropic
