#include "prompty/trace/redact.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "prompty/trace/trace_value.hpp"

namespace prompty {
namespace redaction {
namespace {

// P3.2-01, P3.2-03: `key` alone is not among them, for harmless members are often called that.
constexpr std::array<std::string_view, 9> secret_words = {"secret", "password", "api_key",    "api-key", "apikey",
                                                          "token",  "auth",     "credential", "cookie"};

std::string lower_case(std::string_view key) {
  std::string lowered(key);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lowered;
}

bool names_secret(std::string const& key) {
  return std::any_of(secret_words.begin(), secret_words.end(),
                     [&](std::string_view word) { return key.find(word) != std::string::npos; });
}

// P3.2-05: an object of nothing but numbers, and so not one with null or with further objects in it; nothing in an
// empty one is anything else than a number.
bool is_count(Json const& value) {
  if (value.is_number()) return true;
  return value.is_object() &&
         std::all_of(value.begin(), value.end(), [](Json const& member) { return member.is_number(); });
}

bool is_secret(std::string_view key, Json const& value) {
  std::string const lowered = lower_case(key);
  // P3.2-04: null gives nothing away; a number may be a PIN.
  if (value.is_null() || !names_secret(lowered)) return false;
  bool const is_counter = lowered.find("tokens") != std::string::npos && is_count(value);
  return !is_counter;
}

}  // namespace
}  // namespace redaction

Json redacted(std::string_view key, Json const& value) {
  if (redaction::is_secret(key, value)) return "[REDACTED]";
  if (value.is_number_float()) return trace_value(value.get<double>());
  if (!value.is_structured()) return value;
  Json safe = value.is_array() ? Json::array() : Json::object();
  if (value.is_array()) {
    // P3.2-02: an element has no key of its own, but objects in it have.
    for (Json const& element : value) safe.push_back(redacted("", element));
    return safe;
  }
  for (auto const& [name, member] : value.items()) safe[name] = redacted(name, member);
  return safe;
}

}  // namespace prompty
