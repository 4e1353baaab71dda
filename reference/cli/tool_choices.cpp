#include "cli/tool_choices.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <system_error>

#include "cli/errors.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/tools/child_process.hpp"
#include "prompty/transport/connection_guards.hpp"

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

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_output = std::size_t{16} << 20U;
constexpr std::size_t max_error = 4096;
// How often a cancellation is looked for.
constexpr std::chrono::milliseconds tick{50};

/// Feeds a program and reads what it prints until it has ended.
class Exchange {
 public:
  Exchange(std::string_view input, ChildProcess& child) : input_(input), child_(child) {}

  /// Throws the errors of `run_child`, which `program` and `limit` name.
  void run(std::string_view program, std::chrono::milliseconds limit, Clock::time_point deadline,
           Cancellation const& cancellation) {
    while (true) {
      if (cancellation.is_requested()) throw errors::command_cancelled(program);
      if (Clock::now() >= deadline) throw errors::command_timed_out(program, limit);
      bool const ended = wait(deadline);
      transfer();
      if (output.out.size() > max_output) throw errors::command_output_too_large(program);
      if (ended) return;
    }
  }

  ChildOutput output;

 private:
  /// Whether the program has ended.
  bool wait(Clock::time_point deadline) {
    std::chrono::milliseconds const left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    std::chrono::milliseconds const patience = std::clamp(left, std::chrono::milliseconds(0), tick);
    std::array<pollfd, 4> polled = {pollfd{child_.ending(), POLLIN, 0}, pollfd{child_.input.get(), POLLOUT, 0},
                                    pollfd{child_.output.get(), POLLIN, 0}, pollfd{child_.errors.get(), POLLIN, 0}};
    ::poll(polled.data(), polled.size(), static_cast<int>(patience.count()));
    return polled[0].revents != 0;
  }

  /// All that goes in and comes out without waiting.
  void transfer() {
    feed();
    drain(child_.output, output.out, max_output);
    drain(child_.errors, output.err, max_output);
    if (output.err.size() > max_error) output.err.erase(0, output.err.size() - max_error);
  }

  void feed() {
    while (child_.input.is_open() && !input_.empty()) {
      ssize_t const count = ::write(child_.input.get(), input_.data(), input_.size());
      if (count < 0 && errno == EAGAIN) return;
      if (count < 0 && errno != EINTR) input_ = {};
      if (count > 0) input_.remove_prefix(static_cast<std::size_t>(count));
    }
    child_.input.close();
  }

  static void drain(FileDescriptor& end, std::string& text, std::size_t most) {
    std::array<char, 65536> buffer{};
    while (end.is_open() && text.size() <= most) {
      ssize_t const count = ::read(end.get(), buffer.data(), buffer.size());
      if (count < 0 && errno == EAGAIN) return;
      if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) end.close();
    }
  }

  std::string_view input_;
  ChildProcess& child_;
};

std::string without_last_line_end(std::string text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  if (!text.empty() && text.back() == '\r') text.pop_back();
  return text;
}

}  // namespace

ChildOutput run_child(std::vector<std::string> const& words, std::string_view input, std::chrono::milliseconds limit,
                      Cancellation const& cancellation) {
  Clock::time_point const deadline = Clock::now() + limit;
  try {
    ChildProcess child({.words = words});
    BrokenPipeSilencer const silencer;
    Exchange exchange(input, child);
    exchange.run(words.front(), limit, deadline, cancellation);
    child.end(std::chrono::milliseconds(0));
    exchange.output.exit_code = child.exit_code();
    return std::move(exchange.output);
  } catch (std::system_error const& error) {
    throw errors::command_not_started(words.front(), error.code().message());
  }
}

ToolHandler command_handler(std::vector<std::string> words, std::chrono::milliseconds limit,
                            Cancellation cancellation) {
  return {
      .call = [words = std::move(words), limit, cancellation = std::move(cancellation)](Json const& arguments) -> Json {
        ChildOutput output = run_child(words, json_text::dump(arguments) + '\n', limit, cancellation);
        if (output.exit_code == 0) return without_last_line_end(std::move(output.out));
        throw errors::command_failed(words.front(), output.exit_code, without_last_line_end(std::move(output.err)));
      }};
}

std::map<std::string, ToolHandler> chosen_handlers(PromptyAgent const& agent, ToolChoices const& choices,
                                                   Cancellation const& cancellation) {
  std::map<std::string, ToolHandler> handlers;
  for (std::string const& given : choices.commands) {
    NamedChoice const choice = read_choice("--tool", given, "name='command'");
    std::vector<std::string> words = command_words("--tool", given, choice.text, "a command");
    require_declared(agent, choice.name);
    if (handlers.contains(choice.name)) throw UsageError{fmt::format("--tool {}: it is given twice", choice.name)};
    handlers.emplace(choice.name,
                     command_handler(std::move(words), milliseconds_in(choices.timeout_seconds), cancellation));
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
    McpServer server{.reach = reach_of(given, choice.text), .time_limit = milliseconds_in(choices.timeout_seconds)};
    runtime.connections->mcp_servers.add(name, std::make_shared<McpServer const>(std::move(server)));
    bool const is_named =
        std::any_of(agent.tools.begin(), agent.tools.end(), [&](Tool const& tool) { return names_server(tool, name); });
    if (!is_named) agent.tools.push_back(Tool{.name = name, .details = McpTool{.server_name = name}});
  }
}

std::chrono::milliseconds milliseconds_in(double seconds) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
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
