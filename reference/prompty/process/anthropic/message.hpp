#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/profile.hpp"

namespace prompty::processing {

/// The outcome of an answer of Anthropic's (§8.5): its tool calls when there are any, with arguments as compact JSON
/// otherwise its text, parsed when the agent declares outputs. As written the text is that of the first block
/// of text, in the live profile that of all of them. Throws ValueError `Unexpected response format: …` when
/// there is no list of content, a call has no id, name or input object, or a text is not a string.
[[nodiscard]] Outcome process_message(PromptyAgent const& agent, Json const& response, Profile profile);

}  // namespace prompty::processing
