#include "prompty/render/jinja/source.hpp"

#include <algorithm>
#include <utility>

#include "prompty/core/utf8.hpp"

namespace prompty::jinja {

std::string with_line_feeds(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') continue;
    result += text[at] == '\r' ? '\n' : text[at];
  }
  return result;
}

// P5.2-13: all of the text, while Jinja2 drops a line end at its end unless it is told to keep it.
Source::Source(std::string_view text) : text_(with_line_feeds(text)) {}

std::string_view Source::keep(std::string text) {
  return kept_.emplace_back(std::move(text));
}

Place Source::place(std::size_t offset) const {
  std::string_view const before = std::string_view(text_).substr(0, offset);
  std::size_t const lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  std::size_t const line_start = before.rfind('\n') + 1;
  return {.line = lines + 1, .column = utf8::length(before.substr(line_start)) + 1};
}

}  // namespace prompty::jinja
