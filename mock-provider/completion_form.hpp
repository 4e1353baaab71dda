#pragma once

#include "mock-provider/closed_object.hpp"
#include "mock-provider/scenario.hpp"

namespace mock_provider::completion_form {

/// Whether a `respond` is a short form: has text, json, toolCalls, refusal, reasoning, embedding or image.
[[nodiscard]] bool is_in(ClosedObject const& respond);

/// What a short form has the model say. Throws ScenarioError for the first member that is not well formed.
[[nodiscard]] Completion decode(ClosedObject const& respond);

}  // namespace mock_provider::completion_form
