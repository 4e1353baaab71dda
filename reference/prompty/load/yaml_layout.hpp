#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/json.hpp"

/// A YAML text cut into its parts, so that members can be renamed, moved and added while all else stays as it is
/// written: comments, blank lines, quotes and the order of members.
namespace prompty::yaml {

struct Entry;

/// A value as it is written. Of a list or mapping the texts of the entries are all there is, with the brackets of one
/// in brackets and the comments that stand below the last entry.
struct Written {
  enum class Shape { scalar, alias, list, mapping };

  Shape shape = Shape::scalar;
  bool is_flow = false;
  /// A list or mapping without brackets that begins on the line of the dash that it belongs to.
  bool is_compact = false;
  /// Where it stands in the text that was cut, in bytes.
  std::size_t offset = 0;
  std::string text = {};
  std::string opening = {};
  std::vector<Entry> entries;
  std::string closing = {};

  bool operator==(Written const&) const = default;
};

/// A member of a mapping or an element of a list: its texts one after the other are what is written.
struct Entry {
  /// Where the key or dash stands in the text that was cut.
  std::size_t offset = 0;
  /// How far it is indented, where no brackets are around it.
  std::size_t column = 0;
  /// Whole lines of comments and nothing; in brackets, blanks and comments.
  std::string before = {};
  std::string key = {};
  /// From the key's end or the dash to the value: colon, blanks, anchor, tag, comment.
  std::string between = {};
  Written value = {};
  /// The rest of the line; in brackets, up to the comma.
  std::string after = {};

  bool operator==(Entry const&) const = default;
};

namespace layout {

/// The parts of a text that `parse_document` takes. Nothing for what is rarely written and cannot be cut: keys behind
/// question marks, pairs in lists without braces, lines that end in a carriage return alone.
[[nodiscard]] std::optional<Written> cut(std::string_view text);

/// The text of the parts.
[[nodiscard]] std::string joined(Written const& written);

/// The value that the part alone stands for; null where it is no YAML on its own, as an alias is not.
[[nodiscard]] Json value_of(Written const& written);

/// The text of the entry's key; "" of an element.
[[nodiscard]] std::string name_of(Entry const& entry);

/// The member of that name, null when there is none or this is no mapping.
[[nodiscard]] Entry* find(Written& mapping, std::string_view name);
[[nodiscard]] Entry const* find(Written const& mapping, std::string_view name);

/// A scalar on one line.
[[nodiscard]] Written scalar(std::string text);
/// A mapping without members yet, in brackets or not.
[[nodiscard]] Written mapping(bool is_flow);
/// A member with that value, whose own entries are indented by two more than `column`.
[[nodiscard]] Entry member(std::string_view key, Written value, std::size_t column = 0);

/// Takes the member out, and the comma that is left over; nothing when there is none.
[[nodiscard]] std::optional<Entry> take(Written& mapping, std::string_view name);
/// The same by its number.
[[nodiscard]] Entry take_at(Written& collection, std::size_t index);

/// Whether the entry says the same in brackets: it has no lines of its own and no comments.
[[nodiscard]] bool fits_in_brackets(Entry const& entry);

/// The comments above, beside and below what the entry holds, as whole lines.
[[nodiscard]] std::string comments_of(Entry const& entry);

/// All comments of the entry and of what is in it, as whole lines at `column`.
[[nodiscard]] std::string all_comments_of(Entry const& entry, std::size_t column);

/// Puts an entry at `index` of a list or mapping, at `column` or in its brackets, which it has to fit in.
void insert(Written& collection, std::size_t index, Entry entry, std::size_t column);
/// The same, behind the others.
void append(Written& collection, Entry entry, std::size_t column);

/// Indents the entry's further lines, or its lines where it has its own, so that it stands at `column`.
void indent(Entry& entry, std::size_t column);

/// Takes the brackets from a mapping or list; its entries stand on lines of their own, at `column`.
void take_brackets(Entry& owner, std::size_t column);

}  // namespace layout
}  // namespace prompty::yaml
