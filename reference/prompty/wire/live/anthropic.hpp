#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty::live {

/// A message request as the provider takes it: images by address, by `data:` address or as base64, all system
/// messages with a blank line between them, outputs and additional properties. Throws as
/// `anthropic::message_request`, and ValueError for base64 without a media type and for a `data:` address that does not
/// hold base64.
[[nodiscard]] Json message_request(PromptyAgent const& agent, std::vector<Message> const& messages);

}  // namespace prompty::live
