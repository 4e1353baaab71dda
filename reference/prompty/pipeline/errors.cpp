#include "prompty/pipeline/errors.hpp"

#include <fmt/core.h>

#include "prompty/secrets/secrets.hpp"

namespace prompty::errors {

ValueError not_a_prompty_tool(std::string_view tool, std::string_view kind) {
  return ValueError(fmt::format("Tool '{}': only tools of kind 'prompty' name a child prompt, and this one has kind "
                                "'{}'; register another handler for that kind",
                                tool, kind),
                    "P11.2-22");
}

ValueError child_prompt_without_path(std::string_view tool) {
  return ValueError(fmt::format("Tool '{}': a tool of kind 'prompty' needs the path of a .prompty file", tool),
                    "P2.9-08");
}

ValueError child_prompt_outside(std::string_view tool, std::string_view path) {
  return ValueError(
      fmt::format("Tool '{}': {} is outside the folder of the prompt; move the file below that folder", tool, path),
      "P2.9.2-02");
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

ValueError custom_tool_without_parameters(std::string_view tool) {
  return ValueError(fmt::format("Tool '{}': its parameters are unknown; register a handler that has some under that "
                                "name with register_tool",
                                tool),
                    "P7.1.3-11");
}

ValueError no_function_callable(std::string_view tool) {
  return ValueError(
      fmt::format("No callable registered for function tool: {}; register one under that name with register_tool",
                  tool),
      "P11.2-21");
}

NotImplementedError tool_kind_not_supported(std::string_view tool, std::string_view kind) {
  return NotImplementedError(
      fmt::format("Tool '{}': calls of tools of kind '{}' cannot be carried out by this version; register a handler "
                  "with register_tool_handler, or one for the tool with register_tool",
                  tool, kind),
      "P11.2-26");
}

ValueError duplicate_tool_handler(std::string_view tool) {
  return ValueError(fmt::format("Duplicate tool handler: {}; give bind_tools() one for each name", tool), "P11.5-03");
}

ValueError undeclared_tool_handler(std::string_view tool, std::string_view declared) {
  return ValueError(
      fmt::format("Tool handler '{}' has no matching declaration in agent.tools. Declared function tools: "
                  "{}. Declare it in the .prompty file, or correct the name",
                  tool, declared),
      "P11.5-04");
}

CancelledError stream_abandoned() {
  return CancelledError("The stream was let go of before its end");
}

RuntimeError spans_refused(std::string_view url, int status, std::string_view message) {
  return RuntimeError(
      fmt::format("The collector at {} did not take the spans: status {}: {}; see whether it takes OTLP as JSON over "
                  "HTTP at that address",
                  without_url_secrets(url), status, message));
}

}  // namespace prompty::errors
