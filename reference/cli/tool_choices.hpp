#pragma once

#include "prompty/core/agent.hpp"
#include "prompty/core/host.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/registry/tools.hpp"

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

/// The words of a command as a POSIX shell would split it: blanks part words, single quotes keep everything, double
/// quotes all but a backslash before `"`, `\`, `$`, a backtick and a line end, and outside a backslash keeps the next
/// character. Nothing is expanded and no operator is known. Nothing when a quote is left open or a backslash ends the
/// text.
[[nodiscard]] std::optional<std::vector<std::string>> shell_words(std::string_view command);

}  // namespace prompty::cli
