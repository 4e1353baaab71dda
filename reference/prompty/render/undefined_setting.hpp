#pragma once

#include "jinja/session.hpp"
#include "prompty/core/agent.hpp"

namespace prompty {

/// The setting `undefined` of the agent's format: "empty" (the default) or "error". Throws ValueError for something
/// else.
[[nodiscard]] jinja::UndefinedRule undefined_rule_of(PromptyAgent const& agent);

}  // namespace prompty
