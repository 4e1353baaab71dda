#include "prompty/wire/errors.hpp"

#include <fmt/core.h>

namespace prompty::errors {

ValueError property_kind_has_no_type(std::string_view name, std::string_view kind) {
  return ValueError(
      fmt::format("Property '{}': kind '{}' has no JSON Schema type; use string, integer, float, boolean, "
                  "array, object, image, file or audio",
                  name, kind),
      "P7.1.4-10");
}

ValueError required_thread_has_no_type(std::string_view name) {
  return ValueError(
      fmt::format("Property '{}': a model cannot supply a thread; make it optional or give it another kind", name),
      "P7.1.4-10");
}

NotImplementedError tool_kind_not_offered(std::string_view tool, std::string_view kind) {
  return NotImplementedError(
      fmt::format(
          "Tool '{}': tools of kind '{}' cannot be offered to a model by this version yet; only kinds 'function' and "
          "'prompty' can",
          tool, kind),
      "P7.1.3-01");
}

ValueError function_offered_twice(std::string_view function, std::string_view tool) {
  return ValueError(
      fmt::format("Tool '{}': a function '{}' is already offered to the model; rename one, or narrow allowedTools",
                  tool, function),
      "P2.9-03");
}

ValueError image_without_media_type() {
  return ValueError(
      "Image part: base64 needs a media type for Anthropic; give mediaType, such as image/png, or an https address",
      "P7.5-21");
}

ValueError image_not_base64() {
  return ValueError(
      "Image part: a data address for Anthropic must hold base64, as in data:image/png;base64,<data>; encode the image "
      "so, or give an https address",
      "P7.5-21");
}

ValueError not_an_audio_type(std::string_view media_type) {
  return ValueError(
      fmt::format("Audio part: the media type '{}' is not of the form audio/<format>, such as audio/wav", media_type),
      "P7.1.2-09");
}

ValueError audio_without_media_type() {
  return ValueError("Audio part: the provider wants to know its format; give mediaType, such as audio/wav",
                    "P7.1.2-09");
}

ValueError audio_format_refused(std::string_view format) {
  return ValueError(fmt::format("Audio part: the provider takes wav and mp3, not {}; convert the recording and give "
                                "mediaType audio/wav or audio/mpeg",
                                format),
                    "P7.1.2-16");
}

ValueError file_not_inline() {
  return ValueError(
      "File part: a chat request takes no address of a file; give the file as a data: address, or as "
      "base64 with mediaType, or set model.apiType to responses, which takes addresses",
      "P7.1.2-08");
}

ValueError nothing_to_embed() {
  return ValueError("Embeddings: no message has a text part, and the provider refuses an empty input; add a text",
                    "P7.2-06");
}

ValueError empty_text_to_embed(std::size_t index) {
  return ValueError(
      fmt::format("Embeddings: text {} is empty, which the provider refuses; leave it out or fill it", index + 1),
      "P7.2-04");
}

ValueError no_image_prompt() {
  return ValueError(
      "Image request: the prompt is the first text of the user's last message, and there is none; put "
      "'user:' on a line above what is to be drawn",
      "P7.3-03");
}

}  // namespace prompty::errors
