#include "harness/commands/report_files.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/report/html.hpp"
#include "harness/report/junit.hpp"
#include "harness/report/markdown.hpp"

namespace conformance {

void ReportFiles::add_to(CLI::App& command) {
  command.add_option("--junit", junit, "Write a JUnit XML report to this file");
  command.add_option("--jsonl", jsonl, "Write a JSON Lines report to this file while running");
  command.add_option("--html", html, "Write one page for people to this file, with filters, differences and traces");
  command.add_option("--markdown", markdown, "Write a summary for a CI service to this file");
  command.add_option("--badge", badge, "Write the JSON of a badge to this file");
  command.add_option("--claim", claim, "Write a conformance statement of one page to this file");
  command.add_option("--mutation-score", mutation_score,
                     "Show in the reports how sharp the suite is, from a file that 'mutants --json' wrote");
}

void clear_reports(ReportFiles const& files, std::vector<std::string> const& read) {
  for (std::string const* const path :
       {&files.jsonl, &files.junit, &files.html, &files.markdown, &files.badge, &files.claim}) {
    if (path->empty()) continue;
    for (std::string const& other : read) {
      std::error_code ignored;
      if (std::filesystem::equivalent(*path, other, ignored))
        throw InputError(fmt::format("{} is read and would be written: name another file", *path));
    }
    clear_file(*path);
  }
}

std::optional<MutationScore> score_for(ReportFiles const& files, Corpus const& corpus) {
  if (files.mutation_score.empty()) return std::nullopt;
  return read_mutation_score(files.mutation_score, corpus.digest);
}

void write_reports(ReportFiles const& files, RunParts const& run) {
  if (!files.junit.empty()) replace_file(files.junit, junit_xml(run));
  if (!files.html.empty()) replace_file(files.html, filled_page(HtmlView::run, run_document(run)));
  if (!files.markdown.empty()) replace_file(files.markdown, markdown_summary(run));
  if (!files.badge.empty()) replace_file(files.badge, badge_json(run));
  if (!files.claim.empty()) replace_file(files.claim, conformance_claim(run));
}

}  // namespace conformance
