#pragma once

#include <map>
#include <string>
#include <vector>

#include "prompty/core/agent.hpp"
#include "prompty/core/cancellation.hpp"
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

/// The names of function tools of the agent that nothing carries out: neither `handlers` nor, as far as a command
/// knows, anybody else.
[[nodiscard]] std::vector<std::string> unhandled_tools(PromptyAgent const& agent,
                                                       std::map<std::string, ToolHandler> const& handlers);

}  // namespace prompty::cli
