#pragma once

#include <string_view>

#include "prompty/core/error.hpp"

namespace prompty::errors {

[[nodiscard]] ValueError not_a_prompty_tool(std::string_view tool, std::string_view kind);
[[nodiscard]] ValueError child_prompt_without_path(std::string_view tool);
[[nodiscard]] ValueError child_prompt_outside(std::string_view tool, std::string_view path);
[[nodiscard]] ValueError prompt_calls_itself(std::string_view tool, std::string_view path);
[[nodiscard]] ValueError prompts_too_deep(std::string_view tool, int most_prompts);
[[nodiscard]] ValueError custom_tool_without_parameters(std::string_view tool);
[[nodiscard]] ValueError no_function_callable(std::string_view tool);
[[nodiscard]] NotImplementedError tool_kind_not_supported(std::string_view tool, std::string_view kind);
[[nodiscard]] ValueError duplicate_tool_handler(std::string_view tool);
/// `declared` are the names of the functions that the agent declares.
[[nodiscard]] ValueError undeclared_tool_handler(std::string_view tool, std::string_view declared);
/// Recorded where a stream was abandoned by its reader; it is never thrown.
[[nodiscard]] CancelledError stream_abandoned();
[[nodiscard]] RuntimeError spans_refused(std::string_view url, int status, std::string_view message);

}  // namespace prompty::errors
