#pragma once

#include <span>
#include <string_view>

namespace mock_provider {

/// One rule that the provider has for requests.
struct Rule {
  std::string_view id;      ///< what findings and the journal name it by
  std::string_view demand;  ///< the rule in a few words
  std::string_view code;    ///< `code` of the error that the provider answers with, "" for null
};

/// Every rule of chat completions, in the order in which they are looked at.
[[nodiscard]] std::span<Rule const> chat_rules();

/// Every rule of embeddings, image generations and responses, of lists of models and of deployments.
[[nodiscard]] std::span<Rule const> other_rules();

/// Every rule of Anthropic's messages, in the order in which they are looked at. Its errors have no code.
[[nodiscard]] std::span<Rule const> messages_rules();

/// Every rule of ollama's chats and embeddings, and of Gemini's contents and embeddings. Their errors have no code.
[[nodiscard]] std::span<Rule const> ollama_rules();
[[nodiscard]] std::span<Rule const> gemini_rules();

/// The rule of OpenAI's with this id; nullptr for none.
[[nodiscard]] Rule const* rule_named(std::string_view id);

}  // namespace mock_provider
