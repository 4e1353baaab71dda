#pragma once

#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/load/check.hpp"

namespace prompty {

/// What of an agent gets lost on the way to its provider without an error: system messages of the body besides the
/// last, and inputs of kind audio or file, for Anthropic; an empty `allowedTools`, which allows
/// everything. `frontmatter` is what the agent was made of. Without lines in their places.
[[nodiscard]] std::vector<Problem> provider_warnings(PromptyAgent const& agent, Json const& frontmatter);

}  // namespace prompty
