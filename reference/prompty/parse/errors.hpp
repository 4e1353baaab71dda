#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/place.hpp"

namespace prompty::errors {

// Messages
[[nodiscard]] ValueError marker_nonce_mismatch(std::string_view role, std::size_t line);
/// What carries a tag of the template is no marker.
[[nodiscard]] ValueError marker_not_kept(std::size_t line);
/// A marker of the template has lost an attribute or got another one.
[[nodiscard]] ValueError marker_attributes_changed(std::string_view role, std::size_t line);
[[nodiscard]] ValueError marker_attribute_reserved(std::string_view key, std::size_t line);

}  // namespace prompty::errors
