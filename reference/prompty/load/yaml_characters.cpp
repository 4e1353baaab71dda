#include "prompty/load/yaml_characters.hpp"

#include <algorithm>

#include "prompty/core/utf8.hpp"

namespace prompty::yaml {
namespace {

bool is_forbidden(char c) {
  return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

bool needs_quotes(std::string_view text, std::size_t at) {
  std::string_view const rest = text.substr(at);
  switch (text[at]) {
    case '\x7F':
      return true;
    case '\xC2':
      return rest.size() > 1 && static_cast<unsigned char>(rest[1]) < 0xA0 && rest[1] != '\x85';
    case '\xEF':
      return rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF") ||
             rest.starts_with(utf8::byte_order_mark);
    default:
      return false;
  }
}

/// Whether all of `text` is printable ASCII in lines. It has no way out half-way, not in a comparison either, so that
/// the processor looks at many characters at once.
bool is_ordinary(std::string_view text) {
  unsigned char others = 0;
  for (char const c : text) others |= static_cast<unsigned char>(((c < ' ') & (c != '\n')) | (c == '\x7F'));
  return others == 0;
}

/// Whether it is no more than blank lines and comments, and blanks that begin a line.
bool is_before_document(std::string_view text) {
  while (true) {
    std::size_t const first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return true;
    std::size_t const end = text[first] == '#' ? text.find('\n', first) : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end);
  }
}

}  // namespace

SpecialCharacters special_characters(std::string_view text) {
  constexpr std::size_t piece = 256;
  SpecialCharacters found;
  for (std::size_t start = 0; start < text.size(); start += piece) {
    if (is_ordinary(text.substr(start, piece))) continue;
    for (std::size_t at = start; at < std::min(start + piece, text.size()); ++at) {
      if (is_forbidden(text[at])) {
        found.forbidden = at;
        return found;
      }
      if (needs_quotes(text, at)) found.in_quotes_only.push_back(at);
    }
  }
  return found;
}

std::optional<std::size_t> leading_byte_order_mark(std::string_view text, SpecialCharacters const& special) {
  if (special.in_quotes_only.empty()) return std::nullopt;
  std::size_t const first = special.in_quotes_only.front();
  bool const is_mark = text.substr(first).starts_with(utf8::byte_order_mark);
  return is_mark && is_before_document(text.substr(0, first)) ? std::optional(first) : std::nullopt;
}

void UnquotedCharacters::quoted(std::size_t begin, std::size_t end) {
  skip_to(begin);
  next_ = static_cast<std::size_t>(std::lower_bound(places_.begin(), places_.end(), end) - places_.begin());
}

std::optional<std::size_t> UnquotedCharacters::first() {
  skip_to(std::string_view::npos);
  return first_;
}

void UnquotedCharacters::skip_to(std::size_t at) {
  if (!first_ && next_ < places_.size() && places_[next_] < at) first_ = places_[next_];
}

}  // namespace prompty::yaml
