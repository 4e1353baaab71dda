#pragma once

#include <cstdint>

#include "prompty/core/agent.hpp"

namespace prompty::openai {

/// The interface of the provider that an agent is for.
enum class ApiType : std::uint8_t { chat, embedding, image, responses };

/// The agent's apiType, chat without a model. Throws ValueError for a type that the specification does not know
/// (P12.2-03, A-018).
[[nodiscard]] ApiType api_type_of(PromptyAgent const& agent);

/// Throws NotImplementedError for an agent whose answers are never streamed, those of embeddings and images.
void demand_streamable(PromptyAgent const& agent);

}  // namespace prompty::openai
