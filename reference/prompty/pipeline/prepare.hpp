#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/message.hpp"

namespace prompty {

/// The messages that an agent's instructions make. This version has no templates and no role markers: plain text is one
/// system message without the blank lines at its ends (§2.10), blank text is none.
/// Throws NotImplementedError for instructions with template syntax or a role marker, and for inputs (a JSON object).
[[nodiscard]] std::vector<Message> prepare(PromptyAgent const& agent, Json const& inputs);

}  // namespace prompty
