#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/commands/adapter_options.hpp"
#include "harness/commands/command.hpp"
#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/subject/serving.hpp"
#include "mock-provider/matching/bounded_json.hpp"

namespace conformance {
namespace {

struct MutateOptions {
  DataOptions data;
  AdapterOptions adapter;
  std::vector<std::string> names;
};

std::vector<Deviation const*> mutants_named(std::vector<std::string> const& names,
                                            std::vector<Deviation> const& mutants, FileTree const& spec) {
  std::vector<Deviation const*> found;
  for (std::string const& name : names) {
    auto const mutant =
        std::find_if(mutants.begin(), mutants.end(), [&](Deviation const& candidate) { return candidate.id == name; });
    if (mutant == mutants.end())
      throw InputError(fmt::format("there is no mutant '{}' in {}; 'prompty-conformance mutants --all' has them all",
                                   name, spec.below("mutants").display_name()));
    found.push_back(&*mutant);
  }
  return found;
}

bool concerns(Deviation const& mutant, std::string const& operation) {
  return mutant.operations.empty() || mutant.operations.contains(operation);
}

/// The editions of the specification that an `initialize` request offers, to be offered to the adapter too; the first
/// edition when it names none.
std::vector<std::string> editions_offered_in(std::string const& initialize) {
  Json const request = json_in(initialize);
  std::vector<std::string> editions;
  for (Json const& edition : member(member(request, "params"), "editions"))
    if (edition.is_string()) editions.push_back(edition.get<std::string>());
  return editions.empty() ? std::vector<std::string>{first_edition} : editions;
}

int mutate(MutateOptions const& options, std::vector<std::string> const& command) {
  if (options.names.empty() || command.empty())
    throw InputError(
        "name one mutant or more, and the adapter's command after --, for example: mutate tools-dropped -- python3 "
        "adapter.py");
  FileTree const spec = options.data.folders().spec;
  std::vector<Deviation> const mutants = read_mutants(spec);
  std::vector<Deviation const*> const chosen = mutants_named(options.names, mutants, spec);
  Deviation const mutant = all_at_once(chosen);
  // Whoever reads the answers may stop at any time.
  std::signal(SIGPIPE, SIG_IGN);
  std::string initialize;
  std::getline(std::cin, initialize);
  ProcessOptions process = options.adapter.process_options();
  process.editions = editions_offered_in(initialize);
  ProcessSubject inner(shell_command(command), process);
  DeviatingSubject mutated(mutant, inner);
  auto const tells_late = [&](std::string const& operation) {
    return std::any_of(chosen.begin(), chosen.end(), [&](Deviation const* one) { return concerns(*one, operation); });
  };
  std::istringstream first_line(initialize);
  serve(mutated, first_line, std::cout, tells_late);
  serve(mutated, std::cin, std::cout, tells_late);
  return 0;
}

}  // namespace

void add_mutate_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<MutateOptions>();
  CLI::App* const command =
      app.add_subcommand("mutate", "Run in front of an adapter and make its implementation make mistakes");
  command->footer(
      "It is an adapter itself: a run against it shows whether the mistakes are noticed. Items of a stream that a "
      "mistake may change are passed on when it has ended.\n"
      "Example: prompty-conformance run --subject 'prompty-conformance mutate tools-dropped -- python3 adapter.py'");
  command
      ->add_option("names", options->names,
                   "Names of mutants, then -- and the adapter's command; 'mutants --all' lists the names")
      ->option_text("NAME... -- COMMAND...");
  options->adapter.add_to(*command);
  command->add_option(
      "--spec", options->data.spec,
      "Folder of the specification pages with the mutants (default: those that come with this program)");
  command->callback([options, &line] { line.exit_code = mutate(*options, line.mutated_command); });
}

}  // namespace conformance
