#include "prompty/core/error_catalogue_dispatch.hpp"

#include <fmt/core.h>

#include "prompty/core/describe_json.hpp"

namespace prompty::errors {

ValueError no_tool_handler(std::string_view function, std::string_view kind) {
  return ValueError(fmt::format("No handler registered for tool: {} (kind: {})", function, kind), "P11.2-19");
}

ValueError no_function_callable(std::string_view tool) {
  return ValueError(
      fmt::format("No callable registered for function tool: {}; register one under that name with register_tool",
                  tool),
      "P11.2-21");
}

ValueError arguments_not_an_object(std::string_view function, Json const& found) {
  return ValueError(fmt::format("The arguments of a call of '{}' must be a JSON object of parameters to values, not {}",
                                function, describe_json(found)),
                    "P8.7-05");
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

ValueError custom_tool_without_parameters(std::string_view tool) {
  return ValueError(fmt::format("Tool '{}': its parameters are unknown; register a handler that has some under that "
                                "name with register_tool",
                                tool),
                    "P7.1.3-11");
}

NotImplementedError tool_kind_not_supported(std::string_view tool, std::string_view kind) {
  return NotImplementedError(
      fmt::format("Tool '{}': calls of tools of kind '{}' cannot be carried out by this version; register a handler "
                  "with register_tool_handler, or one for the tool with register_tool",
                  tool, kind),
      "P11.2-26");
}

ValueError not_a_prompty_tool(std::string_view tool, std::string_view kind) {
  return ValueError(fmt::format("Tool '{}': only tools of kind 'prompty' name a child prompt, and this one has kind "
                                "'{}'; register another handler for that kind",
                                tool, kind),
                    "P11.2-22");
}

ValueError prompt_calls_itself(std::string_view tool, std::string_view path) {
  return ValueError(fmt::format("Tool '{}': {} is already running further out, so that prompts would call each other "
                                "without end; take the tool out of one of them",
                                tool, path),
                    "P2.9.2-07");
}

ValueError prompts_too_deep(std::string_view tool, int most_prompts) {
  return ValueError(
      fmt::format("Tool '{}': {} prompts are running inside each other already, and more may not be; have fewer call "
                  "each other",
                  tool, most_prompts),
      "P2.9.2-07");
}

}  // namespace prompty::errors
