#pragma once

#include "prompty/registry/runtime.hpp"

namespace prompty::cli {

/// What the command line says about tools.
struct ToolChoices {
  /// Each `name=command`.
  std::vector<std::string> commands = {};
  /// Each `name=command` or `name=address`.
  std::vector<std::string> servers = {};
  double timeout_seconds = 60;
  /// How calls that need approval are decided: always, never or ask.
  std::string approve = "ask";
};

/// The handlers that the choices give to tools of the agent, by name. Throws UsageError for a choice of another form,
/// for a tool that the agent does not declare (its arguments would be unknown), and for one that is given twice.
[[nodiscard]] std::map<std::string, ToolHandler> chosen_handlers(PromptyAgent const& agent, ToolChoices const& choices,
                                                                 Cancellation const& cancellation);

/// The names of function tools of the agent that have no handler in `handlers`.
[[nodiscard]] std::vector<std::string> unhandled_tools(PromptyAgent const& agent,
                                                       std::map<std::string, ToolHandler> const& handlers);

/// Registers the servers of the choices in the runtime, by name. A server that no tool of the agent names becomes a
/// tool of the agent of its own, since a server says itself what it offers. Throws UsageError for a choice that is
/// not `name=command` or `name=address`, and for one that is given twice.
void add_chosen_servers(PromptyAgent& agent, Runtime& runtime, ToolChoices const& choices);

/// The time that an option gives in seconds.
[[nodiscard]] std::chrono::milliseconds milliseconds_in(double seconds);

/// The words of a command as a POSIX shell would split it: blanks part words, single quotes keep everything, double
/// quotes all but a backslash before `"`, `\`, `$`, a backtick and a line end, and outside a backslash keeps the next
/// character. Nothing is expanded and no operator is known. Nothing when a quote is left open or a backslash ends the
/// text.
[[nodiscard]] std::optional<std::vector<std::string>> shell_words(std::string_view command);

/// The result of a program: all of its standard output, the last of its standard error, and the code it ended with,
/// 128 + N after signal N.
struct ChildOutput {
  int exit_code = 0;
  std::string out;
  std::string err;
};

/// Starts a program (a path, or a name on PATH) without a shell, hands `input` to its standard input and waits for its
/// end. It runs in a process group of its own, and whatever is left of all that it started, in whatever group or
/// session, when it has ended, when the time is up, when `cancellation` is requested, when it prints more than 16 MiB
/// or when this process ends is killed. `words` is not empty. Throws RuntimeError when the program does not start,
/// takes too long or prints too much, CancelledError when `cancellation` is requested.
[[nodiscard]] ChildOutput run_child(std::vector<std::string> const& words, std::string_view input,
                                    std::chrono::milliseconds limit, Cancellation const& cancellation);

/// Carries out the calls of a tool by a program, see `run_child`, that gets the arguments as JSON on a line; the result
/// is its output without the last line end. Throws as that, and RuntimeError when it ends with another code than 0.
[[nodiscard]] ToolHandler command_handler(std::vector<std::string> words, std::chrono::milliseconds limit,
                                          Cancellation cancellation);

}  // namespace prompty::cli
