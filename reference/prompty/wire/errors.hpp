#pragma once

#include "prompty/core/error.hpp"

namespace prompty::errors {

[[nodiscard]] ValueError property_kind_has_no_type(std::string_view name, std::string_view kind);
[[nodiscard]] ValueError required_thread_has_no_type(std::string_view name);
[[nodiscard]] NotImplementedError tool_kind_not_offered(std::string_view tool, std::string_view kind);
[[nodiscard]] ValueError function_offered_twice(std::string_view function, std::string_view tool);
[[nodiscard]] ValueError image_without_media_type();
[[nodiscard]] ValueError image_not_base64();
[[nodiscard]] ValueError not_an_audio_type(std::string_view media_type);
[[nodiscard]] ValueError audio_without_media_type();
[[nodiscard]] ValueError audio_format_refused(std::string_view format);
[[nodiscard]] ValueError file_not_inline();
[[nodiscard]] ValueError nothing_to_embed();
[[nodiscard]] ValueError empty_text_to_embed(std::size_t index);
[[nodiscard]] ValueError no_image_prompt();

}  // namespace prompty::errors
