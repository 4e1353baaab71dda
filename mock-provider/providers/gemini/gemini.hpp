#pragma once

#include <string>

#include "mock-provider/providers/dialect.hpp"

/// Gemini's interface: /v1beta/models/MODEL:generateContent, :streamGenerateContent, :embedContent and
/// :batchEmbedContents.
namespace mock_provider::gemini {

/// How it answers :generateContent, and as a stream of server-sent events :streamGenerateContent.
[[nodiscard]] Dialect const& content();

/// How it answers :embedContent and :batchEmbedContents.
[[nodiscard]] Dialect const& vectors();

/// What a request, any JSON, to `MODEL:METHOD` says, as OpenAI's interfaces have it: model, messages, tools that must
/// be called, the format of the answer, limit and stop sequences, `stream`, and the inputs of vectors.
[[nodiscard]] Json meant(Json const& body, std::string const& model_and_method);

}  // namespace mock_provider::gemini
