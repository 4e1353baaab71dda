#pragma once

#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"

/// The errors of carrying out a call of a tool.
namespace prompty::errors {

[[nodiscard]] ValueError no_tool_handler(std::string_view function, std::string_view kind);
[[nodiscard]] ValueError no_function_callable(std::string_view tool);
[[nodiscard]] ValueError arguments_not_an_object(std::string_view function, Json const& found);
[[nodiscard]] ValueError arguments_not_json(std::string_view function, std::string_view reason);
[[nodiscard]] ValueError bound_input_missing(std::string_view tool, std::string_view parameter, std::string_view input);
[[nodiscard]] ValueError custom_tool_without_parameters(std::string_view tool);
[[nodiscard]] NotImplementedError tool_kind_not_supported(std::string_view tool, std::string_view kind);
[[nodiscard]] ValueError not_a_prompty_tool(std::string_view tool, std::string_view kind);
[[nodiscard]] ValueError prompt_calls_itself(std::string_view tool, std::string_view path);
[[nodiscard]] ValueError prompts_too_deep(std::string_view tool, int most_prompts);

}  // namespace prompty::errors
