#pragma once

#include <string_view>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::live {

/// The chat block for one part. An image of bare base64 and known media type is a data URI, a file is inline
/// . Throws ValueError as `openai::part_to_wire`, for audio without a media type or of another format
/// than wav and mp3, and for a file that is not inline.
[[nodiscard]] Json chat_block(ContentPart const& part);

/// The block for one part of a message of that role in a Responses request: `input_text`, or `output_text` for
/// the assistant, `input_image`, `input_audio`, `input_file`. Throws ValueError as `chat_block`, but takes the address
/// of a file.
[[nodiscard]] Json responses_block(ContentPart const& part, std::string_view role);

}  // namespace prompty::live
