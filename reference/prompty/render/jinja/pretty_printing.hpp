#pragma once

#include <string>

#include "prompty/render/jinja/value.hpp"

namespace prompty::jinja {

/// `value` as Python's pprint lays it out: keys sorted, 80 columns, one element a line where a list or mapping is
/// wider. Long texts stay on one line.
[[nodiscard]] std::string pretty_text(Session& session, Value const& value);

}  // namespace prompty::jinja
