#include "fuzz/support/report_checks.hpp"

#include <re2/re2.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>
#include <string>

#include "fuzz/support/demand.hpp"
#include "fuzz/support/sample_suite.hpp"
#include "harness/judge/report/json_lines.hpp"
#include "harness/judge/report/junit.hpp"
#include "harness/judge/report/markdown.hpp"
#include "harness/judge/report/recorded_run.hpp"
#include "harness/judge/report/terminal.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "support/temporary_folder.hpp"

namespace prompty_fuzz {
namespace {

using namespace conformance;

/// What XML 1.0 allows, which its reader here does not look at.
void demand_xml(std::string const& xml) {
  static RE2 const forbidden(
      R"([\x00-\x08\x0B\x0C\x0E-\x1F\x{FFFE}\x{FFFF}]|&#0*(?:[0-8]|11|12|1[4-9]|2[0-9]|30|31);)");
  demand(valid_utf8(xml) == xml && !RE2::PartialMatch(xml, forbidden));
  pugi::xml_document document;
  demand(document.load_string(xml.c_str()));
}

/// A fault for each result that shows one, as a diagnosis would find without knowing any mistake.
std::vector<RunFault> faults_of(std::vector<VectorResult>& results) {
  std::vector<RunFault> faults;
  for (VectorResult& result : results) {
    if (!shows_broken(result.status())) continue;
    Attempt const& attempt = result.attempts.front();
    std::vector<Difference> const& differences = attempt.judgement.differences;
    RunFault fault{.number = faults.size() + 1,
                   .what = attempt.operation + (differences.empty() ? "" : " " + differences.front().pointer),
                   .clauses = result.vector->clauses,
                   .decides = true,
                   .own = {result.vector->id},
                   .would_pass = 1};
    for (Difference const& difference : differences) fault.besides.push_back(difference.message);
    faults.push_back(std::move(fault));
    if (result.blame)
      result.blame->decides = true;
    else
      result.blame = Blame{.standing = Standing::own, .clauses = {}, .faults = {faults.size()}, .decides = true};
  }
  return faults;
}

std::string terminal_text(std::vector<VectorResult> const& results, Summary const& summary, RunInfo const& info) {
  std::vector<Vector const*> vectors;
  for (VectorResult const& result : results) vectors.push_back(result.vector);
  std::ostringstream text;
  TerminalReport report(text, {}, sample_registry(), info, vectors);
  report.begin();
  for (VectorResult const& result : results) report.add(result);
  report.end(summary, results);
  return text.str();
}

void check_json_lines(std::vector<VectorResult> const& results, Summary const& summary, RunInfo const& info) {
  static prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.path() + "/run.jsonl";
  JsonLinesReport report(path, info);
  for (VectorResult const& result : results) report.add(result);
  report.end(summary, results);
  RecordedRun const run = read_recorded_run(path, sample_corpus(), sample_registry());
  demand(run.results.size() == results.size());
  for (std::size_t place = 0; place < results.size(); ++place)
    demand(run.results[place].status() == results[place].status());
  demand(read_recorded_verdicts(path).exit_code == summary.exit_code);
}

}  // namespace

void demand_printable(std::string const& text) {
  demand(printable_text(text) == text);
}

void check_reports(std::vector<VectorResult> results, RunInfo const& info) {
  std::vector<RunFault> const faults = faults_of(results);
  Summary const summary = summarize(results, sample_corpus(), sample_registry(), info.deciding, faults);
  demand_printable(terminal_text(results, summary, info));
  std::vector<Deviation> const no_mutants;
  RunParts const parts{
      .results = results, .summary = summary, .registry = sample_registry(), .info = info, .mutants = no_mutants};
  demand_printable(markdown_summary(parts));
  demand_printable(conformance_claim(parts));
  demand(Json::parse(badge_json(parts)).is_object());
  demand_xml(junit_xml(parts));
  demand(run_document(parts).at("vectors").size() == results.size());
  check_json_lines(results, summary, info);
}

}  // namespace prompty_fuzz
