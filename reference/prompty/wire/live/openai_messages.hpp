#pragma once

#include <vector>

#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::live {

/// Amends the `messages` of a chat request, which `openai::chat_request` made of these messages: one without parts has
/// empty text, metadata stays behind that the provider does not know on a message of that role, and
/// parts are blocks as it takes them. Throws as `chat_block`.
void amend_chat_messages(Json& wires, std::vector<Message> const& messages);

/// The `input` of a Responses request as the provider takes it, of what `openai::responses_request` made of these
/// messages: parts as blocks of its own, the items before a stored call in front of it, and outputs
/// that name that call. Throws as `responses_block`.
[[nodiscard]] Json amended_input(Json items, std::vector<Message> const& messages);

}  // namespace prompty::live
