#include "prompty/agent/errors.hpp"

#include <fmt/core.h>

#include "prompty/core/describe.hpp"

namespace prompty::errors {

ValueError no_tool_handler(std::string_view function, std::string_view kind) {
  return ValueError(fmt::format("No handler registered for tool: {} (kind: {})", function, kind), "P11.2-19");
}

ValueError arguments_not_json(std::string_view function, std::string_view reason) {
  return ValueError(fmt::format("The arguments of a call of '{}' are not JSON: {}", function, reason), "P8.7-05");
}

ValueError bound_input_missing(std::string_view tool, std::string_view parameter, std::string_view input) {
  return ValueError(
      fmt::format(
          "Tool '{}': the parameter '{}' is bound to the input '{}', which has no value; give one, or a default", tool,
          parameter, input),
      "P2.9.1-04");
}

RuntimeError iterations_exceeded(int most) {
  return RuntimeError(fmt::format("Agent loop exceeded {} iterations", most), "P9.1-03");
}

RuntimeError shared_iterations_exceeded(int most) {
  return RuntimeError(fmt::format("Agent loop exceeded {} iterations, counted together with those of the prompts that "
                                  "its tools run; allow more with max_iterations (--max-iterations of prompty)",
                                  most),
                      "P9.1-03");
}

ValueError no_iterations(int most) {
  return ValueError(fmt::format("max_iterations is {}; a turn needs at least 1", most), "P9.1-07");
}

ValueError no_attempts(int most) {
  return ValueError(
      fmt::format("max_llm_retries is {}; a request is sent at least once, so it has to be 1 or more", most));
}

CancelledError turn_cancelled() {
  return CancelledError("The turn was cancelled; what was said up to here is kept", "P13.2-01");
}

GuardrailError input_denied(std::string_view reason) {
  return GuardrailError(fmt::format("The input guardrail denied the request: {}", reason), "P13.4-01");
}

GuardrailError output_denied(std::string_view reason) {
  return GuardrailError(fmt::format("The output guardrail denied the answer: {}", reason), "P13.4-03");
}

}  // namespace prompty::errors
