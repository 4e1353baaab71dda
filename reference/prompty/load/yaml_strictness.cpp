#include "prompty/load/yaml_strictness.hpp"

#include <algorithm>

namespace prompty::yaml {
namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_blank_or_end(std::string_view text, std::size_t at) {
  return at >= text.size() || blanks.find(text[at]) != std::string_view::npos;
}

std::size_t skip_properties(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    char const c = text[at];
    if (c == '!' || c == '&') {
      at = std::min(text.size(), text.find_first_of(blanks, at));
    } else if (c == '#') {
      at = std::min(text.size(), text.find('\n', at));
    } else if (is_blank_or_end(text, at)) {
      ++at;
    } else {
      return at;
    }
  }
  return at;
}

bool is_quote(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '"' || text[at] == '\'');
}

/// The offset after the closing quote of the text that opens at `at`, or npos.
std::size_t after_quoted(std::string_view text, std::size_t at) {
  char const quote = text[at];
  for (++at; at < text.size(); ++at) {
    bool const is_escape = quote == '"' && text[at] == '\\';
    bool const is_doubled = quote == '\'' && text[at] == quote && text.substr(at + 1, 1) == "'";
    if (is_escape || is_doubled) {
      ++at;
    } else if (text[at] == quote) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

bool follows_question_mark(std::string_view text, std::size_t at) {
  std::size_t const before = text.substr(0, at).find_last_not_of(blanks);
  return before != std::string_view::npos && text[before] == '?';
}

}  // namespace

bool is_unclosed_quote(std::string_view text, std::size_t at) {
  std::size_t const start = skip_properties(text, at);
  return is_quote(text, start) && after_quoted(text, start) == std::string_view::npos;
}

bool lacks_colon(std::string_view text, std::size_t at) {
  if (follows_question_mark(text, at)) return false;
  std::size_t const start = skip_properties(text, at);
  std::size_t place = is_quote(text, start) ? after_quoted(text, start) : start;
  for (; place < text.size() && text[place] != '\n'; ++place) {
    if (text[place] == ':' && is_blank_or_end(text, place + 1)) return false;
    if (text[place] == '#' && is_blank_or_end(text, place - 1)) return true;
  }
  return true;
}

bool is_comma(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] == ',';
}

}  // namespace prompty::yaml
