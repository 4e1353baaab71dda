#pragma once

#include <vector>

#include "prompty/conversation/stored_message.hpp"
#include "prompty/core/json.hpp"

namespace prompty::conversation {

/// What a model client is handed of a conversation: new messages, one for each and in order, without the reasoning of
/// turns that called no tools (M6-01, M6.1-01, M6.1-02). The one place of that rule, whatever the provider (M6.1-03),
/// and without an option to turn it off (M6.1-06).
[[nodiscard]] std::vector<StoredMessage> request_messages(std::vector<StoredMessage> const& stored);

/// The messages of a chat completion request, from those that a model client is handed. Only the members of the wire
/// form are sent; reasoning goes by `reasoning_details` when there are blocks, unchanged, and otherwise by
/// `reasoning_content` (M3-01, M6-07, M6-08, A-135).
[[nodiscard]] Json chat_messages(std::vector<StoredMessage> const& handed);

}  // namespace prompty::conversation
