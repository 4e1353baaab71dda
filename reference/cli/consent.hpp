#pragma once

#include <functional>

#include "cli/line_reader.hpp"
#include "prompty/core/outcome.hpp"

namespace prompty::cli {

/// Asks a person whether a call may be carried out.
using Consent = std::function<bool(ToolCall const& call)>;

/// Shows the call to whoever types the lines, and whether the answer is yes. No answer is no.
[[nodiscard]] bool agrees(LineReader& lines, ToolCall const& call);

}  // namespace prompty::cli
