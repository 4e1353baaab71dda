#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/commands/command.hpp"
#include "harness/input_error.hpp"
#include "harness/report/failure_text.hpp"
#include "harness/report/recorded_run.hpp"
#include "harness/report/report_lines.hpp"
#include "harness/subject/readable_text.hpp"
#include "harness/vectors/suite.hpp"

namespace conformance {
namespace {

constexpr int broken = 1;
constexpr int nothing_judged = 3;

struct VerdictOptions {
  DataOptions data;
  std::string report;
  std::string vector;
};

/// What the lines about one vector say, without a look at the vector itself.
struct ToldVerdict {
  Status status = Status::pass;
  std::vector<std::string> ways;
  std::string detail;  ///< why it was not judged, or how it failed as known
};

void take_line(Json const& line, std::string const& id, std::optional<ToldVerdict>& told) {
  if (line.value("id", "") != id) return;
  std::optional<Status> const status = status_named(line.value("status", line.at("type").get<std::string>()));
  if (!status) throw InputError(fmt::format("the report tells of {} what means nothing to this program", id));
  if (!told) told.emplace();
  told->status = worse(told->status, *status);
  if (line.contains("way")) told->ways.push_back(shown_name(line.at("way").get<std::string>()));
  if (told->detail.empty()) told->detail = line.value("detail", "");
}

ToldVerdict told_verdict(VerdictOptions const& options) {
  std::optional<ToldVerdict> told;
  read_report_lines_with(options.report, Json(options.vector).dump(),
                         [&](Json const& line) { take_line(line, options.vector, told); });
  if (told) return *told;
  throw HarnessError(
      fmt::format("{} tells nothing of a vector {}: 'prompty-conformance list' shows their ids; --filter, --shard or "
                  "a run cut short may have left it out",
                  options.report, options.vector));
}

/// Prints each attempt that went wrong, as `run` does. Only this needs vectors and pages, which take time to read.
int explain_failure(VerdictOptions const& options) {
  Suite const suite = read_suite(options.data.folders());
  RecordedRun const run = read_recorded_run(options.report, suite.corpus, suite.registry);
  auto const found = std::find_if(run.results.begin(), run.results.end(),
                                  [&](VectorResult const& one) { return one.vector->id == options.vector; });
  if (found == run.results.end())
    throw InputError(
        fmt::format("{} tells how {} came out, but not how it was played", options.report, options.vector));
  VectorResult const& result = *found;
  bool const counts = decides(result, run.info.deciding) && !result.holds_but_for_faults();
  if (!counts) std::cout << "does not count: ";
  for (Attempt const& attempt : result.attempts) {
    Status const status = attempt.judgement.status;
    if (is_failure(status) || status == Status::error)
      std::cout << printable_text(failure_text(result, attempt, suite.registry, run.info)) << "\n";
  }
  if (result.status() == Status::error) return nothing_judged;
  return counts ? broken : 0;
}

/// What the report says of the whole run.
int verdict_of_run(VerdictOptions const& options) {
  RecordedVerdicts const told = read_recorded_verdicts(options.report);
  std::cout << fmt::format("{} in the profile {}: {}\n", told.subject, told.profile, printable_text(told.verdict));
  return told.exit_code;
}

int verdict(VerdictOptions const& options) {
  if (options.vector.empty()) return verdict_of_run(options);
  ToldVerdict const told = told_verdict(options);
  switch (told.status) {
    case Status::pass:
      std::cout << fmt::format("pass {} [{}]\n", options.vector, CLI::detail::join(told.ways, ", "));
      return 0;
    case Status::known_failure:
      std::cout << fmt::format("known-failure {}: {}\n", options.vector, printable_text(told.detail));
      return 0;
    case Status::unsupported:
      std::cout << fmt::format("unsupported {}: {}\n", options.vector, printable_text(told.detail));
      return nothing_judged;
    case Status::fail:
    case Status::error:
    case Status::crash:
    case Status::timeout:
    case Status::unexpected_pass:
    case Status::flaky:
      break;
  }
  return explain_failure(options);
}

}  // namespace

void add_verdict_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<VerdictOptions>();
  CLI::App* const command = app.add_subcommand("verdict", "Print the result of one vector, or of a whole run");
  command->footer(
      "Exit code: 0 held, or failed in a way that does not decide; 1 failed; 3 not judged. Without a vector, that of "
      "the "
      "run.\n"
      "Example: prompty-conformance verdict run.jsonl load/frontmatter/structure/plus-signs-delimit");
  command->add_option("report", options->report, "JSON Lines report of the run")->required();
  command->add_option("vector", options->vector,
                      "The id of the vector; without one, the verdict of the run is printed");
  options->data.add_to(*command);
  command->callback([options, &line] { line.exit_code = verdict(*options); });
}

}  // namespace conformance
