#include "jinja/text_search.hpp"

#include <algorithm>
#include <cstring>

namespace jinja::text_search {
namespace {

/// string_view::find would take the product of both sizes where the text nearly holds the part everywhere.
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
  constexpr std::u32string_view ends = U"\n\v\f\r\x1C\x1D\x1E\x85\u2028\u2029";
  return ends.find(code_point) != std::u32string_view::npos;
}

bool is_blank(char32_t code_point) {
  return unicode::has(unicode::Property::space, code_point);
}

std::size_t start_of_last_word(std::string_view text) {
  while (!text.empty()) {
    std::size_t const last = unicode::last_character(text);
    if (is_blank(unicode::decode(text, last))) return text.size();
    text = text.substr(0, last);
  }
  return 0;
}

}  // namespace

std::size_t find(Session& session, std::string_view text, std::string_view part, bool from_right) {
  if (from_right && part.empty()) return text.size();
  if (from_right) {
    std::vector<std::size_t> const places = last_places_of(session, text, part, 1);
    return places.empty() ? std::string_view::npos : places.front();
  }
  session.spend_for_text(text.size() * 2);
  return first_at(text, part, 0);
}

std::string replaced(Session& session, std::string_view text, std::string_view from, std::string_view to,
                     std::int64_t most) {
  if (!from.empty()) session.spend_for_text(text.size() * 2);
  std::string result;
  std::size_t at = 0;
  for (; most != 0; --most) {
    std::size_t const found = first_at(text, from, at);
    if (found == std::string_view::npos) break;
    result += text.substr(at, found - at);
    result += to;
    at = found + from.size();
    if (!from.empty()) continue;
    // An empty text is found before each character and at the end.
    if (at == text.size()) break;
    std::size_t const size = unicode::character_length(text, at);
    result += text.substr(at, size);
    at += size;
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

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

std::vector<std::string_view> split_at_blanks(std::string_view text, std::size_t most, bool from_right) {
  unicode::Ends const end = from_right ? unicode::Ends::right : unicode::Ends::left;
  std::vector<std::string_view> parts;
  for (text = unicode::strip(text, end); !text.empty(); text = unicode::strip(text, end)) {
    if (parts.size() == most) {
      parts.push_back(text);
      break;
    }
    std::size_t const cut = from_right ? start_of_last_word(text) : unicode::find_character(text, 0, is_blank);
    parts.push_back(from_right ? text.substr(cut) : text.substr(0, cut));
    text = from_right ? text.substr(0, cut) : text.substr(cut);
  }
  if (from_right) std::reverse(parts.begin(), parts.end());
  return parts;
}

std::vector<std::string_view> split(Session& session, std::string_view text, std::string_view separator,
                                    std::size_t most, bool from_right) {
  std::vector<std::string_view> parts;
  if (from_right) {
    for (std::size_t const place : last_places_of(session, text, separator, most)) {
      parts.push_back(text.substr(place + separator.size()));
      text = text.substr(0, place);
    }
    parts.push_back(text);
    std::reverse(parts.begin(), parts.end());
    return parts;
  }
  session.spend_for_text(text.size() * 2);
  while (parts.size() < most) {
    std::size_t const found = first_at(text, separator, 0);
    if (found == std::string_view::npos) break;
    parts.push_back(text.substr(0, found));
    text.remove_prefix(found + separator.size());
  }
  parts.push_back(text);
  return parts;
}

std::vector<std::string_view> lines(std::string_view text, LineEnds ends) {
  std::vector<std::string_view> found;
  while (!text.empty()) {
    std::size_t const end = unicode::find_character(text, 0, is_line_end);
    std::size_t behind = end;
    if (end < text.size()) behind += text.substr(end).starts_with("\r\n") ? 2 : unicode::character_length(text, end);
    found.push_back(text.substr(0, ends == LineEnds::kept ? behind : end));
    text.remove_prefix(behind);
  }
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
  auto const is_cased = [](char32_t code_point) { return unicode::has(unicode::Property::cased, code_point); };
  auto const is_other = [&](char32_t code_point) { return is_cased(code_point) && !unicode::has(wanted, code_point); };
  return unicode::find_character(text, 0, is_cased) < text.size() &&
         unicode::find_character(text, 0, is_other) == text.size();
}

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
  for (std::size_t more = left; more > 0; --more) result += fill;
  result += text;
  for (std::size_t more = missing - left; more > 0; --more) result += fill;
  return result;
}

void check_replacement(Session& session, std::string_view text, std::string_view from, std::string_view to) {
  session.spend_for_text(text.size());
  std::size_t const found = count(session, text, from);
  std::size_t const memory = session.limits().memory;
  bool const fits = to.empty() || found <= memory / to.size();
  session.check_memory(fits ? text.size() + found * to.size() : memory + 1);
}

}  // namespace jinja::text_search
