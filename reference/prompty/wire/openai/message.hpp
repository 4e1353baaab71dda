#pragma once

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"
#include "prompty/core/profile.hpp"

namespace prompty::openai {

/// The chat message for one message (§7.1.1): role, then its metadata, then content, which is plain text for a single
/// text part and a list of blocks otherwise. Metadata cannot replace role or content.
/// In the live profile a message without parts has empty text, and metadata that the provider does not know
/// stays behind. Throws ValueError as `part_to_wire`, live as `live_chat_block`.
[[nodiscard]] Json message_to_wire(Message const& message, Profile profile = Profile::as_written);

}  // namespace prompty::openai
