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

/// The specification written in `text`. Throws Failure when it is malformed.
[[nodiscard]] FormatSpecification parse_specification(std::string_view text);

/// Each throws Failure for a type that does not fit, and for what does not fit into memory.
[[nodiscard]] std::string format_integer(Session& session, std::int64_t number, FormatSpecification const& how);
[[nodiscard]] std::string format_float(Session& session, double number, FormatSpecification const& how);
[[nodiscard]] std::string format_text(Session& session, std::string_view text, FormatSpecification const& how);

/// Any value, as Python's format().
[[nodiscard]] std::string format_value(Session& session, Value const& value, std::string_view specification);

}  // namespace jinja
