#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "prompty/core/agent.hpp"

namespace prompty::cli {

/// What the command line says about one run.
struct RunChoices {
  std::string file;
  std::optional<std::string> endpoint;
  std::optional<std::string> api_key;
  std::string profile = "live";
  double timeout_seconds = 120;
  bool json = false;
};

/// Loads, prepares and runs the file and prints its outcome to `out`: text as it is, other values as JSON, or with
/// `json` all of it as `{"type", "value"}`. Throws what the library raises.
void run_file(RunChoices const& choices, std::ostream& out);

/// Prints the loaded agent as JSON to `out`, its secrets masked. Throws what the library raises.
void show_file(std::string const& file, std::ostream& out);

/// The agent with endpoint and key of the command line in place of its own. Without a connection that this version can
/// use, a key makes one of kind key (at api.openai.com when no endpoint is known) and an endpoint alone an anonymous
/// one.
[[nodiscard]] PromptyAgent with_connection(PromptyAgent agent, RunChoices const& choices);

/// `text` on one line that moves no cursor: each control character becomes a space.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace prompty::cli
