#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/mutants/rules.hpp"

namespace conformance::mutants {

// Rules over what a provider's request says of tools and outputs: build_request and project_tools.

/// The tool of the agent that the definition of that name comes from; null when there is none.
[[nodiscard]] Json const& origin_of(Json const& definition_name, Json const& params);

/// The names of the functions that `discovered` lists for a tool, in order.
[[nodiscard]] std::vector<std::string> discovered_names(Json const& tool, Json const& params);

[[nodiscard]] bool is_of_kind(Json const& tool, std::string const& kind);
[[nodiscard]] bool is_strict(Json const& tool);

}  // namespace conformance::mutants
