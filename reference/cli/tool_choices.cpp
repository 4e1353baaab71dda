#include "cli/tool_choices.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "cli/command_tool.hpp"
#include "cli/errors.hpp"

namespace prompty::cli {
namespace {

constexpr std::string_view word_separators = " \t\n";
constexpr std::string_view kept_behind_backslash = "\"\\$`\n";

/// Whether the text, which begins with a backslash, keeps the character behind it from its meaning.
bool escapes(std::string_view text, std::optional<char> quote) {
  if (!quote) return true;
  return quote == '"' && text.size() > 1 && kept_behind_backslash.find(text[1]) != std::string_view::npos;
}

struct NamedChoice {
  std::string name;
  std::string text;
};

/// `form` completes "write …" in the error.
NamedChoice read_choice(std::string_view option, std::string const& given, std::string_view form) {
  std::size_t const equals = given.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw UsageError{fmt::format("{} {}: write {}", option, given, form)};
  }
  return {.name = given.substr(0, equals), .text = given.substr(equals + 1)};
}

/// `what_to_name` completes "name …" in the error for an empty command.
std::vector<std::string> command_words(std::string_view option, std::string const& given, std::string const& command,
                                       std::string_view what_to_name) {
  std::optional<std::vector<std::string>> words = shell_words(command);
  if (!words) throw UsageError{fmt::format("{} {}: a quote is not closed", option, given)};
  if (words->empty() || words->front().empty()) {
    throw UsageError{fmt::format("{} {}: name {}", option, given, what_to_name)};
  }
  return *std::move(words);
}

std::chrono::milliseconds time_limit(ToolChoices const& choices) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(choices.timeout_seconds));
}

void require_declared(PromptyAgent const& agent, std::string const& name) {
  std::vector<std::string> names;
  for (Tool const& tool : agent.tools) names.push_back(tool.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return;
  if (names.empty()) throw UsageError{fmt::format("--tool {}: the prompt file declares no tools", name)};
  throw UsageError{
      fmt::format("--tool {}: the prompt file declares no such tool but {}", name, fmt::join(names, ", "))};
}

std::variant<StdioServer, HttpServer> reach_of(std::string const& given, std::string const& place) {
  if (place.starts_with("http://") || place.starts_with("https://")) return HttpServer{.endpoint = place};
  std::vector<std::string> words = command_words("--mcp", given, place, "a command or an address");
  std::string const command = words.front();
  words.erase(words.begin());
  return StdioServer{.command = command, .arguments = std::move(words)};
}

bool names_server(Tool const& tool, std::string const& name) {
  McpTool const* const server = std::get_if<McpTool>(&tool.details);
  if (server == nullptr) return false;
  ReferenceConnection const* const reference =
      server->connection ? std::get_if<ReferenceConnection>(&*server->connection) : nullptr;
  return server->server_name == name || (reference != nullptr && reference->name == name);
}

}  // namespace

std::map<std::string, ToolHandler> chosen_handlers(PromptyAgent const& agent, ToolChoices const& choices,
                                                   Cancellation const& cancellation) {
  std::map<std::string, ToolHandler> handlers;
  for (std::string const& given : choices.commands) {
    NamedChoice const choice = read_choice("--tool", given, "name='command'");
    CommandTool tool{.name = choice.name,
                     .words = command_words("--tool", given, choice.text, "a command"),
                     .limit = time_limit(choices)};
    require_declared(agent, tool.name);
    if (handlers.contains(tool.name)) throw UsageError{fmt::format("--tool {}: it is given twice", tool.name)};
    handlers.emplace(choice.name, command_handler(std::move(tool), cancellation));
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

void add_chosen_servers(PromptyAgent& agent, Runtime& runtime, ToolChoices const& choices) {
  std::set<std::string> names;
  for (std::string const& given : choices.servers) {
    NamedChoice const choice = read_choice("--mcp", given, "name='command' or name=http://…");
    std::string const& name = choice.name;
    if (!names.insert(name).second) throw UsageError{fmt::format("--mcp {}: it is given twice", name)};
    McpServer server{.reach = reach_of(given, choice.text), .time_limit = time_limit(choices)};
    runtime.connections->mcp_servers.add(name, std::make_shared<McpServer const>(std::move(server)));
    bool const is_named =
        std::any_of(agent.tools.begin(), agent.tools.end(), [&](Tool const& tool) { return names_server(tool, name); });
    if (!is_named) agent.tools.push_back(Tool{.name = name, .details = McpTool{.server_name = name}});
  }
}

std::optional<std::vector<std::string>> shell_words(std::string_view command) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  std::optional<char> quote;
  for (; !command.empty(); command.remove_prefix(1)) {
    char const character = command.front();
    if (!quote && word_separators.find(character) != std::string_view::npos) {
      if (word) words.push_back(*std::exchange(word, std::nullopt));
      continue;
    }
    if (quote ? character == *quote : character == '\'' || character == '"') {
      quote = quote ? std::nullopt : std::optional<char>(character);
      if (!word) word.emplace();
      continue;
    }
    if (character == '\\' && escapes(command, quote)) {
      if (command.size() == 1) return std::nullopt;
      command.remove_prefix(1);
      // A shell joins the lines.
      if (command.front() == '\n') continue;
    }
    if (!word) word.emplace();
    *word += command.front();
  }
  if (quote) return std::nullopt;
  if (word) words.push_back(*std::move(word));
  return words;
}

}  // namespace prompty::cli
