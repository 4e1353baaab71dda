#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/files/file_target.hpp"
#include "harness/judge/report/mutation_score.hpp"
#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/summary.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// How a vector came out in one way, as reports have it: way, status and reading, and how its input was rewritten and
/// where its trace is, if so; of all but an unquestioned pass the HTTP exchanges; of what did not pass also what was
/// sent, answered and expected, and the command that reruns it.
[[nodiscard]] Json attempt_json(VectorResult const& result, Attempt const& attempt, RunInfo const& info);

/// A fault as reports show it.
[[nodiscard]] Json fault_json(RunFault const& fault);

/// Numbers by the names of the statuses.
[[nodiscard]] Json statuses_json(std::map<Status, int> const& counts);

/// Adds to the entry of a clause which vectors and faults speak against it, as far as there are some.
void add_failing_vectors(Json& clause, ClauseCoverage const& coverage);

/// The digest of the lines of a report up to `line`, given that of those before it ("" for the first). It is about what
/// they say, not how that is written: other line ends or blanks leave it as it is.
[[nodiscard]] std::string digest_of_lines(std::string const& before, Json const& line);

/// The version of the report format (vectors/schema/report.schema.json).
inline constexpr int report_version = 2;

/// One JSON object a line, written while running: {"type":"run"}, then {"type":"attempt"} or {"type":"unsupported"}
/// lines, then {"type":"summary"}. Each line is flushed, so that a kill loses nothing that was judged. What was judged
/// could reach the file meanwhile, so that the whole is written anew at the end.
class JsonLinesReport {
 public:
  /// With an empty path nothing is written, and there is a digest all the same. Throws InputError when the file cannot
  /// be written.
  JsonLinesReport(FileTarget target, RunInfo const& info);
  JsonLinesReport(std::filesystem::path const& path, RunInfo const& info) : JsonLinesReport(file_target(path), info) {}
  void add(VectorResult const& result);
  /// To be called when what was judged has ended. `score` is how sharp the suite is, when that was measured. Throws
  /// InputError when a line could not be written, this one or an earlier one.
  void end(Summary const& summary, std::vector<VectorResult> const& results,
           std::optional<MutationScore> const& score = std::nullopt);
  /// "sha256:…" of all lines until now.
  [[nodiscard]] std::string digest() const;

 private:
  void write(Json const& line);
  FileTarget const target_;
  OpenFile file_;
  std::string text_;
  std::string lines_digest_;  ///< `digest_of_lines` until now
  RunInfo const& info_;
};

}  // namespace conformance
