#include "harness/commands/report_files.hpp"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/report/html.hpp"
#include "harness/judge/report/junit.hpp"
#include "harness/judge/report/markdown.hpp"
#include "harness/judge/report/recorded_run.hpp"

namespace conformance {
namespace {

constexpr std::array<std::string_view, 6> report_options = {"--junit",    "--jsonl", "--html",
                                                            "--markdown", "--badge", "--claim"};

/// The path of the report that the words from `place` on name; "" when it is none.
std::string report_named_at(std::vector<std::string> const& words, std::size_t place) {
  std::string const& word = words[place];
  for (std::string_view const option : report_options) {
    if (word == option) return place + 1 < words.size() ? words[place + 1] : "";
    if (word.starts_with(option) && word[option.size()] == '=') return word.substr(option.size() + 1);
  }
  return "";
}

std::ptrdiff_t words_for(std::string const& path, std::vector<std::string> const& words) {
  return std::count_if(words.begin(), words.end(), [&](std::string const& word) {
    std::error_code ignored;
    return std::filesystem::equivalent(word, path, ignored) || word.ends_with("=" + path);
  });
}

}  // namespace

void ReportFiles::add_to(CLI::App& command) {
  command.add_option("--junit", junit, "Write a JUnit XML report to this file");
  command.add_option("--jsonl", jsonl, "Write a JSON Lines report to this file while running");
  command.add_option("--html", html, "Write one page for people to this file, with filters, differences and traces");
  command.add_option("--markdown", markdown, "Write a summary for a CI service to this file");
  command.add_option("--badge", badge, "Write the JSON of a badge to this file");
  command.add_option("--claim", claim, "Write a conformance statement of one page to this file");
  command.add_option("--results", results,
                     "Write how each topic came out as a text TOPIC.txt into this folder, for other test runners");
  command.add_option("--results-of", results_of, "topics (default), or vectors: a text TOPIC/ID.txt of each as well")
      ->check(CLI::IsMember({"topics", "vectors"}))
      ->option_text("{topics,vectors}");
  command.add_option("--mutation-score", mutation_score,
                     "Show in the reports how sharp the suite is, from a file that 'mutants --json' wrote");
}

ReportTargets cleared_reports(ReportFiles const& files, std::vector<std::string> const& read) {
  auto const cleared = [&read](std::string const& path) {
    if (path.empty()) return FileTarget{};
    for (std::string const& other : read) {
      std::error_code ignored;
      if (std::filesystem::equivalent(path, other, ignored))
        throw InputError(fmt::format("{} is read and would be written: name another file", path));
    }
    return cleared_file(path);
  };
  if (!files.results.empty()) clear_results(files.results);
  return {.jsonl = cleared(files.jsonl),
          .junit = cleared(files.junit),
          .html = cleared(files.html),
          .markdown = cleared(files.markdown),
          .badge = cleared(files.badge),
          .claim = cleared(files.claim),
          .results = files.results,
          .results_of = files.results_of == "vectors" ? ResultsOf::vectors : ResultsOf::topics};
}

void clear_reports_named_in(std::vector<std::string> const& words) {
  if (words.empty() || (words.front() != "run" && words.front() != "merge")) return;
  for (std::size_t place = 1; place < words.size(); ++place) {
    std::string const path = report_named_at(words, place);
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored) && words_for(path, words) == 1)
      static_cast<void>(cleared_file(path));
  }
}

Suite suite_of_report(DataFolders const& folders, std::filesystem::path const& report) {
  RecordedScope const scope = recorded_scope(report);
  Suite suite = suite_of_edition(read_suite(folders), scope.edition);
  return scope.groups.contains(Group::extensions) ? suite : without_extensions(std::move(suite));
}

std::optional<MutationScore> score_for(ReportFiles const& files, Corpus const& corpus) {
  if (files.mutation_score.empty()) return std::nullopt;
  return read_mutation_score(files.mutation_score, corpus.digest);
}

void write_reports(ReportTargets const& targets, RunParts const& run) {
  auto const write = [&run](FileTarget const& target, auto const& made) {
    if (!target.named.empty()) replace_file(target, made(run));
  };
  write(targets.junit, junit_xml);
  write(targets.html, [](RunParts const& parts) { return filled_page(HtmlView::run, run_document(parts)); });
  write(targets.markdown, [](RunParts const& parts) { return markdown_summary(parts); });
  write(targets.badge, badge_json);
  write(targets.claim, conformance_claim);
  if (!targets.results.empty()) write_results(targets.results, run, targets.results_of);
}

}  // namespace conformance
