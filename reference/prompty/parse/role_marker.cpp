#include "prompty/parse/role_marker.hpp"

#include <algorithm>
#include <array>

#include "prompty/core/utf8.hpp"

namespace prompty {
namespace role_marker {
namespace {

// P2.10-02, P2.10-03, P2.10-04; P2.10-05: not `tool`, although it is a role of messages, since people write such lines.
constexpr std::array<std::string_view, 3> roles = {"system", "user", "assistant"};

constexpr std::array<std::string_view, 9> reserved_keys = {"tool_calls",        "tool_call_id",      "function_call",
                                                           "content_blocks",    "refusal",           "audio",
                                                           "reasoning_content", "reasoning_details", "reasoning"};

/// All keys with this prefix belong to the items of the Responses API.
constexpr std::string_view reserved_prefix = "responses_";

bool is_key_character(char c) {
  return utf8::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

/// Reads a line from left to right; each character is looked at a fixed number of times (P6.1-09).
class Cursor {
 public:
  explicit Cursor(std::string_view line) : line_(line) {}

  [[nodiscard]] std::size_t offset() const { return at_; }
  [[nodiscard]] bool at_end() const { return at_ == line_.size(); }

  void skip_blanks() { at_ = std::min(line_.find_first_not_of(text_lines::blanks, at_), line_.size()); }

  [[nodiscard]] bool take(char c) {
    if (at_end() || line_[at_] != c) return false;
    ++at_;
    return true;
  }

  [[nodiscard]] std::optional<std::string_view> take_role() {
    for (std::string_view const role : roles) {
      if (!utf8::equal_ignoring_case(line_.substr(at_, role.size()), role)) continue;
      at_ += role.size();
      // P2.10-10: the canonical name, not what the line has.
      return role;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::string_view take_key() {
    std::size_t const begin = at_;
    while (!at_end() && is_key_character(line_[at_])) ++at_;
    return line_.substr(begin, at_ - begin);
  }

  /// The characters before the first of `ends`, which the line has to hold.
  [[nodiscard]] std::optional<std::string_view> take_until(std::string_view ends) {
    std::size_t const begin = at_;
    std::size_t const end = line_.find_first_of(ends, begin);
    if (end == std::string_view::npos) return std::nullopt;
    at_ = end;
    return line_.substr(begin, end - begin);
  }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
};

std::optional<std::string_view> take_value(Cursor& cursor) {
  if (cursor.take('"')) {
    // P6.1-02: up to the next quote nothing has a meaning, and nothing is trimmed.
    std::optional<std::string_view> const quoted = cursor.take_until("\"");
    if (!quoted || !cursor.take('"')) return std::nullopt;
    return quoted;
  }
  std::optional<std::string_view> const plain = cursor.take_until(",]\"");
  if (!plain) return std::nullopt;
  return utf8::trimmed(*plain, text_lines::blanks);
}

std::optional<Attribute> take_attribute(Cursor& cursor) {
  cursor.skip_blanks();
  std::string_view const key = cursor.take_key();
  cursor.skip_blanks();
  if (key.empty() || !cursor.take('=')) return std::nullopt;
  cursor.skip_blanks();
  std::optional<std::string_view> const value = take_value(cursor);
  if (!value) return std::nullopt;
  cursor.skip_blanks();
  return Attribute{.key = key, .value = *value};
}

/// Takes the attributes up to and with the closing bracket, unless they are malformed.
[[nodiscard]] bool take_attributes(Cursor& cursor, Marker& marker) {
  do {
    std::optional<Attribute> const attribute = take_attribute(cursor);
    if (!attribute) return false;
    marker.attributes.push_back(*attribute);
    marker.attribute_ends.push_back(cursor.offset());
  } while (cursor.take(','));
  return cursor.take(']');
}

/// What may stand before the role (P2.10-08), and the role itself.
std::optional<std::string_view> take_opening(Cursor& cursor) {
  cursor.skip_blanks();
  // P2.10-09, P6.1-06, A-047: a heading of one level, no deeper.
  if (cursor.take('#')) cursor.skip_blanks();
  return cursor.take_role();
}

}  // namespace

std::optional<Marker> read(std::string_view line) {
  Cursor cursor(line);
  std::optional<std::string_view> const role = take_opening(cursor);
  if (!role) return std::nullopt;
  Marker marker{.role = *role, .first_attribute_at = cursor.offset()};
  // P2.10-06, P6.1-05: directly behind the role, since no blanks are skipped here.
  if (cursor.take('[')) {
    marker.first_attribute_at = cursor.offset();
    // P6.1-04: text, of which `is_malformed` lets a check warn.
    if (!take_attributes(cursor, marker)) return std::nullopt;
  }
  // P6.1-05: here blanks may stand.
  cursor.skip_blanks();
  if (!cursor.take(':')) return std::nullopt;
  cursor.skip_blanks();
  // P2.10-07: `user: hello` is a sentence. A CR has been skipped as a blank.
  if (!cursor.at_end()) return std::nullopt;
  return marker;
}

bool is_malformed(std::string_view line) {
  Cursor cursor(line);
  if (!take_opening(cursor)) return false;
  cursor.skip_blanks();
  if (!cursor.take('[')) return false;
  return line[line.find_last_not_of(text_lines::blanks)] == ':' && !read(line);
}

bool is_nonce_key(std::string_view key) {
  return utf8::equal_ignoring_case(key, nonce_key);
}

bool is_reserved_key(std::string_view key) {
  return key.starts_with(reserved_prefix) || std::ranges::find(reserved_keys, key) != reserved_keys.end();
}

}  // namespace role_marker

namespace marker_tags {
namespace {

std::size_t find_in_any_case(std::string_view text, std::string_view wanted) {
  std::string_view::const_iterator const found =
      std::search(text.begin(), text.end(), wanted.begin(), wanted.end(),
                  [](char one, char other) { return utf8::lower_ascii(one) == utf8::lower_ascii(other); });
  return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

bool is_tag(role_marker::Attribute const& attribute, std::string_view nonce) {
  return role_marker::is_nonce_key(attribute.key) && utf8::equal_ignoring_case(attribute.value, nonce);
}

}  // namespace

bool hold(std::string_view text, std::string_view nonce) {
  return find_in_any_case(text, nonce) != std::string_view::npos;
}

std::string without_spare_brackets(std::string_view line, std::string_view nonce) {
  std::string cleaned(line);
  std::string const spare = std::string("[").append(role_marker::nonce_key).append("=").append(nonce).append("]");
  std::size_t const at = find_in_any_case(line, spare + "[");
  return at == std::string_view::npos ? cleaned : cleaned.erase(at, spare.size());
}

bool are_in_place(role_marker::Marker const& marker, std::string_view nonce) {
  for (std::size_t place = 0; place < marker.attributes.size(); ++place) {
    role_marker::Attribute const& attribute = marker.attributes[place];
    bool const belongs_to_tag = place % 2 == 0;
    if (is_tag(attribute, nonce) != belongs_to_tag) return false;
    if (!belongs_to_tag && hold(attribute.value, nonce)) return false;
  }
  return marker.attributes.size() % 2 == 1;
}

}  // namespace marker_tags

namespace text_lines {

constexpr std::string_view blanks_and_line_ends = " \t\r\f\v\n";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(blanks_and_line_ends) == std::string_view::npos;
}

std::string_view without_outer_blank_lines(std::string_view text) {
  // P2.10-13, P6.2-01: lines that hold blanks go with the empty ones.
  std::size_t const first = text.find_first_not_of(blanks_and_line_ends);
  if (first == std::string_view::npos) return "";
  // P6.2-02: back to the start of that line, whose indentation is text.
  std::size_t const break_before = text.substr(0, first).rfind('\n');
  std::size_t const begin = break_before == std::string_view::npos ? 0 : break_before + 1;
  std::size_t end = text.find('\n', text.find_last_not_of(blanks_and_line_ends));
  if (end == std::string_view::npos) return text.substr(begin);
  // P6.2-05: this one belongs to the line end that goes; those further up stay.
  if (text[end - 1] == '\r') --end;
  return text.substr(begin, end - begin);
}

std::optional<Line> Lines::next() {
  if (ended_) return std::nullopt;
  std::size_t const begin = at_;
  std::size_t const end = text_.find('\n', begin);
  ended_ = end == std::string_view::npos;
  at_ = end + 1;
  return Line{.text = text_.substr(begin, ended_ ? end : end - begin), .begin = begin};
}

}  // namespace text_lines
}  // namespace prompty
