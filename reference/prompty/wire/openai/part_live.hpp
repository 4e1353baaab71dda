#pragma once

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::openai {

// What chat requests and Responses requests of the provider take of images, recordings and files.

/// The `image_url` block of an image. Bare base64 of a known media type becomes a data URI.
[[nodiscard]] Json live_image_block(ImagePart const& image);

/// The `input_audio` block of an audio part. Throws ValueError as `part_to_wire`, without a media type, and for
/// a format other than wav and mp3.
[[nodiscard]] Json live_audio_block(AudioPart const& audio);

/// Whether the part holds the file itself: a data URI, or base64 with a media type.
[[nodiscard]] bool is_inline(FilePart const& file);

/// `{filename, file_data}` of a file that is inline, with a name made from its media type.
[[nodiscard]] Json inline_file(FilePart const& file);

/// The chat block for one part. Throws ValueError as `live_audio_block`, and for a file that is not inline.
[[nodiscard]] Json live_chat_block(ContentPart const& part);

}  // namespace prompty::openai
