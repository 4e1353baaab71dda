#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <memory>

#include "harness/commands/adapter_options.hpp"
#include "harness/commands/command.hpp"
#include "harness/input_error.hpp"
#include "harness/mutants/mutant.hpp"
#include "harness/mutants/mutated_subject.hpp"
#include "harness/mutants/together.hpp"
#include "harness/report/run_info.hpp"
#include "harness/subject/process.hpp"
#include "harness/subject/serving.hpp"

namespace conformance {
namespace {

struct MutateOptions {
  DataOptions data;
  AdapterOptions adapter;
  std::vector<std::string> words;  ///< the mutants, and the command behind the dashes
};

/// The names in front of the dashes, and the command behind them as one line for a shell.
struct MutatedCommand {
  std::vector<std::string> names;
  std::string command;
};

MutatedCommand parted(std::vector<std::string> const& words, std::size_t behind_dashes) {
  MutatedCommand parts;
  std::size_t const names = words.size() - std::min(words.size(), behind_dashes);
  parts.names.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(names));
  for (std::size_t at = names; at < words.size(); ++at)
    parts.command += (parts.command.empty() ? "" : " ") + shell_quoted(words[at]);
  if (parts.names.empty() || parts.command.empty())
    throw InputError(
        "name one mutant or more, and the adapter's command after --, for example: mutate tools-dropped -- python3 "
        "adapter.py");
  return parts;
}

std::vector<Mutant const*> named(std::vector<std::string> const& names, std::vector<Mutant> const& mutants) {
  std::vector<Mutant const*> found;
  for (std::string const& name : names) {
    auto const mutant =
        std::find_if(mutants.begin(), mutants.end(), [&](Mutant const& candidate) { return candidate.id == name; });
    if (mutant == mutants.end())
      throw InputError(fmt::format("there is no mutant '{}'; 'prompty-conformance mutants --all' has them all", name));
    found.push_back(&*mutant);
  }
  return found;
}

bool bears_on(Mutant const& mutant, std::string const& operation) {
  return mutant.operations.empty() || mutant.operations.contains(operation);
}

int mutate(MutateOptions const& options, std::size_t behind_dashes) {
  MutatedCommand const parts = parted(options.words, behind_dashes);
  std::vector<Mutant> const mutants = read_mutants(options.data.folders().spec);
  std::vector<Mutant const*> const chosen = named(parts.names, mutants);
  Mutant const mutant = all_at_once(chosen);
  // Whoever reads the answers may stop at any time.
  std::signal(SIGPIPE, SIG_IGN);
  ProcessSubject inner(parts.command, options.adapter.process_options());
  MutatedSubject mutated(mutant, inner);
  serve(mutated, std::cin, std::cout, [&](std::string const& operation) {
    return std::any_of(chosen.begin(), chosen.end(), [&](Mutant const* one) { return bears_on(*one, operation); });
  });
  return 0;
}

}  // namespace

void add_mutate_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<MutateOptions>();
  CLI::App* const command =
      app.add_subcommand("mutate", "Stand before an adapter and make its implementation make mistakes");
  command->footer(
      "It is an adapter itself: whoever judges it sees whether the mistakes are noticed. Items of a stream that a "
      "mistake may change are passed on when it has ended.\n"
      "Example: prompty-conformance run --subject 'prompty-conformance mutate tools-dropped -- python3 adapter.py'");
  command
      ->add_option("words", options->words,
                   "Names of mutants, then -- and the adapter's command; 'mutants --all' lists the names")
      ->option_text("NAME... -- COMMAND...");
  options->adapter.add_to(*command);
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = mutate(*options, line.behind_dashes); });
}

}  // namespace conformance
