#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::openai {

/// The body of an embeddings request (§7.2): model (left out when the agent names none) and `input`, the text parts of
/// all messages in order, as a string when there is exactly one and as an array otherwise. Nothing else is sent
///
[[nodiscard]] Json embedding_request(PromptyAgent const& agent, std::vector<Message> const& messages);

}  // namespace prompty::openai
