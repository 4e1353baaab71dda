#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::anthropic_default_answer {

/// What the mock says to a message request that no scenario answers; the same to the same request. A forced tool is
/// called with sample input, an output format is met with sample JSON, everything else gets a sentence that names how
/// many messages came and quotes the last text. Any JSON is taken.
[[nodiscard]] Completion to(Json const& request);

}  // namespace mock_provider::anthropic_default_answer

namespace mock_provider::anthropic_message {

/// The whole message body in which Anthropic would say `completion` in answer to `request` (a JSON body; only its
/// `model`, `system` and `messages` are looked at, and may have any type): reasoning as a thinking block, text or
/// refusal as a text block, calls as tool_use blocks, whose input is a string when the arguments are no JSON object.
/// `seed` decides ids. Usage that is not given is estimated, four bytes of text to a token.
[[nodiscard]] Json body(Completion const& completion, Json const& request, std::uint64_t seed);

/// Throws MisfitStep for a body with such a string: only the events of a stream can carry it.
void require_whole(Json const& body);

}  // namespace mock_provider::anthropic_message

namespace mock_provider::message_events {

/// The event stream that builds up a whole Anthropic message `body` (as anthropic_message::body makes it):
/// message_start with the usage of the prompt, for each block its start, deltas (text_delta; input_json_delta;
/// thinking_delta and signature_delta) and stop, message_delta with stop_reason and usage, message_stop. A ping follows
/// the start of the first block. `request` plays no part.
[[nodiscard]] std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking);

}  // namespace mock_provider::message_events
