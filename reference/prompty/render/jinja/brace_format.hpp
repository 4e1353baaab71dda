#pragma once

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// Python's `text.format(…)`: {}, {0}, {name}, {name.member[key]!r:specification}. Text that is HTML already escapes
/// what is filled in. Throws Failure for places without a value and for what is no format.
[[nodiscard]] Value brace_format(Session& session, Text const& format, Arguments const& arguments);

/// `text.format_map(mapping)`: every place names a key of the mapping; nothing is escaped.
[[nodiscard]] Value brace_format(Session& session, Text const& format, Value const& mapping);

}  // namespace prompty::jinja
