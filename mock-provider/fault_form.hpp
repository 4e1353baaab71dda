#pragma once

#include <string_view>

#include "mock-provider/closed_object.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::fault_form {

/// The typed form of the member `fault` of a step's `respond`. Throws ScenarioError.
[[nodiscard]] Fault decode(ClosedObject const& respond);

/// Throws ScenarioError for a fault of streams beside a whole answer, the member `form` of the same `respond`.
void require_fit_for_whole(ClosedObject const& respond, Fault const& fault, std::string_view form);

}  // namespace mock_provider::fault_form
