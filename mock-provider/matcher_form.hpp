#pragma once

#include <string>

#include "mock-provider/json_text.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::matcher_form {

/// The typed form of the member `match` of a step. Throws ScenarioError.
[[nodiscard]] RequestMatcher decode(Json const& value, std::string pointer);

}  // namespace mock_provider::matcher_form
