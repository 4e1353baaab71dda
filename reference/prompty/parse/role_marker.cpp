#include "prompty/parse/role_marker.hpp"

#include <algorithm>
#include <array>

#include "prompty/parse/letter_case.hpp"
#include "prompty/parse/text_lines.hpp"

namespace prompty::role_marker {
namespace {

// P2.10-02, P2.10-03, P2.10-04; P2.10-05: not `tool`, although it is a role of messages, since people write such lines.
constexpr std::array<std::string_view, 3> roles = {"system", "user", "assistant"};

bool is_key_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view without_outer_blanks(std::string_view text) {
  std::size_t const first = text.find_first_not_of(text_lines::blanks);
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(text_lines::blanks) - first + 1);
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
      if (!letter_case::same(line_.substr(at_, role.size()), role)) continue;
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
  return without_outer_blanks(*plain);
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
  return letter_case::same(key, nonce_key);
}

}  // namespace prompty::role_marker
