#pragma once

#include <optional>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::anthropic {

/// The content block for one part (§7.5); nothing for audio and files, which this provider's requests have no place for
/// . An image is sent as base64 of its media type, whatever its value is.
[[nodiscard]] std::optional<Json> part_to_wire(ContentPart const& part);

}  // namespace prompty::anthropic
