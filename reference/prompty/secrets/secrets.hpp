#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/json.hpp"

namespace prompty {

/// Whether what stands under a name is a secret: `apiKey`, `X-Api-Key`, `client_secret`, `OPENAI_KEY`, `GITHUB_TOKEN`,
/// `DB_PASSWORD`, `authorization`. Whole words count, so that `tokenizer` and `max_tokens` are no secrets, and `key`
/// only behind another word, unless both name data, as in `primary_key`.
[[nodiscard]] bool names_a_secret(std::string_view name);

/// `text` with `[REDACTED]` in place of what is secret in its URLs: what stands before the `@` of a host, and the
/// values of query parameters such as `api-key`, `token` and `sig`.
[[nodiscard]] std::string without_url_secrets(std::string_view text);

/// Values that are masked in all output and traces, found while connections and references resolve. For many threads.
class Secrets {
 public:
  /// Shorter values, such as `dummy` and `gpt-4o`, occur in other text and are not masked; no provider has such keys.
  static constexpr std::size_t shortest = 8;

  /// A credential: `value`, without an authorization scheme in front, and each line of it by itself. After some
  /// hundreds of credentials each new one replaces the oldest.
  void add(std::string_view value);

  /// The credentials that `without_url_secrets` takes out of the text, at most a few hundred.
  void add_from_urls(std::string_view text);

  /// At any depth of `value`, texts and numbers under names of secrets, references apart, and what is secret in URLs.
  /// After some hundreds no more are added in this way: a file may name any number of them.
  void add_named(Json const& value);

  /// `text` with `[REDACTED]` in place of each of the values, plain, as in JSON and percent-encoded, and of what is
  /// secret in URLs. Where the text was cut, at its end or at an ellipsis, the beginning of a value counts too.
  [[nodiscard]] std::string masked(std::string_view text) const;

  /// All texts of `value`, names of members included.
  [[nodiscard]] Json masked_json(Json const& value) const;

 private:
  enum class Source : std::uint8_t { credential, name };

  [[nodiscard]] std::shared_ptr<std::vector<std::string> const> forms() const;
  void add_value(std::string_view value, Source source);
  void add_from_urls(std::string_view text, Source source);
  void add_form(std::string form, Source source);

  mutable std::shared_mutex mutex_;
  std::size_t found_by_name_ = 0;         ///< how many of the forms
  std::vector<std::string> credentials_;  ///< the other forms, the oldest first
  /// The longest first, since one may be a part of another. Never null; replaced, never changed.
  std::shared_ptr<std::vector<std::string> const> forms_ = std::make_shared<std::vector<std::string> const>();
};

}  // namespace prompty
