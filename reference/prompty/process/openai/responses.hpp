#pragma once

#include <memory>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/stream.hpp"

namespace prompty::processing {

/// The outcome of a response of the Responses API (§8.4): the function calls in `output` when there are any, otherwise
/// the text, parsed when the agent declares outputs. The text is `output_text`, or without that field what the
/// `output_text` parts of the messages in `output` say, joined.
/// Throws ValueError with the provider's message, or the error as JSON without one, when `error` is set, and
/// `Unexpected response format: …` when `output` is no list or a function call is incomplete.
[[nodiscard]] Outcome process_responses(PromptyAgent const& agent, Json const& response);

/// The items of a streamed response of the Responses API (§10.2): each delta of text, and behind the last event the
/// function calls by ascending `output_index`. `next` throws ValueError `Model refused: …` for a refusal, ValueError
/// with the provider's message for a response that failed, ValueError `Unexpected response format: …` for an event of
/// another shape, and what `items_of_events` says. `chunks` is not null.
[[nodiscard]] ItemStream process_response_stream(std::shared_ptr<PromptyStream> chunks);

}  // namespace prompty::processing
