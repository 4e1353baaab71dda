#include "cli/secrets.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "prompty/core/secrets.hpp"

namespace prompty::cli {
namespace {

constexpr std::array<std::string_view, 8> secret_words = {"apikey",   "api_key", "api-key", "secret",
                                                          "password", "token",   "cookie",  "credential"};

bool is_secret_member(std::string key) {
  std::transform(key.begin(), key.end(), key.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (key == "authorization") return true;
  return std::any_of(secret_words.begin(), secret_words.end(),
                     [&](std::string_view word) { return key.find(word) != std::string::npos; });
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/// The name right before the separator at `separator`, without its quotes.
std::string_view name_before(std::string_view line, std::size_t separator) {
  std::size_t end = separator;
  while (end > 0 && (line[end - 1] == ' ' || line[end - 1] == '"' || line[end - 1] == '\'')) --end;
  std::size_t begin = end;
  while (begin > 0 && is_name_character(line[begin - 1])) --begin;
  return line.substr(begin, end - begin);
}

/// Where the value that begins at `begin` ends: at its closing quote, in a flow mapping before what parts it from the
/// next, otherwise with the line.
std::size_t end_of_value(std::string_view line, std::size_t begin) {
  bool const is_quoted = line[begin] == '"' || line[begin] == '\'';
  bool const is_in_flow = line.substr(0, begin).find('{') != std::string_view::npos;
  std::size_t end = std::string_view::npos;
  if (is_quoted) end = line.find(line[begin], begin + 1);
  if (!is_quoted && is_in_flow) end = line.find_first_of(",}", begin);
  return std::min(end, line.size());
}

bool is_expression(std::string_view value) {
  return value.starts_with("${") || value.starts_with("{{") || value.starts_with("{%");
}

}  // namespace

std::string with_named_values_masked(std::string_view line) {
  std::string shown;
  std::size_t done = 0;
  for (std::size_t at = line.find_first_of(":="); at != std::string_view::npos; at = line.find_first_of(":=", at + 1)) {
    if (at < done || !names_a_secret(name_before(line, at))) continue;
    std::size_t const begin = line.find_first_not_of(" \t", at + 1);
    if (begin == std::string_view::npos) break;
    std::size_t const quote = line[begin] == '"' || line[begin] == '\'' ? 1 : 0;
    if (is_expression(line.substr(begin + quote))) continue;
    shown += line.substr(done, begin + quote - done);
    shown += "[REDACTED]";
    done = end_of_value(line, begin);
  }
  return shown += line.substr(done);
}

Json with_secrets_masked(Json value) {
  if (!value.is_structured()) return value;
  for (auto& [key, element] : value.items()) {
    bool const is_secret = value.is_object() && element.is_string() && is_secret_member(key);
    element = is_secret ? Json("[REDACTED]") : with_secrets_masked(element);
  }
  return value;
}

}  // namespace prompty::cli
