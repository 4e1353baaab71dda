#include "cli/secrets.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace prompty::cli {
namespace {

constexpr std::array<std::string_view, 8> secret_words = {"apikey",   "api_key", "api-key", "secret",
                                                          "password", "token",   "cookie",  "credential"};

bool names_secret(std::string key) {
  std::transform(key.begin(), key.end(), key.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (key == "authorization") return true;
  return std::any_of(secret_words.begin(), secret_words.end(),
                     [&](std::string_view word) { return key.find(word) != std::string::npos; });
}

}  // namespace

Json with_secrets_masked(Json value) {
  if (!value.is_structured()) return value;
  for (auto& [key, element] : value.items()) {
    bool const is_secret = value.is_object() && element.is_string() && names_secret(key);
    element = is_secret ? Json("[REDACTED]") : with_secrets_masked(element);
  }
  return value;
}

}  // namespace prompty::cli
