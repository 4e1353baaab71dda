#pragma once

#include <string>

#include "harness/differential/dice.hpp"
#include "harness/matching/same_json.hpp"

namespace conformance::differential {

/// Which form of answer a provider gives.
enum class AnswerForm { chat, embedding, image, responses, anthropic };

/// By `model.provider` and `model.apiType` of an agent.
[[nodiscard]] AnswerForm answer_form_of(Json const& agent);

/// A whole answer of a provider.
[[nodiscard]] Json provider_answer(Dice& dice, AnswerForm form);

/// The decoded chunks of a streamed answer. Embeddings and images have none of their own; theirs are those of chat.
[[nodiscard]] Json provider_chunks(Dice& dice, AnswerForm form);

}  // namespace conformance::differential
