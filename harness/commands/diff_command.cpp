#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "harness/commands/command.hpp"
#include "harness/report/changes.hpp"

namespace conformance {
namespace {

struct DiffOptions {
  std::string before;
  std::string after;
};

void show(std::string_view title, std::vector<Change> const& changes) {
  if (changes.empty()) return;
  std::cout << fmt::format("\n{} ({})\n", title, changes.size());
  for (Change const& change : changes) {
    std::cout << fmt::format("  {:<60} {} -> {}\n", change.id, change.before.empty() ? "not there" : change.before,
                             change.after.empty() ? "gone" : change.after);
  }
}

void show(std::string const& what, Changes const& changes) {
  show(what + " that got worse", changes.worse);
  show(what + " that got better", changes.better);
  show(what + " that came out otherwise", changes.other);
}

int diff(DiffOptions const& options) {
  RecordedVerdicts const before = read_recorded_verdicts(options.before);
  RecordedVerdicts const after = read_recorded_verdicts(options.after);
  std::cout << fmt::format("before  {} in the profile {}: {}\nafter   {} in the profile {}: {}\n", before.subject,
                           before.profile, before.verdict, after.subject, after.profile, after.verdict);
  if (before.corpus_digest != after.corpus_digest)
    std::cout << fmt::format("The vectors are not the same: {} before, {} after.\n", before.corpus_digest.substr(0, 19),
                             after.corpus_digest.substr(0, 19));
  if (before.profile != after.profile) std::cout << "The profiles are not the same, and accept different readings.\n";
  Changes const clauses = changed_clauses(before, after);
  Changes const vectors = changed_vectors(before, after);
  show("Clauses", clauses);
  show("Vectors", vectors);
  std::size_t const worse = clauses.worse.size() + vectors.worse.size();
  std::cout << fmt::format("\n{} clauses and {} vectors worse, {} clauses and {} vectors better\n",
                           clauses.worse.size(), vectors.worse.size(), clauses.better.size(), vectors.better.size());
  return worse == 0 ? 0 : 1;
}

}  // namespace

void add_diff_command(CLI::App& app, CommandLine& line) {
  auto const options = std::make_shared<DiffOptions>();
  CLI::App* const command = app.add_subcommand("diff", "Show what got better and what got worse between two runs");
  command->footer(
      "Exit code: 0 when nothing got worse, else 1; what held and is judged no more is worse.\n"
      "Example: prompty-conformance diff yesterday.jsonl today.jsonl");
  command->add_option("before", options->before, "JSON Lines report of the earlier run")->required();
  command->add_option("after", options->after, "JSON Lines report of the later run")->required();
  command->callback([options, &line] { line.exit_code = diff(*options); });
}

}  // namespace conformance
