#pragma once

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// Python's `separator.join(values)`: throws Failure for an element that is no text. Text that is HTML already escapes
/// the others.
[[nodiscard]] Value join_texts(Session& session, Text const& separator, Value const& values);

}  // namespace prompty::jinja
