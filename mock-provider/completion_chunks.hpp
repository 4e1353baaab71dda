#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::completion_chunks {

/// The event stream that says the same as a whole chat.completion `body` (as completion::body makes it), `[DONE]` at
/// the end. For each choice a chunk with the role, one for each delta of reasoning, content, refusal and tool calls,
/// and one with the finish_reason. Usage comes in a last chunk without choices, only when `request` (any JSON) has
/// `stream_options.include_usage`.
[[nodiscard]] std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking);

}  // namespace mock_provider::completion_chunks
