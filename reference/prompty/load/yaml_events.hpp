#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prompty::yaml {

/// A part of a YAML text, which lives until the next one is read; offsets are in bytes from the text's start.
struct Event {
  enum class Kind { document, list, mapping, end, scalar, alias };

  Kind kind = Kind::document;
  std::size_t offset = 0;
  /// The name that an alias repeats; nothing for a scalar, of which the text between `offset` and `end` is as written.
  std::string_view text = {};
  /// A scalar neither in quotes nor a block: only those have another type than text.
  bool is_plain = false;
  bool is_quoted = false;
  /// A scalar that goes on below its first line.
  bool has_line_ends = false;
  /// A document that three dashes begin.
  bool is_explicit = false;
  /// A list or mapping in brackets.
  bool is_flow = false;
  std::string_view anchor = {};
  std::optional<std::string_view> tag = std::nullopt;
  /// Where the value begins with its anchor and tag, and where its text ends.
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Whether a scalar of `text` is a block: no other begins with a bar or an angle.
[[nodiscard]] bool is_block(std::string_view text, Event const& event);

/// What is wrong with texts, for the parser and for what it lets pass.
namespace reasons {
inline constexpr std::string_view tab_indents = "a tab cannot indent; use spaces";
inline constexpr std::string_view percent_sign_begins_line =
    "a percent sign cannot begin a line; indent or quote the text";
inline constexpr std::string_view begins_no_value = "this character cannot begin a value; quote the text";
inline constexpr std::string_view further_right = "indent this further than the key or dash that it belongs to";
inline constexpr std::string_view blank_before_comment =
    "a comment needs a blank before its '#'; quote the text if none is meant";
inline constexpr std::string_view key_over_lines = "keep a key on one line";
inline constexpr std::string_view value_is_missing = "a value is missing before this, or a bracket is not closed";
}  // namespace reasons

/// Why a text is not YAML, and the byte at which that shows.
struct Malformed {
  std::size_t offset = 0;
  std::string reason;
  /// The tab that the parser stumbled over on a line without a value, which YAML allows.
  std::optional<std::size_t> tab_of_empty_line = std::nullopt;
  /// Behind the dash over whose missing value the parser stumbled, which YAML allows.
  std::optional<std::size_t> behind_lone_dash = std::nullopt;
};

/// Reads a YAML 1.2 text, well-formed UTF-8, event by event, and knows nothing of schemas, depth or repeated keys.
class Events {
 public:
  /// `text` has to live as long. `nulls` are the places in it, in order, where one is to be read that is not written.
  explicit Events(std::string_view text, std::vector<std::size_t> const& nulls = {});
  ~Events();
  Events(Events const&) = delete;
  Events& operator=(Events const&) = delete;

  /// The next event; nothing at the end and where the text is malformed.
  [[nodiscard]] Event const* next();

  /// What ended the events before the text did.
  [[nodiscard]] std::optional<Malformed> problem() const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

/// A word of the text in an error message, or its length when it is long.
[[nodiscard]] std::string shown(std::string_view word);

/// What a YAML parser says, `message`, about the byte at `offset` of `text`, in words that tell the cause and how to
/// mend it, at the place of the cause; the message itself when there are none.
[[nodiscard]] Malformed explained(std::string_view text, std::size_t offset, std::string_view message);

}  // namespace prompty::yaml
