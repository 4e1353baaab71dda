#pragma once

#include <functional>

#include "cli/line_reader.hpp"
#include "prompty/core/outcome.hpp"
#include "prompty/core/secrets.hpp"

namespace prompty::cli {

/// Asks a person whether a call may be carried out.
using Consent = std::function<bool(ToolCall const& call)>;

/// Shows the call, `secrets` masked, to whoever types the lines, and whether the answer is yes. No answer is no.
[[nodiscard]] bool agrees(LineReader& lines, ToolCall const& call, Secrets const& secrets = {});

}  // namespace prompty::cli
