#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::anthropic_message {

/// The whole message body in which Anthropic would say `completion` in answer to `request` (a JSON body; only its
/// `model`, `system` and `messages` are looked at, and may have any type): reasoning as a thinking block, text or
/// refusal as a text block, calls as tool_use blocks, whose input is a string when the arguments are no JSON object.
/// `seed` decides ids. Usage that is not given is estimated, four bytes of text to a token.
[[nodiscard]] Json body(Completion const& completion, Json const& request, std::uint64_t seed);

/// Throws MisfitStep for a body with such a string: only the events of a stream can carry it.
void require_whole(Json const& body);

}  // namespace mock_provider::anthropic_message
