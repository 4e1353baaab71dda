#pragma once

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::openai {

/// The chat message for one message (§7.1.1): role, then its metadata, then content, which is plain text for a single
/// text part and a list of blocks otherwise. Metadata cannot replace role or content.
/// Throws ValueError as `part_to_wire`.
[[nodiscard]] Json message_to_wire(Message const& message);

}  // namespace prompty::openai
