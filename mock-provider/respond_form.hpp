#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "mock-provider/scenario.hpp"

namespace mock_provider::respond_form {

/// The typed form of a step's `respond`, which has exactly one of `body`, `chunks`, a short form (`text`, `json`,
/// `toolCalls`, `refusal`, `reasoning`) and `error`, or none of them beside a `fault`. `pointer` is where it stands.
/// Throws ScenarioError.
[[nodiscard]] Response decode(Json const& value, std::string const& pointer);

}  // namespace mock_provider::respond_form
