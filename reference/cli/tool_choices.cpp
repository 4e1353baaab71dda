#include "cli/tool_choices.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "cli/command_tool.hpp"
#include "cli/shell_words.hpp"
#include "cli/usage_error.hpp"

namespace prompty::cli {
namespace tool_choices {
namespace {

CommandTool read_command(std::string const& given, ToolChoices const& choices) {
  std::size_t const equals = given.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError{fmt::format("--tool {}: write name='command'", given)};
  }
  std::optional<std::vector<std::string>> words = shell_words(std::string_view(given).substr(equals + 1));
  if (!words) throw UsageError{fmt::format("--tool {}: a quote is not closed", given)};
  if (words->empty() || words->front().empty()) throw UsageError{fmt::format("--tool {}: name a command", given)};
  std::chrono::duration<double> const limit(choices.timeout_seconds);
  return {.name = given.substr(0, equals),
          .words = *std::move(words),
          .limit = std::chrono::duration_cast<std::chrono::milliseconds>(limit)};
}

std::vector<std::string> names_of_tools(PromptyAgent const& agent) {
  std::vector<std::string> names;
  for (Tool const& tool : agent.tools) names.push_back(tool.name);
  return names;
}

void require_declared(PromptyAgent const& agent, std::string const& name) {
  std::vector<std::string> const names = names_of_tools(agent);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  if (names.empty()) throw UsageError{fmt::format("--tool {}: the prompt file declares no tools", name)};
  throw UsageError{
      fmt::format("--tool {}: the prompt file declares no such tool but {}", name, fmt::join(names, ", "))};
}

}  // namespace
}  // namespace tool_choices

std::map<std::string, ToolHandler> chosen_handlers(PromptyAgent const& agent, ToolChoices const& choices,
                                                   Cancellation const& cancellation) {
  std::map<std::string, ToolHandler> handlers;
  for (std::string const& given : choices.commands) {
    CommandTool tool = tool_choices::read_command(given, choices);
    tool_choices::require_declared(agent, tool.name);
    std::string const name = tool.name;
    if (handlers.contains(name)) throw UsageError{fmt::format("--tool {}: it is given twice", name)};
    handlers.emplace(name, command_handler(std::move(tool), cancellation));
  }
  return handlers;
}

std::vector<std::string> unhandled_tools(PromptyAgent const& agent,
                                         std::map<std::string, ToolHandler> const& handlers) {
  std::vector<std::string> names;
  for (Tool const& tool : agent.tools) {
    bool const is_function = std::holds_alternative<FunctionTool>(tool.details);
    if (is_function && !handlers.contains(tool.name)) names.push_back(tool.name);
  }
  return names;
}

}  // namespace prompty::cli
