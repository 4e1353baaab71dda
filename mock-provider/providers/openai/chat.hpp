#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "mock-provider/scenario/scenario.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::token_probabilities {

/// An entry for each token: as good as certain, with as many others made up beside it as `top_logprobs` of the request
/// (any JSON) asks for, 20 at most.
[[nodiscard]] Json of(std::vector<std::string> const& tokens, Json const& request);

}  // namespace mock_provider::token_probabilities

namespace mock_provider::completion {

/// The whole chat.completion body in which the provider would say `completion` in answer to `request` (a JSON body;
/// only its `model`, `messages` and `n` are looked at, and may have any type). `seed` decides ids and `created`. Usage
/// that is not given is estimated, four bytes of text to a token.
[[nodiscard]] Json body(Completion const& completion, Json const& request, std::uint64_t seed);

/// Whether a `model` (any JSON) is named as Mistral names its own, such as mistral-small-latest and codestral-embed;
/// its server has ids and calls in a form of its own.
[[nodiscard]] bool is_of_mistral(Json const& model);

}  // namespace mock_provider::completion

namespace mock_provider::completion_chunks {

/// The event stream that says the same as a whole chat.completion `body`, `[DONE]` at the end. For each choice a chunk
/// with the role, the deltas of the other members of its message, reasoning first, and a chunk with the finish_reason.
/// Texts and arguments come in pieces, anything else whole, and so do the calls of Mistral's models. Usage comes in a
/// last chunk without choices, only when `request` (any JSON) has `stream_options.include_usage`. Throws
/// Json::exception for a body that is none.
[[nodiscard]] std::vector<std::string> frames(Json const& body, Json const& request, Chunking const& chunking);

}  // namespace mock_provider::completion_chunks

namespace mock_provider::default_answer {

/// What the mock says to a chat request that no scenario answers; the same to the same request. A forced tool is called
/// with sample arguments, a response format is met with sample JSON, everything else gets a sentence that names how
/// many messages came and quotes the last text. Any JSON is taken.
[[nodiscard]] Completion to(Json const& request);

}  // namespace mock_provider::default_answer
