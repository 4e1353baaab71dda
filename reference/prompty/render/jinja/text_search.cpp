#include "prompty/render/jinja/text_search.hpp"

#include <algorithm>

#include "prompty/render/jinja/unicode.hpp"

namespace prompty::jinja::text_search {
namespace {

bool is_line_end(char32_t code_point) {
  return code_point == '\n' || code_point == '\r' || code_point == 0x0B || code_point == 0x0C ||
         (code_point >= 0x1C && code_point <= 0x1E) || code_point == 0x85 || code_point == 0x2028 ||
         code_point == 0x2029;
}

bool is_among(std::string_view characters, std::string_view character) {
  for (std::size_t at = 0; at < characters.size(); at += unicode::character_length(characters, at)) {
    if (characters.substr(at, unicode::character_length(characters, at)) == character) return true;
  }
  return false;
}

std::size_t last_character(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && text.size() - at < 4 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
  return at;
}

std::string between_characters(std::string_view text, std::string_view inserted, std::size_t most) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (most > 0) {
      result += inserted;
      --most;
    }
    std::size_t const size = unicode::character_length(text, at);
    result += text.substr(at, size);
    at += size;
  }
  if (most > 0) result += inserted;
  return result;
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && !unicode::has(unicode::Property::space, unicode::decode(text, at))) {
    at += unicode::character_length(text, at);
  }
  return at;
}

std::size_t start_of_last_word(std::string_view text) {
  while (!text.empty()) {
    std::size_t const last = last_character(text);
    if (unicode::has(unicode::Property::space, unicode::decode(text, last))) return text.size();
    text = text.substr(0, last);
  }
  return 0;
}

}  // namespace

std::string replaced(std::string_view text, std::string_view from, std::string_view to, std::size_t most) {
  if (from.empty()) return between_characters(text, to, most);
  std::string result;
  std::size_t at = 0;
  for (; most > 0; --most) {
    std::size_t const found = text.find(from, at);
    if (found == std::string_view::npos) break;
    result += text.substr(at, found - at);
    result += to;
    at = found + from.size();
  }
  result += text.substr(at);
  return result;
}

std::size_t count(std::string_view text, std::string_view part) {
  if (part.empty()) return unicode::length(text) + 1;
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

std::vector<std::string_view> split_at_blanks(std::string_view text, std::size_t most) {
  std::vector<std::string_view> parts;
  text = unicode::strip_left(text);
  while (!text.empty()) {
    if (parts.size() == most) {
      parts.push_back(text);
      break;
    }
    std::size_t const end = end_of_word(text, 0);
    parts.push_back(text.substr(0, end));
    text = unicode::strip_left(text.substr(end));
  }
  return parts;
}

std::vector<std::string_view> split_at_blanks_from_right(std::string_view text, std::size_t most) {
  std::vector<std::string_view> parts;
  text = unicode::strip_right(text);
  while (!text.empty()) {
    if (parts.size() == most) {
      parts.push_back(text);
      break;
    }
    std::size_t const start = start_of_last_word(text);
    parts.push_back(text.substr(start));
    text = unicode::strip_right(text.substr(0, start));
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

std::vector<std::string_view> split(std::string_view text, std::string_view separator, std::size_t most) {
  std::vector<std::string_view> parts;
  while (parts.size() < most) {
    std::size_t const found = text.find(separator);
    if (found == std::string_view::npos) break;
    parts.push_back(text.substr(0, found));
    text.remove_prefix(found + separator.size());
  }
  parts.push_back(text);
  return parts;
}

std::vector<std::string_view> split_from_right(std::string_view text, std::string_view separator, std::size_t most) {
  std::vector<std::string_view> parts;
  while (parts.size() < most) {
    std::size_t const found = text.rfind(separator);
    if (found == std::string_view::npos) break;
    parts.push_back(text.substr(found + separator.size()));
    text = text.substr(0, found);
  }
  parts.push_back(text);
  std::reverse(parts.begin(), parts.end());
  return parts;
}

std::vector<std::string_view> lines(std::string_view text, LineEnds ends) {
  std::vector<std::string_view> found;
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t const size = unicode::character_length(text, at);
    bool const ends_line = is_line_end(unicode::decode(text, at));
    std::size_t const end = at;
    at += size;
    if (!ends_line) continue;
    if (text[end] == '\r' && at < text.size() && text[at] == '\n') ++at;
    found.push_back(text.substr(start, (ends == LineEnds::kept ? at : end) - start));
    start = at;
  }
  if (start < text.size()) found.push_back(text.substr(start));
  return found;
}

std::size_t most_lines(std::string_view text) {
  std::size_t count = 1;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    if (is_line_end(unicode::decode(text, at))) ++count;
  }
  return count;
}

std::string_view strip_left(std::string_view text, std::string_view characters) {
  while (!text.empty()) {
    std::size_t const size = unicode::character_length(text, 0);
    if (!is_among(characters, text.substr(0, size))) break;
    text.remove_prefix(size);
  }
  return text;
}

std::string_view strip_right(std::string_view text, std::string_view characters) {
  while (!text.empty()) {
    std::size_t const last = last_character(text);
    if (!is_among(characters, text.substr(last))) break;
    text = text.substr(0, last);
  }
  return text;
}

}  // namespace prompty::jinja::text_search
