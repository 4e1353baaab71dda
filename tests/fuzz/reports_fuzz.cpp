#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/support/bundle.hpp"
#include "fuzz/support/demand.hpp"
#include "fuzz/support/json_mutator.hpp"
#include "fuzz/support/report_checks.hpp"
#include "fuzz/support/sample_suite.hpp"
#include "harness/judge/files/input_error.hpp"
#include "harness/judge/report/mutation_score.hpp"
#include "harness/judge/report/recorded_run.hpp"
#include "harness/judge/report/run_comparison.hpp"
#include "harness/judge/report/run_document.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace conformance;
using prompty_fuzz::demand;
using prompty_fuzz::demand_printable;

void check_run(std::string const& path) {
  try {
    RecordedRun const run = read_recorded_run(path, prompty_fuzz::sample_corpus(), prompty_fuzz::sample_registry());
    demand(run.played == run.results.size());
    prompty_fuzz::check_reports(run.results, run.info);
  } catch (InputError const&) {
    return;
  }
}

void check_verdicts(std::string const& path) {
  try {
    RecordedVerdicts const verdicts = read_recorded_verdicts(path);
    demand_printable(verdicts.corpus_digest);
    for (auto const& [id, status] : verdicts.vectors) demand_printable(id);
    Changes const none = changed_vectors(verdicts, verdicts);
    demand(none.worse.empty() && none.better.empty() && none.other.empty());
    Matrix const matrix = make_matrix({verdicts, verdicts}, prompty_fuzz::sample_registry());
    demand_printable(matrix_text(matrix));
    demand_printable(matrix_markdown(matrix));
  } catch (InputError const&) {
    return;
  }
}

void check_score(std::string const& path) {
  try {
    MutationScore const score = read_mutation_score(path, prompty_fuzz::sample_corpus().digest);
    demand_printable(sharpness_text(score));
    demand(mutation_score_to_json(score).is_object());
  } catch (InputError const&) {
    return;
  }
}

}  // namespace

std::string_view prompty_fuzz::words() {
  return "type run attempt unsupported fault summary reportVersion corpusDigest sha256:fuzzed profile lenient subject "
         "name version language protocolVersion commandLine deciding level must groups ours requiredClasses "
         "subjectOption moreOptions selected network id sample/value sample/error sample/stream sample/readings "
         "sample/order sample/ours way direct http transform crlf of cuts status pass fail crash flaky known-failure "
         "detail reading differences pointer kind missing message expected got inside operation sent answered stderr "
         "http headers body findings rule number own other notTestable heldButForFaults openBesideFaults exitCode "
         "verdict clauses state "
         "held broken P1.1-01 mutants dead together trivial";
}

// A report written by hand, behind "%% run" or as the whole of the input, and a file that says how sharp the suite
// is, behind "%% score". Each is read or refused with an InputError; what is read makes reports that steer no terminal
// and break no format.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static prompty_tests::TemporaryFolder const folder;
  std::string const input(data, data + size);
  std::vector<prompty_fuzz::Part> parts = prompty_fuzz::parts_of(input);
  if (parts.empty()) parts = {{.name = "run", .text = input}};
  for (prompty_fuzz::Part const& part : parts) {
    std::string const path = folder.write("file", part.text);
    if (part.name == "score") check_score(path);
    if (part.name != "run") continue;
    check_run(path);
    check_verdicts(path);
  }
  return 0;
}
