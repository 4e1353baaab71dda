#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/files/text_file.hpp"
#include "harness/report/recorded_run.hpp"
#include "harness/run/baseline.hpp"
#include "harness/vectors/suite.hpp"

namespace conformance {
namespace {

struct UpdateOptions {
  DataOptions data;
  std::string list;
  std::string report;
  std::string reason = "not yet looked into";
};

int update(UpdateOptions const& options) {
  Suite const suite = read_suite(options.data.folders());
  std::vector<KnownFailure> const former = std::filesystem::exists(options.list)
                                               ? read_known_failures(options.list, suite.corpus)
                                               : std::vector<KnownFailure>{};
  RecordedRun const run = read_recorded_run(options.report, suite.corpus, suite.registry);
  std::vector<KnownFailure> const updated = updated_known_failures(former, run.results, options.reason);
  write_file(options.list, known_failures_yaml(updated));
  std::cout << fmt::format("{}: {} known failures, {} before\n", options.list, updated.size(), former.size());
  return 0;
}

}  // namespace

void add_update_known_failures_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<UpdateOptions>();
  CLI::App* const command =
      app.add_subcommand("update-known-failures", "Write what failed in a run into the list of known failures");
  command->footer(
      "Entries keep their reason, issue and expiry; what passes now is taken off.\n"
      "Example: prompty-conformance update-known-failures known.yaml run.jsonl --reason 'no audio yet'");
  command->add_option("list", options->list, "The list (YAML); made when it is not there")->required();
  command->add_option("report", options->report, "JSON Lines report of the run")->required();
  command->add_option("--reason", options->reason, "Reason of entries that are new (default: not yet looked into)");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = update(*options); });
}

}  // namespace conformance
