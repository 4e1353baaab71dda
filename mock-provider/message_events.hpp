#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::message_events {

/// The event stream that builds up a whole Anthropic message `body` (as anthropic_message::body makes it):
/// message_start with the usage of the prompt, for each block its start, deltas (text_delta; input_json_delta;
/// thinking_delta and signature_delta) and stop, message_delta with stop_reason and usage, message_stop. A ping follows
/// the start of the first block. `request` plays no part.
[[nodiscard]] std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking);

}  // namespace mock_provider::message_events
