#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/summary.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// Hands over each line of a JSON Lines report. A last line that was cut short, as a kill leaves it, is passed over.
/// Throws InputError with path and line for what is no such report: the first line has to be a `run` of the version
/// that this program writes, and each line an object with a `type`, no deeper and larger than a run makes them; what
/// `take` throws of JSON becomes one as well. Of the lines behind the first only those are parsed in which `wanted`
/// stands; when it is empty, and all are, also for a report that contradicts itself (ReportCheck).
void read_report_lines_with(std::filesystem::path const& path, std::string_view wanted,
                            std::function<void(Json const& line)> const& take);

/// A run as its JSON Lines report tells it, whole or up to where it was cut short.
struct RecordedRun {
  std::filesystem::path path;
  RunInfo info;
  std::vector<VectorResult> results;  ///< in the order of the report; their vectors are those of the corpus
  std::size_t played = 0;             ///< how many of its vectors the report holds
  std::vector<std::string> notes = {};
};

/// By what a run was judged.
struct RecordedScope {
  std::string edition;  ///< of the specification
  std::set<Group> groups;

  bool operator==(RecordedScope const&) const = default;
};

/// What the report of a run says of that. Throws InputError for a file that is no report.
[[nodiscard]] RecordedScope recorded_scope(std::filesystem::path const& path);

/// Reads a report about these vectors. What a passed attempt sent and answered is not in a report and hence empty.
/// Throws InputError (path and line) for a file that is no such report or is about other vectors, and for a vector that
/// is in it twice.
[[nodiscard]] RecordedRun read_recorded_run(std::filesystem::path const& path, Corpus const& corpus,
                                            ClauseRegistry const& registry);

/// What a report says in the end, whatever vectors it is about.
struct RecordedVerdicts {
  std::filesystem::path path;
  std::string subject;  ///< name and version
  std::string corpus_digest;
  std::string profile;
  std::string edition = first_edition;
  std::string verdict;
  int exit_code = 0;
  std::map<std::string, ClauseState> clauses;
  std::map<std::string, Status> vectors;  ///< the worst status of each that was selected
  std::set<std::string>
      held_but_for_faults;  ///< those that failed by faults of other clauses only, away from their own
};

/// Throws InputError (path and line) for a file that is no whole report.
[[nodiscard]] RecordedVerdicts read_recorded_verdicts(std::filesystem::path const& path);

}  // namespace conformance
