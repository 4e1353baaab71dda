#pragma once

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::openai {

/// The content block for one part (§7.1.2). An image that is bare base64 with a known media type becomes a data URI
/// an audio part without media type has no format.
/// Throws ValueError for an audio part whose media type is not of the form audio/<format>.
[[nodiscard]] Json part_to_wire(ContentPart const& part);

}  // namespace prompty::openai
