#pragma once

#include <string_view>

#include "prompty/core/error.hpp"

/// The errors of the agent loop.
namespace prompty::errors {

[[nodiscard]] RuntimeError iterations_exceeded(int most);
/// By a turn together with the turns inside of it.
[[nodiscard]] RuntimeError shared_iterations_exceeded(int most);
[[nodiscard]] ValueError no_iterations(int most);
[[nodiscard]] ValueError no_attempts(int most);
[[nodiscard]] CancelledError turn_cancelled();
[[nodiscard]] GuardrailError input_denied(std::string_view reason);
[[nodiscard]] GuardrailError output_denied(std::string_view reason);

}  // namespace prompty::errors
