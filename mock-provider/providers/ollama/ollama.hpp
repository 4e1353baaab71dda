#pragma once

#include "mock-provider/providers/dialect.hpp"

/// ollama's own interface: /api/chat and /api/embed.
namespace mock_provider::ollama {

/// How it answers a chat: an object, or a stream of them, one a line.
[[nodiscard]] Dialect const& chat();

/// How it answers with vectors.
[[nodiscard]] Dialect const& embed();

/// A chat request, any JSON, with what OpenAI's says under the names of OpenAI's: `stream`, which is true unless it is
/// said not to be, the limit of tokens, stop sequences and the format of the answer.
[[nodiscard]] Json meant(Json const& body);

}  // namespace mock_provider::ollama
