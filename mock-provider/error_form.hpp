#pragma once

#include "mock-provider/closed_object.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::error_form {

/// The typed form of the member `error` of an object. Throws ScenarioError.
[[nodiscard]] ProviderError decode(ClosedObject const& outer);

}  // namespace mock_provider::error_form
