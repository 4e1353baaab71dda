#include "prompty/core/error_catalogue_live.hpp"

#include <fmt/core.h>

namespace prompty::errors {

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
