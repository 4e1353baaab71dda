#pragma once

#include <string>
#include <string_view>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::openai {

/// The content block for one part (§7.1.2). The value of an image is its `url`, whatever it is; an audio part
/// without media type has no format.
/// Throws ValueError for an audio part whose media type is not of the form audio/<format>.
[[nodiscard]] Json part_to_wire(ContentPart const& part);

/// Whether a value that may be an address is none, but base64 text.
[[nodiscard]] bool is_bare_base64(std::string_view value);

/// The data URI of base64 text of that media type.
[[nodiscard]] std::string data_uri(std::string_view media_type, std::string_view base64);

}  // namespace prompty::openai
