#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <utility>

#include "harness/commands/adapter_options.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/edition_option.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/report/failure_text.hpp"
#include "harness/judge/run/run_faults.hpp"
#include "harness/judge/run/trial.hpp"
#include "harness/judge/subject/process.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "harness/judge/subject/subject.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "harness/judge/vectors/vector_file.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

constexpr std::size_t faults_shown = 10;
constexpr std::size_t bytes_shown = 1000;

struct SmokeOptions {
  DataOptions data;
  EditionOption edition;
  AdapterOptions adapter;
  std::vector<std::string> words;
};

bool is_faulty(TriedOperation const& tried) {
  return !tried.form_problems.empty() || !tried.missing_members.empty();
}

void print(TriedOperation const& tried) {
  std::ptrdiff_t const failed = std::count_if(tried.results.begin(), tried.results.end(),
                                              [](VectorResult const& result) { return shows_broken(result.status()); });
  std::string const vectors = failed == 0 ? "" : fmt::format(", {} of {} vectors fail", failed, tried.results.size());
  bool const is_unanswered = tried.misshapen.contains("status");
  std::cout << fmt::format("  {:<16} {}{}\n", tried.operation,
                           is_unanswered                 ? "breaks the protocol"
                           : tried.form_problems.empty() ? "answers in the right form"
                                                         : "answers in a wrong form",
                           vectors);
  // What every answer lacks is said below, in a sentence that knows the vectors.
  for (std::string const& problem : tried.missing_members.empty() ? tried.form_problems : std::vector<std::string>())
    std::cout << "    " << printable_text(problem) << "\n";
  if (tried.misshapen.contains("result"))
    std::cout << "    answered " << printable_text(shown_json(tried.misshapen, bytes_shown)) << "\n";
  for (std::string const& sentence : tried.missing_members) std::cout << "    " << printable_text(sentence) << "\n";
}

/// What a run would list under "Fix first", with the narrowest vector of each.
void print_faults(std::vector<RunFault> const& faults) {
  if (faults.empty()) return;
  std::cout << "What a run would report of this (fault, vectors that show nothing else, what is wrong, clauses; "
               "a vector for 'run --filter'):\n";
  for (std::size_t place = 0; place < std::min(faults.size(), faults_shown); ++place) {
    RunFault const& fault = faults[place];
    std::cout << printable_text(fault_line(fault)) << "\n           " << printable_text(fault.what) << "\n           "
              << (fault.own.empty() ? fault.other : fault.own).front() << "\n";
  }
  if (faults.size() > faults_shown) std::cout << fmt::format("and {} more\n", faults.size() - faults_shown);
}

int smoke(SmokeOptions const& options) {
  if (options.words.empty())
    throw InputError("name the adapter's command after --, for example: smoke -- python3 adapter.py");
  DataFolders const folders = options.data.folders();
  Suite whole_suite = read_suite(folders);
  Json const protocol = parse_json_file(folders.schemas.read("protocol.schema.json"), "protocol.schema.json");
  ProcessOptions process = options.adapter.process_options();
  process.network = options.adapter.network.network();
  process.editions = options.edition.offered(whole_suite.registry);
  ProcessSubject subject(shell_command(options.words), process);
  Secrets const secrets = options.adapter.secret_values();
  Capabilities const declared = masked(subject.capabilities(), secrets);
  std::string const edition = chosen_edition(process.editions, declared);
  Suite const suite = suite_of_edition(std::move(whole_suite), edition);
  std::cout << fmt::format("{} {} ({}) starts and declares: {}\n  tried by edition {}\n", declared.name,
                           declared.version, declared.language, CLI::detail::join(declared.operations, ", "), edition);
  if (std::string const notice = version_notice(declared); !notice.empty()) std::cout << "  " << notice << "\n";
  mock_provider::Server mock(mock_within(process.network));
  mock.close_admin();
  ReplayContext const context{
      .subject = subject, .registry = suite.registry, .profile = Profile::lenient, .mock = mock};
  std::vector<std::string> problems = unknown_declarations(declared, protocol);
  std::vector<TriedOperation> const tried = try_operations(suite.corpus, context, protocol, secrets);
  for (std::string const& problem : problems_at_once(tried, context, secrets)) problems.push_back(problem);
  for (TriedOperation const& operation : tried) print(operation);
  for (std::string const& problem : problems) std::cout << "  " << problem << "\n";
  if (tried.empty()) throw HarnessError("the adapter declares no operation that a vector uses, so nothing was tried");
  std::vector<VectorResult> results;
  for (TriedOperation const& operation : tried)
    results.insert(results.end(), operation.results.begin(), operation.results.end());
  // The reference, with which the adapter is compared, is linked in and does not reach the mock of another network.
  mock_provider::Server own_mock{mock_provider::ServerOptions{}};
  own_mock.close_admin();
  print_faults(find_faults(results, suite, mutants_of_edition(read_mutants(folders.spec), suite.registry),
                           context.profile, {.groups = {all_groups.begin(), all_groups.end()}}, own_mock));
  std::ptrdiff_t const faulty = std::count_if(tried.begin(), tried.end(), is_faulty);
  std::cout << fmt::format("{} operations tried, {} faulty; this is no verdict, 'run' gives one\n", tried.size(),
                           faulty);
  return faulty == 0 && problems.empty() ? 0 : 1;
}

}  // namespace

void add_smoke_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<SmokeOptions>();
  CLI::App* const command =
      app.add_subcommand("smoke", "Try an adapter: does it start, and what would fail in every run?");
  command->footer(
      "Exit code: 0 a run makes sense, 1 fix the adapter first, 3 it does not start. Answers that are merely wrong "
      "are shown and left to the run.\nExample: prompty-conformance smoke -- python3 harness/adapters/python/split.py");
  command->add_option("command", options->words, "The adapter's command, after --");
  options->edition.add_to(*command);
  options->adapter.add_to(*command);
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = smoke(*options); });
}

}  // namespace conformance
