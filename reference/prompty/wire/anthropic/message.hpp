#pragma once

#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::anthropic {

/// The `messages` of a request (§7.5): every message but those of role system, as role and content blocks. Calls in an
/// assistant's metadata become blocks behind its text, and results that follow each other one message of the user
/// where the metadata has the provider's own blocks under `content_blocks`, these are sent unchanged.
/// Throws ValueError as `part_to_wire`, for a result without the id of its call, and for calls that are not complete or
/// whose arguments are no JSON object.
[[nodiscard]] Json messages_to_wire(std::vector<Message> const& messages);

}  // namespace prompty::anthropic
