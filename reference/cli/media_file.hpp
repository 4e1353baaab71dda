#pragma once

#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty::cli {

/// The part that an input of `kind` (image, file or audio) is when its content is `bytes` of a file with this path: a
/// data: URI, or base64 with the media type beside for audio. The ending of the path tells the media type; an unknown
/// one is application/octet-stream.
[[nodiscard]] Json media_part(std::string_view kind, std::string_view path, std::string_view bytes);

/// `bytes` in base64 with padding.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace prompty::cli
