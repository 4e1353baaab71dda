#include "prompty/load/reference_text.hpp"

#include <algorithm>

namespace prompty::reference_text {
namespace {

constexpr std::string_view opener = "${";
constexpr std::string_view variable_protocol = "env:";
constexpr std::string_view file_protocol = "file:";

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// P4.11-02: in any letter case, unlike the name of a variable, which the system compares exactly.
bool begins_with(std::string_view text, std::string_view lower_case) {
  return text.size() >= lower_case.size() &&
         std::equal(lower_case.begin(), lower_case.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

bool has_known_protocol(std::string_view inner) {
  return begins_with(inner, variable_protocol) || begins_with(inner, file_protocol);
}

/// `inner` is what stands between the braces, with a known protocol. Nothing of it is trimmed (P4.11-09).
Reference reference_in(std::string_view inner) {
  if (begins_with(inner, file_protocol)) return FileReference{.path = inner.substr(file_protocol.size())};
  std::string_view const named = inner.substr(variable_protocol.size());
  // P2.11-08: only this colon divides, so that an address can be a default.
  std::size_t const colon = named.find(':');
  if (colon == std::string_view::npos) return VariableReference{.name = named};
  // P2.11-09: an empty default is still one.
  return VariableReference{.name = named.substr(0, colon), .default_value = named.substr(colon + 1)};
}

}  // namespace

std::optional<Reference> whole(std::string_view text) {
  if (text.size() <= opener.size() || text.substr(0, opener.size()) != opener || text.back() != '}') {
    return std::nullopt;
  }
  std::string_view const inner = text.substr(opener.size(), text.size() - opener.size() - 1);
  if (!has_known_protocol(inner) || inner.find(opener) != std::string_view::npos) return std::nullopt;
  return reference_in(inner);
}

std::optional<Embedded> next(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find(opener, from); at != std::string_view::npos; at = text.find(opener, at + 1)) {
    std::size_t const start = at + opener.size();
    // P4.11-01: `${name}` may be meant for whoever reads the value later.
    if (!has_known_protocol(text.substr(start))) continue;
    std::size_t const end = text.find('}', start);
    // Nothing later can end either, and looking again would take quadratic time.
    if (end == std::string_view::npos) return std::nullopt;
    return Embedded{.begin = at, .end = end + 1, .reference = reference_in(text.substr(start, end - start))};
  }
  return std::nullopt;
}

}  // namespace prompty::reference_text
