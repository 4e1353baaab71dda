#include <algorithm>
#include <array>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/span_rules.hpp"

namespace conformance::mutants::trace_secrets {
namespace {

constexpr std::array<char const*, 8> words = {"secret", "password", "api_key",    "apikey",
                                              "token",  "auth",     "credential", "cookie"};

bool contains(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

/// Does not hide under keys that contain this word and no other one.
Rule word_unknown(std::string word) {
  return shown_secrets([word = std::move(word)](std::string const& key, Json const&, std::size_t) {
    std::string const lowered = lower_case(key);
    bool const others = std::any_of(words.begin(), words.end(), [&](std::string const& other) {
      return other != word && contains(lowered, other);
    });
    return contains(lowered, word) && !others;
  });
}

bool has_capitals(std::string const& key) {
  return lower_case(key) != key;
}

bool is_exactly_a_word(std::string const& key) {
  return std::find(words.begin(), words.end(), lower_case(key)) != words.end();
}

bool is_about_tokens(std::string const& key) {
  return contains(lower_case(key), "tokens");
}

std::vector<Mutant> word_mutants() {
  std::vector<Mutant> mutants;
  for (std::string const word : words) {
    std::string id = word;
    std::replace(id.begin(), id.end(), '_', '-');
    mutants.push_back({"secret-word-unknown-" + id, "P3.2-01", "Keys with the word " + word + " keep their values.",
                       word_unknown(word)});
  }
  return mutants;
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"no-secret-hidden", "P3.2-01", "Nothing is hidden.",
       shown_secrets([](std::string const&, Json const&, std::size_t) { return true; })},
      {"secrets-with-capitals-shown", "P3.2-01", "Capital letters in a key keep its value from being hidden.",
       shown_secrets([](std::string const& key, Json const&, std::size_t) { return has_capitals(key); })},
      {"only-whole-words-hidden", "P3.2-01", "A key that is more than one of the words keeps its value.",
       shown_secrets([](std::string const& key, Json const&, std::size_t) { return !is_exactly_a_word(key); })},
      {"half-words-hidden", "P3.2-01", "A key that begins as a secret word does loses its value.",
       hidden_values([](std::string const& key, Json const& value, std::size_t) {
         return value.is_string() && contains(lower_case(key), "pass");
       })},
      {"texts-about-secrets-hidden", "P3.2-01", "A text that holds one of the words is hidden whatever its key is.",
       hidden_values([](std::string const&, Json const& value, std::size_t) {
         return value.is_string() && std::any_of(words.begin(), words.end(), [&](std::string const& word) {
                  return contains(lower_case(value.get<std::string>()), word);
                });
       })},
      {"deep-secrets-shown", "P3.2-02", "Only the first level is looked at.",
       shown_secrets([](std::string const&, Json const&, std::size_t depth) { return depth > 1; })},
      {"secrets-of-results-shown", "P3.2-02", "Results are shown as they are.", shown_secrets_of_results()},
      {"keys-hidden", "P3.2-03", "Every key with the word key in it loses its value.",
       hidden_values([](std::string const& key, Json const& value, std::size_t) {
         return value.is_string() && contains(lower_case(key), "key");
       })},
      {"only-texts-hidden", "P3.2-04", "A secret that is no text is shown.",
       shown_secrets([](std::string const&, Json const& value, std::size_t) { return !value.is_string(); })},
      {"numbers-never-hidden", "P3.2-04", "A secret that is a number is shown.",
       shown_secrets([](std::string const&, Json const& value, std::size_t) { return value.is_number(); })},
      {"empty-secrets-shown", "P3.2-04", "A secret that is empty is shown.",
       shown_secrets([](std::string const&, Json const& value, std::size_t) { return value == ""; })},
      {"null-hidden", "P3.2-04", "Null is replaced as well.",
       hidden_values([](std::string const& key, Json const& value, std::size_t) {
         return value.is_null() && std::any_of(words.begin(), words.end(), [&](std::string const& word) {
                  return contains(lower_case(key), word);
                });
       })},
      {"counters-hidden", "P3.2-05", "Counters of tokens are hidden.",
       hidden_values([](std::string const& key, Json const& value, std::size_t) {
         return value.is_number() && is_about_tokens(key);
       })},
      {"objects-of-counters-hidden", "P3.2-05", "Objects of counters are hidden.",
       hidden_values([](std::string const& key, Json const& value, std::size_t) {
         return value.is_object() && is_about_tokens(key);
       })},
      {"tokens-never-hidden", "P3.2-05", "Whatever stands under a key with tokens is shown.",
       shown_secrets([](std::string const& key, Json const&, std::size_t) { return is_about_tokens(key); })},
      {"any-number-of-tokens-shown", "P3.2-05", "Any number under a key with token is a counter.",
       shown_secrets([](std::string const& key, Json const& value, std::size_t) {
         return value.is_number() && contains(lower_case(key), "token_");
       })},
  };
}

}  // namespace
}  // namespace conformance::mutants::trace_secrets

namespace conformance::mutants {

std::vector<Mutant> trace_secret_mutants() {
  std::vector<Mutant> mutants = trace_secrets::word_mutants();
  std::vector<Mutant> const more = trace_secrets::mutants_of_room();
  mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
