#pragma once

#include "mock-provider/closed_object.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::fault_form {

/// The typed form of the member `fault` of a step's `respond`. Throws ScenarioError.
[[nodiscard]] Fault decode(ClosedObject const& respond);

}  // namespace mock_provider::fault_form
