#pragma once

#include <iosfwd>

#include "prompty/trace/span.hpp"

namespace prompty {

/// Writes a line when a span begins, `[prompty] ▶ name`, and one when it ends, `[prompty] ◀ name (12ms)`; one that ends
/// in failure says so behind the time: `(12ms): ValueError: message`. `out` must outlive the back end and every span.
[[nodiscard]] BackEnd console_back_end(std::ostream& out);

}  // namespace prompty
