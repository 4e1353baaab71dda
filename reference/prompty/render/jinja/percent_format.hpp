#pragma once

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// Python's `text % values`: a tuple fills the places in order, a mapping by name, another value the only place. Text
/// that is HTML already escapes what is filled in. Throws Failure for too few or too many values and for wrong types.
[[nodiscard]] Value percent_format(Session& session, Text const& format, Value const& values);

}  // namespace prompty::jinja
