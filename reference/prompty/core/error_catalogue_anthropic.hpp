#pragma once

#include <string_view>

#include "prompty/core/error.hpp"

/// The errors of requests to Anthropic.
namespace prompty::errors {

[[nodiscard]] ValueError image_without_media_type();
[[nodiscard]] ValueError image_not_base64();
[[nodiscard]] ValueError arguments_not_an_object(std::string_view property_path);
[[nodiscard]] ValueError api_type_not_of_anthropic(std::string_view api_type);

}  // namespace prompty::errors
