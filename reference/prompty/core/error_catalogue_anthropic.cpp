#include "prompty/core/error_catalogue_anthropic.hpp"

#include <fmt/core.h>

namespace prompty::errors {

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

ValueError arguments_not_an_object(std::string_view property_path) {
  return ValueError(fmt::format("{} must be the text of a JSON object, which Anthropic takes as the input of the call",
                                property_path));
}

ValueError api_type_not_of_anthropic(std::string_view api_type) {
  return ValueError(fmt::format("Unsupported API type: {} (the provider anthropic has only chat)", api_type));
}

}  // namespace prompty::errors
