#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <set>

#include "harness/commands/command.hpp"
#include "harness/input_error.hpp"
#include "harness/replay/replay.hpp"
#include "harness/report/failure_text.hpp"
#include "harness/schema/schema_check.hpp"
#include "harness/subject/capabilities.hpp"
#include "harness/subject/process.hpp"
#include "harness/vectors/corpus.hpp"
#include "harness/vectors/vector_file.hpp"
#include "mock-provider/server.hpp"

namespace conformance {
namespace {

struct SmokeOptions {
  DataOptions data;
  double timeout_seconds = 10;
  std::vector<std::string> words;
};

/// What is wrong with the form of one answer, whatever its content.
std::vector<std::string> problems_of(Attempt const& attempt, Json const& protocol) {
  Json const& answered = attempt.answered;
  if (answered.contains("status"))
    return {fmt::format("{}: {}", answered["status"].get<std::string>(), answered["detail"].get<std::string>())};
  if (answered.contains("error")) return {};
  return SchemaCheck(protocol, fmt::format("/operations/{}/result", attempt.operation)).problems(answered["result"]);
}

/// One vector an operation that expects a value, so that the answer has a result to look at.
std::vector<Vector const*> one_vector_an_operation(Corpus const& corpus, Capabilities const& declared) {
  std::set<std::string> seen;
  std::vector<Vector const*> chosen;
  for (Vector const& vector : corpus.vectors) {
    if (vector.steps.size() != 1 || !vector.steps.front().expect.outcome.value || vector.provider || vector.mcp)
      continue;
    if (!due_ways(vector, declared).ways.contains(Way::direct)) continue;
    if (seen.insert(vector.steps.front().operation).second) chosen.push_back(&vector);
  }
  return chosen;
}

int smoke(SmokeOptions const& options) {
  std::string words;
  for (std::string const& word : options.words) words += (words.empty() ? "" : " ") + shell_quoted(word);
  if (words.empty()) throw InputError("name the adapter's command after --, for example: smoke -- python3 adapter.py");
  DataFolders const folders = options.data.folders();
  ClauseRegistry const registry = read_clause_registry(folders.spec);
  Corpus const corpus = read_corpus(folders.vectors);
  Json const protocol = parse_json_file(folders.schemas.read("protocol.schema.json"), "protocol.schema.json");
  ProcessOptions process;
  process.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(options.timeout_seconds * 1000));
  process.suite_version = suite_version();
  ProcessSubject subject(words, process);
  Capabilities const& capabilities = subject.capabilities();
  std::cout << fmt::format("{} {} ({}) starts and declares: {}\n", capabilities.name, capabilities.version,
                           capabilities.language, CLI::detail::join(capabilities.operations, ", "));
  if (std::string const notice = version_notice(capabilities); !notice.empty()) std::cout << "  " << notice << "\n";
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  mock.close_admin();
  ReplayContext const context{.subject = subject, .registry = registry, .profile = Profile::lenient, .mock = mock};
  std::vector<Vector const*> const chosen = one_vector_an_operation(corpus, capabilities);
  int faulty = 0;
  for (Vector const* const vector : chosen) {
    Attempt const attempt = replay_direct(*vector, context, Way::direct);
    std::vector<std::string> const problems = problems_of(attempt, protocol);
    std::cout << fmt::format("  {:<16} {}\n", attempt.operation,
                             problems.empty() ? "answers in the right form" : "answers in a wrong form");
    for (std::string const& problem : problems) std::cout << "    " << problem << "\n";
    if (!problems.empty()) std::cout << "    answered " << shown_json(attempt.answered, 1000) << "\n";
    if (!problems.empty()) ++faulty;
  }
  if (chosen.empty()) throw HarnessError("the adapter declares no operation that a vector uses, so nothing was tried");
  std::cout << fmt::format("{} operations tried, {} faulty; this is no verdict, 'run' gives one\n", chosen.size(),
                           faulty);
  return faulty == 0 ? 0 : 1;
}

}  // namespace

void add_smoke_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<SmokeOptions>();
  CLI::App* const command =
      app.add_subcommand("smoke", "Try an adapter: does it start, and have its answers the right form?");
  command->footer(
      "Exit code: 0 all in the right form, 1 some not, 3 it does not start.\nExample: prompty-conformance smoke -- "
      "python3 harness/adapters/python/split.py");
  command->add_option("command", options->words, "The adapter's command, after --");
  command->add_option("--timeout", options->timeout_seconds, "Seconds that one request may take (default 10)")
      ->check(CLI::Range(0.05, 3600.0));
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = smoke(*options); });
}

}  // namespace conformance
