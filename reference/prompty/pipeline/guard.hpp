#pragma once

#include "prompty/core/agent.hpp"

namespace prompty {

/// Whether the inputs of an agent are kept from opening messages.
enum class Guard { strict, open };

/// What `template.format.strict` says; strict when it is not set. Throws ValueError when it is no boolean.
[[nodiscard]] Guard guard_of(PromptyAgent const& agent);

}  // namespace prompty
