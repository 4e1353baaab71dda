#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/files/file_target.hpp"
#include "harness/judge/report/result_texts.hpp"
#include "harness/judge/report/run_document.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace conformance {

/// Where the reports of a run go; "" for those that were not requested.
struct ReportFiles {
  std::string jsonl;  ///< written while running, by the run itself
  std::string junit;
  std::string html;
  std::string markdown;
  std::string badge;
  std::string claim;
  std::string results;  ///< a folder
  std::string results_of = "topics";
  std::string mutation_score;  ///< read, not written: what `mutants --json` measured

  /// Adds the options to a command. They must outlive the parse.
  void add_to(CLI::App& command);
};

/// Where they go, as it was before what is judged could put something else there.
struct ReportTargets {
  FileTarget jsonl;
  FileTarget junit;
  FileTarget html;
  FileTarget markdown;
  FileTarget badge;
  FileTarget claim;
  std::filesystem::path results;
  ResultsOf results_of = ResultsOf::topics;
};

/// Makes sure before anything else that the files can be written, and removes what an earlier run left there. `read`
/// are files that the command reads. Throws InputError naming the file that cannot be written, or is read as well.
[[nodiscard]] ReportTargets cleared_reports(ReportFiles const& files, std::vector<std::string> const& read = {});

/// Removes what an earlier run left in the files that a command line names for reports, for one that is wrong and thus
/// starts no run: `words` are those behind the name of the program. A file that is named twice may be read, and stays.
void clear_reports_named_in(std::vector<std::string> const& words);

/// The suite by which the run of a report was judged: its edition, with our extensions only if it judged them.
[[nodiscard]] Suite suite_of_report(DataFolders const& folders, std::filesystem::path const& report);

/// The mutation score, if one is named. Throws InputError naming the file.
[[nodiscard]] std::optional<MutationScore> score_for(ReportFiles const& files, Corpus const& corpus);

/// Writes the requested reports, but for the JSON Lines; what was judged must have ended. Throws InputError
/// naming the file.
void write_reports(ReportTargets const& targets, RunParts const& run);

}  // namespace conformance
