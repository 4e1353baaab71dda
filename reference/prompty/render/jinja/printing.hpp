#pragma once

#include <string>
#include <string_view>

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// Appends what `{{ value }}` prints: Python's str(). Throws UndefinedFailure under the strict rule, and Failure beyond
/// 500 levels or when it does not fit into memory.
void append_text(Session& session, std::string& output, Value const& value);
[[nodiscard]] std::string text_of(Session& session, Value const& value);

/// Appends how a value looks inside a list: Python's repr().
void append_representation(Session& session, std::string& output, Value const& value);
[[nodiscard]] std::string representation(Session& session, Value const& value);

/// Python's ascii(): a representation with escapes for what is not ASCII.
[[nodiscard]] std::string ascii_representation(Session& session, Value const& value);

/// A text between quotes with Python's escapes.
[[nodiscard]] std::string quoted(std::string_view text);

/// Views the text itself where `value` is one; otherwise what `append_text` makes, kept in `scratch`.
[[nodiscard]] std::string_view view_as_text(Session& session, Value const& value, std::string& scratch);

}  // namespace prompty::jinja
