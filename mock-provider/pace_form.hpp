#pragma once

#include "mock-provider/closed_object.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::pace_form {

/// Reads the members of a step's `respond` that say when, in which pieces and in which letters its answer comes:
/// `delayMs`, `chunkDelayMs`, `chunkBy`, `hold`, `letters`. Throws ScenarioError.
void read(ClosedObject const& respond, Response& response);

}  // namespace mock_provider::pace_form
