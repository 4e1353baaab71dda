#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "harness/report/run_document.hpp"
#include "harness/vectors/corpus.hpp"

namespace conformance {

/// Where the reports of a run go; "" for those that nobody asked for.
struct ReportFiles {
  std::string jsonl;  ///< written while running, by the run itself
  std::string junit;
  std::string html;
  std::string markdown;
  std::string badge;
  std::string claim;
  std::string mutation_score;  ///< read, not written: what `mutants --json` measured

  /// Adds the options to a command. They must outlive the parse.
  void add_to(CLI::App& command);
};

/// Makes sure before anything is judged that the files can be written, and reads the mutation score, if one is named.
/// Throws InputError naming the file.
[[nodiscard]] std::optional<MutationScore> prepare_reports(ReportFiles const& files, Corpus const& corpus);

/// Writes the reports that were asked for, but for the JSON Lines. Throws InputError naming the file.
void write_reports(ReportFiles const& files, RunParts const& run);

}  // namespace conformance
