#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "harness/mutants/rules.hpp"
#include "harness/mutants/span_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings {
namespace tracing_rules {
namespace {

using mutants::Rule;

/// The names of request options in the registry of the semantic conventions, where they are not those of the wire.
std::string name_in_the_registry(std::string const& option) {
  static std::map<std::string, std::string> const names = {{"max_completion_tokens", "max_tokens"},
                                                           {"max_output_tokens", "max_tokens"},
                                                           {"stop", "stop_sequences"},
                                                           {"n", "choice.count"}};
  auto const found = names.find(option);
  return found == names.end() ? option : found->second;
}

Rule options_by_the_registry() {
  return mutants::changed_attributes("execute", [](Json& attributes, Json const&) {
    std::string const start = "gen_ai.request.";
    Json renamed = Json::object();
    for (auto const& [key, value] : attributes.items()) {
      bool const is_option = key.starts_with(start);
      renamed[is_option ? start + name_in_the_registry(key.substr(start.size())) : key] = value;
    }
    attributes = std::move(renamed);
  });
}

bool names_a_secret(std::string const& key) {
  static constexpr std::array<char const*, 8> words = {"secret", "password", "api_key",    "apikey",
                                                       "token",  "auth",     "credential", "cookie"};
  std::string const lowered = mutants::lower_case(key);
  return std::any_of(words.begin(), words.end(),
                     [&](char const* word) { return lowered.find(word) != std::string::npos; });
}

/// Replaces whatever stands under the name of a secret.
void replace_secrets(Json& value) {
  if (value.is_array()) {
    for (Json& element : value) replace_secrets(element);
  }
  if (!value.is_object()) return;
  for (auto& [name, inner] : value.items()) {
    if (names_a_secret(name) && !inner.is_null())
      inner = "[REDACTED]";
    else
      replace_secrets(inner);
  }
}

Rule counters_replaced() {
  return mutants::changed_attributes("", [](Json& attributes, Json const&) {
    for (char const* const name : {"inputs", "result"}) {
      if (attributes.contains(name)) replace_secrets(attributes[name]);
    }
  });
}

Rule texts_alone_replaced() {
  return mutants::shown_secrets([](std::string const&, Json const& value, std::size_t) { return !value.is_string(); });
}

Rule no_span_of_a_broken_stream() {
  return mutants::changed_spans([](Json& spans, Json const&) {
    Json kept = Json::array();
    for (Json const& span : spans) {
      if (member(span, "name") != "PromptyStream" || !mutants::has_failed(span)) kept.push_back(span);
    }
    spans = std::move(kept);
  });
}

}  // namespace
}  // namespace tracing_rules

std::vector<ReadingRule> tracing() {
  return {
      {.decision = "A-081", .reading = "registry-names", .answer = tracing_rules::options_by_the_registry()},
      {.decision = "A-340", .reading = "all-replaced", .answer = tracing_rules::counters_replaced()},
      {.decision = "A-340", .reading = "text-only", .answer = tracing_rules::texts_alone_replaced()},
      {.decision = "A-341", .reading = "only-exhausted", .answer = tracing_rules::no_span_of_a_broken_stream()},
      {.decision = "A-342", .reading = "stack", .unobservable = "any text is accepted as a traceback"},
  };
}

}  // namespace conformance::readings
