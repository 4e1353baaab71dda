#include "prompty/wire/anthropic/part.hpp"

#include "prompty/core/match.hpp"

namespace prompty::anthropic {
namespace {

/// P7.5-21: always as base64; what else the value may be is not told apart.
Json image_source(ImagePart const& image) {
  Json source{{"type", "base64"}, {"media_type", nullptr}, {"data", image.value}};
  if (image.media_type) source["media_type"] = *image.media_type;
  return source;
}

}  // namespace

std::optional<Json> part_to_wire(ContentPart const& part) {
  return match(
      part,
      // P7.5-20: the same block as for OpenAI.
      [](TextPart const& text) {
        return std::optional(Json{{"type", "text"}, {"text", text.value}});
      },
      [](ImagePart const& image) {
        return std::optional(Json{{"type", "image"}, {"source", image_source(image)}});
      },
      [](AudioPart const&) { return std::optional<Json>(); }, [](FilePart const&) { return std::optional<Json>(); });
}

}  // namespace prompty::anthropic
