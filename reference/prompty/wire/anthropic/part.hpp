#pragma once

#include <optional>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/profile.hpp"

namespace prompty::anthropic {

/// The content block for one part (§7.5); nothing for audio and files, which this provider's requests have no place for
/// . An image is sent as base64 of its media type, whatever its value is; live it is an address, a `data:`
/// address, or base64.
/// Throws ValueError, live, for base64 without a media type and for a `data:` address that does not hold base64.
[[nodiscard]] std::optional<Json> part_to_wire(ContentPart const& part, Profile profile = Profile::as_written);

}  // namespace prompty::anthropic
