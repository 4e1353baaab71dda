#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prompty {
namespace role_marker {

/// The attribute that distinguishes a marker of the template from one of an input; it is not metadata.
inline constexpr std::string_view nonce_key = "nonce";

/// One attribute of a marker: its value without quotes and outer blanks. Views of the line.
struct Attribute {
  std::string_view key;
  std::string_view value;

  bool operator==(Attribute const&) const = default;
};

/// A line that opens a message.
struct Marker {
  /// The canonical name: system, user or assistant.
  std::string_view role;
  /// In the order written, repetitions included.
  std::vector<Attribute> attributes = {};
  /// The offset in the line at which a further attribute can go: behind the bracket, or the role if there is none.
  std::size_t first_attribute_at = 0;
  /// For each attribute, the offset in the line of the comma or bracket behind it.
  std::vector<std::size_t> attribute_ends = {};

  bool operator==(Marker const&) const = default;
};

/// The marker that `line` (without LF; a CR at its end is a blank) is: blanks, one optional `#`, the role in any letter
/// case, optionally `[key=value, key="quoted, value"]` right behind it, a colon, and nothing but blanks around these
/// (P2.10-11; ). Nothing for others: malformed brackets are text. Keys are of letters of any
/// script, digits, `_`, `-` and `.`; a value may be empty and holds no quote, and without quotes neither `,` nor `]`.
[[nodiscard]] std::optional<Marker> read(std::string_view line);

/// Whether `line` is text but meant as a marker: a role, a bracket and a colon at the end, with a mistake between.
[[nodiscard]] bool is_malformed(std::string_view line);

/// Whether `key` is the attribute `nonce`, in any letter case.
[[nodiscard]] bool is_nonce_key(std::string_view key);

/// Whether metadata under `key` holds output of a model or a tool, from which requests are built: calls, their ids and
/// results, reasoning, refusals. In strict mode no template may set it (§6.4).
[[nodiscard]] bool is_reserved_key(std::string_view key);

}  // namespace role_marker

/// The tags of `pre_render::tag_markers` in rendered text, in any letter case, which a filter may have changed.
namespace marker_tags {

/// Whether `text` holds the nonce of a tag.
[[nodiscard]] bool hold(std::string_view text, std::string_view nonce);

/// `line` without the brackets that stand in for those of the author's where these are there as well:
/// `user[nonce=n][nonce=n,a=b,nonce=n]:` is `user[nonce=n,a=b,nonce=n]:`.
[[nodiscard]] std::string without_spare_brackets(std::string_view line, std::string_view nonce);

/// Whether the tags of `marker` stand where the template had them: one before the first attribute and one behind each.
/// An input in a value could not bring a tag, so that another attribute would stand beside one instead of between two,
/// a bracket that closes too early would have none before it, and a quote that does not close would take one in.
[[nodiscard]] bool are_in_place(role_marker::Marker const& marker, std::string_view nonce);

}  // namespace marker_tags

namespace text_lines {

/// The blanks of a prompt: those of ASCII. A no-break space or another Unicode separator is text.
inline constexpr std::string_view blanks = " \t\r\f\v";

/// Whether `text` holds nothing but blanks and line ends.
[[nodiscard]] bool is_blank(std::string_view text);

/// `text` without the blank lines at its ends and without the line end (LF or CRLF) of its last line; indentation,
/// trailing blanks and everything inside stay (P2.10-14). Empty when all of it is blank.
[[nodiscard]] std::string_view without_outer_blank_lines(std::string_view text);

/// One line: its text without the LF, and the offset where it begins. A CR before the LF belongs to the text.
struct Line {
  std::string_view text;
  std::size_t begin = 0;
};

/// Goes through the lines of a text; only LF ends a line (P6.1-08). The text must outlive it.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  /// The next line; nothing after the last. An empty text has one line.
  [[nodiscard]] std::optional<Line> next();

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace text_lines
}  // namespace prompty
