#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

inline constexpr Wording<ValueError, std::string_view, std::string_view> no_tool_handler{
    "No handler registered for tool: {} (kind: {})", "P11.2-19"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> arguments_not_an_object{
    "The arguments of a call of '{}' must be a JSON object of parameters to values, not {}", "P8.7-05"};
inline constexpr Wording<ValueError, std::string_view, std::string_view> arguments_not_json{
    "The arguments of a call of '{}' are not JSON: {}", "P8.7-05"};
inline constexpr Wording<ValueError, std::string_view, std::string_view, std::string_view> bound_input_missing{
    "Tool '{}': the parameter '{}' is bound to the input '{}', which has no value; give one, or a default",
    "P2.9.1-04"};
inline constexpr Wording<RuntimeError, int> iterations_exceeded{"Agent loop exceeded {} iterations", "P9.1-03"};
/// By a turn together with the turns inside of it.
inline constexpr Wording<RuntimeError, int> shared_iterations_exceeded{
    "Agent loop exceeded {} iterations, counted together with those of the prompts that its tools run; allow more with "
    "max_iterations (--max-iterations of prompty)",
    "P9.1-03"};
inline constexpr Wording<RuntimeError, int> no_iterations{
    "Agent loop exceeded {} iterations before its first request; max_iterations has to be 1 or more", "P9.1-07"};
inline constexpr Wording<ValueError, int> no_attempts{
    "max_llm_retries is {}; a request is sent at least once, so it has to be 1 or more"};
inline constexpr Wording<CancelledError> turn_cancelled{"The turn was cancelled; what was said up to here is kept",
                                                        "P13.2-01"};
inline constexpr Wording<GuardrailError, std::string_view> input_denied{"The input guardrail denied the request: {}",
                                                                        "P13.4-01"};
inline constexpr Wording<GuardrailError, std::string_view> output_denied{"The output guardrail denied the answer: {}",
                                                                         "P13.4-03"};

}  // namespace prompty::errors
