#include "prompty/conversation/tool_failure.hpp"

#include <fmt/format.h>

namespace prompty::conversation::tool_failure {

std::string unknown_tool(std::string_view name, std::vector<std::string> const& known) {
  if (known.empty()) return fmt::format("Error: there is no tool '{}'; there are no tools at all", name);
  return fmt::format("Error: there is no tool '{}'; use one of these: {}", name, fmt::join(known, ", "));
}

std::string malformed_arguments(std::string_view name, std::string_view reason) {
  return fmt::format("Error: the arguments of '{}' are not JSON ({}); call it again with a JSON object", name, reason);
}

std::string unfit_arguments(std::string_view name, std::string_view misfit) {
  return fmt::format("Error: the arguments of '{}' do not fit its parameters: {}", name, misfit);
}

std::string failed(std::string_view name, std::string_view message) {
  return fmt::format("Error: Tool '{}' failed: {}", name, message);
}

std::string denied(std::string_view name, std::string_view reason) {
  return fmt::format("The call of '{}' was denied: {}", name, reason);
}

}  // namespace prompty::conversation::tool_failure
