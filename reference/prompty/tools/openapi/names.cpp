#include "prompty/tools/openapi/names.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>

namespace prompty::openapi {
namespace names {
namespace {

constexpr std::size_t most_characters = 64;

bool is_plain(char c) {
  bool const is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace
}  // namespace names

std::string valid_name(std::string_view text) {
  std::string name;
  bool is_gap = false;
  for (char const c : text) {
    if (!names::is_plain(c)) {
      is_gap = true;
      continue;
    }
    if (is_gap && !name.empty()) name += '_';
    is_gap = false;
    name += c;
  }
  name.resize(std::min(name.size(), names::most_characters));
  return name.empty() ? "unnamed" : name;
}

std::string unique_name(std::string_view text, std::set<std::string>& taken) {
  std::string name = valid_name(text);
  if (taken.insert(name).second) return name;
  for (std::size_t number = 2;; ++number) {
    std::string const suffix = fmt::format("_{}", number);
    std::string numbered = name.substr(0, names::most_characters - suffix.size()) + suffix;
    if (taken.insert(numbered).second) return numbered;
  }
}

}  // namespace prompty::openapi
