#pragma once

#include <string_view>

#include "prompty/core/agent.hpp"
#include "prompty/core/error.hpp"

namespace prompty {

/// Whether `error` has its place on a line of the agent's instructions that differs in `changed`, a version of them
/// with the same lines.
[[nodiscard]] bool is_on_changed_line(Error const& error, PromptyAgent const& agent, std::string_view changed);

}  // namespace prompty
