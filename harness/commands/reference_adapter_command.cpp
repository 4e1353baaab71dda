#include <CLI/CLI.hpp>

#include "adapter/reference_adapter.hpp"
#include "harness/commands/command.hpp"

namespace conformance {

void add_reference_adapter_command(CLI::App& app, CommandLine&) {
  CLI::App* const command =
      app.add_subcommand("reference-adapter", "Run the reference as an adapter, on standard input and output");
  command->footer(
      "'run' uses it where prompty-reference-adapter is not installed beside this program.\n"
      "Example: prompty-conformance reference-adapter <requests.jsonl");
  command->callback([] { prompty::adapter::serve_until_the_end(); });
}

}  // namespace conformance
