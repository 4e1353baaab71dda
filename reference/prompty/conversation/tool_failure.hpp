#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The result that a model gets of a call that failed or was not executed (M3.3-07, A-133): what, and how to fix it.
namespace prompty::conversation::tool_failure {

[[nodiscard]] std::string unknown_tool(std::string_view name, std::vector<std::string> const& known);
[[nodiscard]] std::string malformed_arguments(std::string_view name, std::string_view reason);
[[nodiscard]] std::string unfit_arguments(std::string_view name, std::string_view misfit);
[[nodiscard]] std::string failed(std::string_view name, std::string_view message);
[[nodiscard]] std::string denied(std::string_view name, std::string_view reason);

}  // namespace prompty::conversation::tool_failure
