#include "jinja/text_search.hpp"

#include <algorithm>
#include <cstring>

namespace jinja::text_search {
namespace {

/// string_view::find compares the part anew at each place, which takes the product of both sizes where the text nearly
/// holds it everywhere.
std::size_t first_at(std::string_view text, std::string_view part, std::size_t from) {
  if (part.empty()) return from;
  // An empty text may have no address, which memmem does not take.
  if (part.size() > text.size() - from) return std::string_view::npos;
  void const* const found = ::memmem(text.data() + from, text.size() - from, part.data(), part.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<char const*>(found) - text.data());
}

/// The last places of `part`, which is not empty, in `text`, at most `most` of them, each before the one found before.
std::vector<std::size_t> last_places_of(Session& session, std::string_view text, std::string_view part,
                                        std::size_t most) {
  session.spend_for_text(text.size() * 3);
  session.check_memory(text.size() + part.size());
  // There is no memrmem.
  std::string const mirrored(text.rbegin(), text.rend());
  std::string const mirrored_part(part.rbegin(), part.rend());
  std::vector<std::size_t> places;
  for (std::size_t at = 0; places.size() < most; at += part.size()) {
    at = first_at(mirrored, mirrored_part, at);
    if (at == std::string_view::npos) break;
    places.push_back(text.size() - at - part.size());
  }
  return places;
}

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
    std::size_t const last = unicode::last_character(text);
    if (unicode::has(unicode::Property::space, unicode::decode(text, last))) return text.size();
    text = text.substr(0, last);
  }
  return 0;
}

}  // namespace

std::size_t find(Session& session, std::string_view text, std::string_view part) {
  session.spend_for_text(text.size() * 2);
  return first_at(text, part, 0);
}

std::size_t find_last(Session& session, std::string_view text, std::string_view part) {
  if (part.empty()) return text.size();
  std::vector<std::size_t> const places = last_places_of(session, text, part, 1);
  return places.empty() ? std::string_view::npos : places.front();
}

std::string replaced(Session& session, std::string_view text, std::string_view from, std::string_view to,
                     std::size_t most) {
  if (from.empty()) return between_characters(text, to, most);
  session.spend_for_text(text.size() * 2);
  std::string result;
  std::size_t at = 0;
  for (; most > 0; --most) {
    std::size_t const found = first_at(text, from, at);
    if (found == std::string_view::npos) break;
    result += text.substr(at, found - at);
    result += to;
    at = found + from.size();
  }
  result += text.substr(at);
  return result;
}

std::size_t count(Session& session, std::string_view text, std::string_view part) {
  if (part.empty()) return unicode::length(text) + 1;
  session.spend_for_text(text.size() * 2);
  std::size_t found = 0;
  for (std::size_t at = first_at(text, part, 0); at != std::string_view::npos;
       at = first_at(text, part, at + part.size())) {
    ++found;
  }
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

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

std::vector<std::string_view> split(Session& session, std::string_view text, std::string_view separator,
                                    std::size_t most) {
  session.spend_for_text(text.size() * 2);
  std::vector<std::string_view> parts;
  while (parts.size() < most) {
    std::size_t const found = first_at(text, separator, 0);
    if (found == std::string_view::npos) break;
    parts.push_back(text.substr(0, found));
    text.remove_prefix(found + separator.size());
  }
  parts.push_back(text);
  return parts;
}

std::vector<std::string_view> split_from_right(Session& session, std::string_view text, std::string_view separator,
                                               std::size_t most) {
  std::vector<std::string_view> parts;
  for (std::size_t const place : last_places_of(session, text, separator, most)) {
    parts.push_back(text.substr(place + separator.size()));
    text = text.substr(0, place);
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

std::size_t max_lines(std::string_view text) {
  std::size_t count = 1;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    if (is_line_end(unicode::decode(text, at))) ++count;
  }
  return count;
}

bool is_in_case(std::string_view text, unicode::Property wanted) {
  bool found = false;
  for (std::size_t at = 0; at < text.size(); at += unicode::character_length(text, at)) {
    char32_t const code_point = unicode::decode(text, at);
    if (!unicode::has(unicode::Property::cased, code_point)) continue;
    if (!unicode::has(wanted, code_point)) return false;
    found = true;
  }
  return found;
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
    std::size_t const last = unicode::last_character(text);
    if (!is_among(characters, text.substr(last))) break;
    text = text.substr(0, last);
  }
  return text;
}

}  // namespace jinja::text_search

namespace jinja {

std::string pad(Session& session, std::string_view text, std::int64_t width, Alignment alignment,
                std::string_view fill) {
  std::size_t const length = unicode::length(text);
  if (width <= 0 || static_cast<std::size_t>(width) <= length) return std::string(text);
  std::size_t const missing = static_cast<std::size_t>(width) - length;
  session.check_memory(missing < session.limits().memory ? missing * fill.size() : session.limits().memory + 1);
  std::size_t left = 0;
  if (alignment == Alignment::right) left = missing;
  // Python puts the odd blank to the left where the width is odd.
  if (alignment == Alignment::center) left = missing / 2 + (missing & static_cast<std::size_t>(width) & 1U);
  std::string result;
  for (std::size_t count = left; count > 0; --count) result += fill;
  result += text;
  for (std::size_t count = missing - left; count > 0; --count) result += fill;
  return result;
}

void check_replacement(Session& session, std::string_view text, std::string_view from, std::string_view to) {
  session.spend_for_text(text.size());
  std::size_t const found = text_search::count(session, text, from);
  std::size_t const memory = session.limits().memory;
  bool const fits = to.empty() || found <= memory / to.size();
  session.check_memory(fits ? text.size() + found * to.size() : memory + 1);
}

}  // namespace jinja
