#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/host.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/stream.hpp"

namespace prompty::processing {

/// The outcome of an answer of Anthropic's (§8.5): its tool calls when there are any, with arguments as compact JSON
/// otherwise its text, parsed when the agent declares outputs. As written the text is that of the first block
/// of text, in the live profile that of all of them. Throws ValueError `Unexpected response format: …` when
/// there is no list of content, a call has no id, name or input object, or a text is not a string.
[[nodiscard]] Outcome process_message(PromptyAgent const& agent, Json const& response, Profile profile);

/// The items of a streamed message of Anthropic (§10.3): each piece of text of whichever block, and behind the last
/// event the tool calls by ascending `index` of their blocks. `next` throws ValueError `Model refused: …` for the stop
/// reason `refusal`, ValueError `Unexpected response format: …` for an event of another shape, and what
/// `items_of_events` says. `chunks` is not null.
[[nodiscard]] ItemStream process_message_stream(std::shared_ptr<PromptyStream> chunks);

}  // namespace prompty::processing
