#pragma once

#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"

namespace prompty::errors {

[[nodiscard]] ValueError no_tool_handler(std::string_view function, std::string_view kind);
[[nodiscard]] ValueError arguments_not_json(std::string_view function, std::string_view reason);
[[nodiscard]] ValueError bound_input_missing(std::string_view tool, std::string_view parameter, std::string_view input);
[[nodiscard]] RuntimeError iterations_exceeded(int most);
/// By a turn together with the turns inside of it.
[[nodiscard]] RuntimeError shared_iterations_exceeded(int most);
[[nodiscard]] ValueError no_iterations(int most);
[[nodiscard]] ValueError no_attempts(int most);
[[nodiscard]] CancelledError turn_cancelled();
[[nodiscard]] GuardrailError input_denied(std::string_view reason);
[[nodiscard]] GuardrailError output_denied(std::string_view reason);

}  // namespace prompty::errors
