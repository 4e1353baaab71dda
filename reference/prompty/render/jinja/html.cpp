#include "prompty/render/jinja/html.hpp"

#include <charconv>
#include <cstdint>

#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/text_search.hpp"
#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja {
namespace html {
namespace {

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&#34;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

char32_t numbered(std::string_view digits) {
  bool const is_hexadecimal = digits.starts_with('x') || digits.starts_with('X');
  if (is_hexadecimal) digits.remove_prefix(1);
  std::uint32_t code_point = 0;
  auto const [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code_point, is_hexadecimal ? 16 : 10);
  bool const is_whole = error == std::errc{} && end == digits.data() + digits.size();
  return is_whole && code_point <= 0x10FFFF ? code_point : 0;
}

char32_t meaning(std::string_view name) {
  if (name.starts_with('#')) return numbered(name.substr(1));
  if (name == "amp") return '&';
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "quot") return '"';
  if (name == "apos") return '\'';
  return name == "nbsp" ? 0xA0 : 0;
}

std::string without_entities(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const end = text[at] == '&' ? text.substr(at, 12).find(';') : std::string_view::npos;
    char32_t const meant = end == std::string_view::npos ? 0 : meaning(text.substr(at + 1, end - 1));
    if (meant == 0) {
      result += text[at++];
      continue;
    }
    unicode::append(result, meant);
    at += end + 1;
  }
  return result;
}

std::string without(std::string_view text, std::string_view opening, std::string_view closing) {
  std::string result;
  while (true) {
    std::size_t const start = text.find(opening);
    std::size_t const end = start == std::string_view::npos ? start : text.find(closing, start + opening.size());
    if (end == std::string_view::npos) break;
    result += text.substr(0, start);
    text.remove_prefix(end + closing.size());
  }
  result += text;
  return result;
}

}  // namespace
}  // namespace html

std::string escaped(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (char const c : text) {
    std::string_view const entity = html::entity(c);
    if (entity.empty()) {
      result += c;
    } else {
      result += entity;
    }
  }
  return result;
}

void append_escaped(Session& session, std::string& output, Value const& value) {
  std::string scratch;
  std::string_view const text = view_as_text(session, value, scratch);
  Text const* const source = std::get_if<Text>(&value);
  session.check_room(text.size() * 5);
  session.spend_for_text(text.size());
  if (source != nullptr && source->markup == Markup::yes) {
    output += text;
  } else {
    output += escaped(text);
  }
}

std::string without_tags(std::string_view text) {
  std::string const untagged = html::without(html::without(text, "<!--", "-->"), "<", ">");
  std::string spaced;
  for (std::string_view const word : text_search::split_at_blanks(untagged, static_cast<std::size_t>(-1))) {
    if (!spaced.empty()) spaced += ' ';
    spaced += word;
  }
  return html::without_entities(spaced);
}

}  // namespace prompty::jinja
