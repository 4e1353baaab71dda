#pragma once

#include "mock-provider/closed_object.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::pace_form {

/// Reads the members of a step's `respond` that say when and in which pieces its answer comes: `delayMs`,
/// `chunkDelayMs`, `chunkBy`, `hold`. Throws ScenarioError.
void read(ClosedObject const& respond, Response& response);

}  // namespace mock_provider::pace_form
