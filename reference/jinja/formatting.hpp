#pragma once

#include "jinja/value.hpp"

namespace jinja {

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
