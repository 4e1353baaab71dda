#pragma once

#include <string>

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// `value` as JSON with sorted keys, ASCII only, and < > & ' escaped so that it can stand in HTML. `indent` is none, a
/// number of blanks, or a text. Throws Failure for values that JSON does not have.
[[nodiscard]] std::string json_for_html(Session& session, Value const& value, Value const* indent);

}  // namespace prompty::jinja
