#pragma once

#include "jinja/value.hpp"

namespace jinja {

/// Appends what `{{ value }}` prints: Python's str(). Throws UndefinedFailure when strict; Failure beyond 500 levels.
void append_text(Session& session, std::string& output, Value const& value);
[[nodiscard]] std::string text_of(Session& session, Value const& value);

/// How a value looks inside a list: Python's repr().
[[nodiscard]] std::string representation(Session& session, Value const& value);

/// Python's ascii(): a representation with escapes for what is not ASCII.
[[nodiscard]] std::string ascii_representation(Session& session, Value const& value);

/// A text between quotes with Python's escapes.
[[nodiscard]] std::string quoted(std::string_view text);

/// Views the text itself where `value` is one; otherwise what `append_text` makes, kept in `scratch`.
[[nodiscard]] std::string_view view_as_text(Session& session, Value const& value, std::string& scratch);

/// `text` with entities for & < > " and '.
[[nodiscard]] std::string escaped(std::string_view text);

/// Appends what `value` prints, escaped unless it is HTML already.
void append_escaped(Session& session, std::string& output, Value const& value);

/// `value` as Python's pprint lays it out: keys sorted, 80 columns, one element a line where that is too narrow.
[[nodiscard]] std::string pretty_text(Session& session, Value const& value);

/// What `indent` stands for at the beginning of a line: a number of blanks, or a text. Throws Failure for other values.
[[nodiscard]] std::string indention_of(Session& session, Value const& indent);

/// `value` as JSON with sorted keys, ASCII only, and < > & ' escaped so that it can stand in HTML. `indent` may be
/// null. Throws Failure for values that JSON does not have.
[[nodiscard]] std::string json_for_html(Session& session, Value const& value, Value const* indent);

/// How a value is laid out: the parts of Python's format specification. A sign or alignment of '\0' is the usual one of
/// the type; '=' puts the fill between sign and digits, which is usual for numbers filled with zeros.
struct FormatSpecification {
  std::string fill = " ";
  char alignment = '\0';
  char sign = '\0';
  bool alternate = false;
  std::int64_t width = 0;
  char grouping = '\0';
  std::optional<int> precision = std::nullopt;
  char type = '\0';
};

/// Each throws Failure for a type that does not fit, and for what does not fit into memory.
[[nodiscard]] std::string format_integer(Session& session, std::int64_t number, FormatSpecification const& how);
[[nodiscard]] std::string format_float(Session& session, double number, FormatSpecification const& how);
[[nodiscard]] std::string format_text(Session& session, std::string_view text, FormatSpecification const& how);

/// Any value, as Python's format().
[[nodiscard]] std::string format_value(Session& session, Value const& value, std::string_view specification);

/// Python's `text % values`: a tuple fills the places in order, a mapping by name, another value the only place. Text
/// that is HTML already escapes what is filled in. Throws Failure for too few or too many values and for wrong types.
[[nodiscard]] Value percent_format(Session& session, Text const& format, Value const& values);

/// Python's `text.format(…)`: {}, {0}, {name}, {name.member[key]!r:specification}. Text that is HTML already escapes
/// what is filled in. Throws Failure for places without a value and for what is no format.
[[nodiscard]] Value brace_format(Session& session, Text const& format, Arguments const& arguments);

/// `text.format_map(mapping)`: every place names a key of the mapping; nothing is escaped.
[[nodiscard]] Value brace_format(Session& session, Text const& format, Value const& mapping);

}  // namespace jinja
