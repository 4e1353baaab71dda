#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "harness/commands/adapter_options.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/edition_option.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/run_info.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/process.hpp"
#include "harness/judge/vectors/vector_file.hpp"
#include "harness/proof/differential/comparison.hpp"

namespace conformance {
namespace {

struct DifferentialOptions {
  DataOptions data;
  std::vector<std::string> subjects;
  std::vector<std::string> operations;
  EditionOption edition;
  AdapterOptions adapter;
  std::uint64_t seed = 1;
  std::uint64_t count = 200;
  double time_limit_seconds = 0;
  std::string profile = "as-written";
  std::string json;
};

std::unique_ptr<Subject> started_process(std::string const& command, DifferentialOptions const& options,
                                         std::vector<std::string> const& editions, AdapterNetwork const& network) {
  ProcessOptions process = options.adapter.process_options();
  // Shrinking a crash crashes the adapter once more with every try.
  process.max_restarts = 100'000;
  process.network = network;
  process.editions = editions;
  return std::make_unique<ProcessSubject>(command, process);
}

/// All subjects, in the order of their commands. The linked-in reference speaks the edition of the others, which has to
/// be one for all of them: two subjects that behave by different editions rightly differ.
std::vector<std::unique_ptr<Subject>> started_subjects(DifferentialOptions const& options,
                                                       std::vector<std::string> const& offered,
                                                       AdapterNetwork const& network) {
  std::vector<std::unique_ptr<Subject>> started;
  std::vector<std::string> for_reference = offered;
  std::string first_name;
  for (std::string const& command : options.subjects) {
    started.push_back(command == "reference" ? nullptr : started_process(command, options, offered, network));
    if (started.back() == nullptr) continue;
    Capabilities const& declared = started.back()->capabilities();
    std::string const edition = chosen_edition(offered, declared);
    if (first_name.empty()) {
      first_name = declared.name;
      for_reference = {edition};
    } else if (edition != for_reference.front()) {
      throw InputError(
          fmt::format("{} answers by the edition {} of the specification and {} by {}: choose one that both "
                      "speak with --edition",
                      first_name, for_reference.front(), declared.name, edition));
    }
  }
  for (std::unique_ptr<Subject>& subject : started) {
    if (subject == nullptr) subject = std::make_unique<InProcessSubject>(for_reference);
  }
  return started;
}

/// A subject's own name, with a number if another one before has the same.
std::string unused_name(std::string const& name, std::vector<differential::NamedSubject> const& taken) {
  auto const is_taken = [&taken](std::string const& wanted) {
    return std::any_of(taken.begin(), taken.end(),
                       [&](differential::NamedSubject const& named) { return named.name == wanted; });
  };
  std::string unused = name;
  for (int number = 2; is_taken(unused); ++number) unused = fmt::format("{} ({})", name, number);
  return unused;
}

std::vector<std::string> operations_to_compare(std::vector<std::string> const& wanted,
                                               std::vector<differential::NamedSubject> const& subjects) {
  for (std::string const& operation : wanted) {
    for (differential::NamedSubject const& named : subjects) {
      if (!named.subject->capabilities().operations.contains(operation))
        throw HarnessError(
            fmt::format("{} does not declare the operation {}, so there is nothing to compare", named.name, operation));
    }
  }
  differential::Common const common = differential::common_to(subjects);
  std::vector<std::string> chosen;
  for (std::string const& operation : differential::comparable_operations()) {
    bool const is_wanted = wanted.empty() || std::find(wanted.begin(), wanted.end(), operation) != wanted.end();
    if (is_wanted && common.operations.contains(operation)) chosen.push_back(operation);
  }
  if (chosen.empty())
    throw HarnessError(fmt::format("the subjects have none of these operations in common: {}",
                                   CLI::detail::join(differential::comparable_operations(), ", ")));
  return chosen;
}

int compare_subjects(DifferentialOptions const& options) {
  if (options.subjects.size() < 2)
    throw InputError(
        "name at least two subjects to compare, for example: --subject reference --subject 'python3 "
        "adapter.py'");
  DataFolders const folders = options.data.folders();
  FileTree const& schemas = folders.schemas;
  std::vector<std::string> const editions = options.edition.offered(read_clause_registry(folders.spec));
  Json const protocol =
      parse_json_file(schemas.read("protocol.schema.json"), schemas.display_name() + "/protocol.schema.json");
  if (!options.json.empty()) write_file(options.json, "");
  std::vector<differential::NamedSubject> subjects;
  AdapterNetwork const network = options.adapter.network.network();
  std::vector<std::unique_ptr<Subject>> const started = started_subjects(options, editions, network);
  for (std::unique_ptr<Subject> const& subject : started)
    subjects.push_back({.name = unused_name(subject->capabilities().name, subjects), .subject = subject.get()});
  differential::Plan plan{.operations = operations_to_compare(options.operations, subjects),
                          .seed = options.seed,
                          .count = options.count,
                          .profile = *profile_named(options.profile)};
  if (options.time_limit_seconds > 0) plan.time_limit = milliseconds_of(options.time_limit_seconds);
  differential::InputMaker const maker(protocol, differential::common_to(subjects));
  differential::Comparison const comparison = differential::compare(subjects, maker, plan);
  Secrets const secrets = options.adapter.secret_values();
  std::cout << secrets.masked(differential::comparison_text(comparison, subjects, plan));
  if (!options.json.empty()) {
    Json const written = secrets.masked_json(differential::comparison_json(comparison, subjects, plan));
    write_file(options.json, written.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  bool const compared_any = std::any_of(comparison.counts.begin(), comparison.counts.end(),
                                        [](differential::OperationCount const& count) { return count.compared > 0; });
  if (!compared_any) throw HarnessError("no input was answered by two subjects, so nothing was compared");
  return comparison.groups.empty() ? 0 : 1;
}

}  // namespace

void add_differential_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<DifferentialOptions>();
  CLI::App* const command = app.add_subcommand(
      "differential", "Compare several implementations on generated inputs and group their differences");
  command->footer(
      "Exit code: 0 no difference, 1 differences, 2 wrong usage, 3 nothing compared or harness error. A difference is "
      "no "
      "verdict.\nExample: prompty-conformance differential --subject reference --subject 'python3 "
      "harness/adapters/python/adapter.py' --operation load --count 1000");
  command->add_option("--subject", options->subjects,
                      "Command of an adapter, or 'reference'; at least two (repeatable)");
  command
      ->add_option("--operation", options->operations,
                   "Only this operation (repeatable; default: all that the subjects have in common)")
      ->check(CLI::IsMember(differential::comparable_operations()));
  command->add_option("--count", options->count, "How many inputs an operation gets (default 200)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000'000}));
  command->add_option("--seed", options->seed, "Seed of the generated inputs (default 1)");
  command
      ->add_option("--time-limit", options->time_limit_seconds,
                   "Stop asking after so many seconds; making the examples small may take as long again")
      ->check(seconds_between(0.05, 1e6))
      ->option_text("SECONDS");
  options->edition.add_to(*command);
  options->adapter.add_to(*command);
  command->add_option("--profile", options->profile, "as-written (default), or live for subjects that declare profiles")
      ->check(CLI::IsMember({"as-written", "live"}));
  command->add_option("--json", options->json, "Write what was found to this file, too");
  command->add_option(
      "--spec", options->data.spec,
      "Folder of the specification pages with the editions (default: those that come with this program)");
  command->callback([options, &line] { line.exit_code = compare_subjects(*options); });
}

}  // namespace conformance
