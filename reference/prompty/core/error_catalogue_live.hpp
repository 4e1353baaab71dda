#pragma once

#include <cstddef>
#include <string_view>

#include "prompty/core/error.hpp"

/// Errors of requests that today's providers would refuse, raised before anything is sent.
namespace prompty::errors {

[[nodiscard]] ValueError audio_without_media_type();
[[nodiscard]] ValueError audio_format_refused(std::string_view format);
[[nodiscard]] ValueError file_not_inline();
[[nodiscard]] ValueError nothing_to_embed();
[[nodiscard]] ValueError empty_text_to_embed(std::size_t index);
[[nodiscard]] ValueError no_image_prompt();

}  // namespace prompty::errors
