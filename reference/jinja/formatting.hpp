#pragma once

#include "jinja/value.hpp"

namespace jinja {

/// Python's `text % values`: a tuple fills the places in order, a mapping by name, another value the only place. Text
/// that is HTML already escapes what is filled in. Throws Failure for too few or too many values and for wrong types.
[[nodiscard]] Value percent_format(Session& session, Text const& format, Value const& values);

/// Python's `text.format(…)`: {}, {0}, {name}, {name.member[key]!r:specification}. Text that is HTML already escapes
/// what is filled in. Throws Failure for places without a value and for what is no format.
[[nodiscard]] Value brace_format(Session& session, Text const& format, Arguments const& arguments);

/// `text.format_map(mapping)`: every place names a key of the mapping; nothing is escaped.
[[nodiscard]] Value brace_format(Session& session, Text const& format, Value const& mapping);

}  // namespace jinja
