#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mock_provider {

/// Where a request goes.
struct Route {
  enum class Kind : std::uint8_t {
    chat_completions,
    completions,   ///< of a prompt, below "/v1" or a deployment alone
    ollama_chat,   ///< as ollama has it, "/api/chat"
    ollama_embed,  ///< "/api/embed"
    gemini,        ///< contents of a model of Gemini, "/v1beta/models/MODEL:generateContent" or below "/v1"
    gemini_embed,  ///< vectors of one
    embeddings,
    images,
    messages,
    responses,
    models,
    model,
    response,      ///< a response that was given before
    input_tokens,  ///< how many tokens a request for a response has
    count_tokens,  ///< the same of a message
    moderations,
    files,            ///< those that were uploaded, and one of them
    speech,           ///< a text that is spoken
    compact,          ///< what was said to a model, shortened
    batches,          ///< OpenAI's
    message_batches,  ///< Anthropic's
    conversations,
    vector_stores,
    transcriptions,  ///< and translations of audio
    image_edits,     ///< and variations
    mcp,
    api,  ///< answered by the matchers of a scenario alone
    admin,
    unknown
  };
  Kind kind = Kind::unknown;
  std::string scenario;  ///< "default" when the path has no prefix
  std::string path;      ///< without the scenario's prefix and the query, else as received
  std::string query;     ///< after "?", as received
  std::string name;  ///< of a model: its id, percent-decoded; of Gemini with the method behind a colon; of a response:
                     ///< what follows "/responses/"; of files, batches, conversations and stores of vectors: what
                     ///< follows their path and "/"; of an admin route: what follows "/_mock/"
  std::string deployment;  ///< of a path below "/openai/deployments/": its name, percent-decoded

  bool operator==(Route const&) const = default;
};

/// Whether the route asks a model for something, so that steps without a path wait for it.
[[nodiscard]] bool calls_model(Route const& route);

/// Whether a scenario that has no step for a request on this route is to say so.
[[nodiscard]] bool needs_step(Route const& route);

/// Takes a request target apart. A first segment that starts no route of the provider is the name of a scenario. The
/// routes of OpenAI stand below "/v1", below "/openai/v1" and "/openai/deployments/NAME" as Azure has them, and alone.
[[nodiscard]] Route route_of(std::string_view target);

/// The same for a request whose first segment names no scenario that is played: its path is whole, and its scenario the
/// default one.
[[nodiscard]] Route whole_route_of(std::string_view target);

/// Whether a request whose first bytes are these asks for something below "/_mock/". As long as its path has not come
/// so far it does not.
[[nodiscard]] bool begins_admin_request(std::string_view bytes);

/// "%41" → "A"; a "%" without two hexadecimal digits after it stays as it is.
[[nodiscard]] std::string percent_decoded(std::string_view text);

/// The value of a parameter in the raw text after "?", percent-decoded; nothing when it is not there or has no "=".
[[nodiscard]] std::optional<std::string> query_value(std::string_view query, std::string_view name);

}  // namespace mock_provider
