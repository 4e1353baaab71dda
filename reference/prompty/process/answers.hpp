#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/host.hpp"
#include "prompty/core/stream.hpp"

/// What whole and streamed answers mean, for each interface of a provider. Everything here throws ValueError
/// `Unexpected response format: …` for an answer, chunk or event of another shape than the one that is described; the
/// item streams do so from `next`, with what `items_of` says. No `chunks` is null.
namespace prompty::processing {

/// The outcome of a chat completion (§8.1), from its first choice: the tool calls when there are any, each a complete
/// function call, otherwise the content, a string, parsed when the agent declares outputs. A refusal plays no part
/// (P8.1-12, A-103).
/// In the live profile an answer that has nothing but a call in the old member `function_call` is a ValueError.
[[nodiscard]] Outcome process_chat(PromptyAgent const& agent, Json const& response, Profile profile);

/// The items of a streamed chat completion (§8.6): each piece of content as its chunk arrives, and after the last chunk
/// the tool calls by ascending index. Only the first choice of a chunk counts; chunks without one are passed over.
/// `next` also throws ValueError `Model refused: …` for a refusal. In the live profile a fragment with an id and a name
/// of its own opens a call, and a call in the old member `function_call` is a ValueError.
[[nodiscard]] ItemStream process_chat_stream(std::shared_ptr<PromptyStream> chunks, Profile profile);

/// The outcome of an embeddings response (§8.2): the vector itself, a list of numbers, when `data` has one item,
/// otherwise the list of the vectors in the order of `data`, whatever their `index`.
/// Throws ValueError `Empty embedding response` for an empty `data`.
[[nodiscard]] Outcome process_embedding(Json const& response);

/// The outcome of an image response (§8.3): of each item of `data` its `url`, or without one its `b64_json` as it is;
/// items with neither are passed over. One result is an image, any other number a list, which may be empty.
/// Throws ValueError `Empty image response` for an empty `data`.
[[nodiscard]] Outcome process_image(Json const& response);

/// The outcome of a response of the Responses API (§8.4): the function calls in `output` when there are any, otherwise
/// the text, parsed when the agent declares outputs. The text is `output_text`, or without that field what the
/// `output_text` parts of the messages in `output` say, joined.
/// Throws ValueError with the provider's message, or the error as JSON without one, when `error` is set.
[[nodiscard]] Outcome process_responses(PromptyAgent const& agent, Json const& response);

/// The items of a streamed response of the Responses API (§10.2): each delta of text, and behind the last event the
/// function calls by ascending `output_index`. `next` also throws ValueError `Model refused: …` for a refusal, and
/// ValueError with the provider's message for a response that failed.
[[nodiscard]] ItemStream process_response_stream(std::shared_ptr<PromptyStream> chunks);

/// The outcome of an answer of Anthropic's (§8.5): its tool calls when there are any, with arguments as compact JSON
/// otherwise its text, parsed when the agent declares outputs. As written the text is that of the first block
/// of text, in the live profile that of all of them. A call needs an id, a name and an input object.
[[nodiscard]] Outcome process_message(PromptyAgent const& agent, Json const& response, Profile profile);

/// The items of a streamed message of Anthropic (§10.3): each piece of text of whichever block, and behind the last
/// event the tool calls by ascending `index` of their blocks. `next` also throws ValueError `Model refused: …` for the
/// stop reason `refusal`.
[[nodiscard]] ItemStream process_message_stream(std::shared_ptr<PromptyStream> chunks);

}  // namespace prompty::processing
