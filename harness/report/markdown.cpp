#include "harness/report/markdown.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/report/attempt_json.hpp"
#include "harness/report/counts_text.hpp"
#include "harness/report/failure_text.hpp"
#include "harness/report/run_facts.hpp"

namespace conformance {
namespace {

constexpr std::size_t cell_bytes = 600;

/// Text that stands in one cell of a table.
std::string in_cell(std::string const& text) {
  std::string cell;
  for (char const letter : text) {
    if (letter == '|') cell += '\\';
    cell += letter == '\n' ? ' ' : letter;
  }
  return cell;
}

/// Text between fences that are longer than any run of backticks in it.
std::string fenced(std::string const& text) {
  std::size_t longest = 2;
  std::size_t run = 0;
  for (char const letter : text) {
    run = letter == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  std::string const fence(longest + 1, '`');
  return fmt::format("{}\n{}\n{}\n", fence, text, fence);
}

std::string group_text(Group group, GroupTallies const& tallies) {
  std::string text = fmt::format("\n| Class, of {} | Verdict |\n|---|---|\n", told_group(group));
  for (auto const& [name, tally] : tallies.binding_by_class)
    text += fmt::format("| {} | {} |\n", name, class_verdict(tally));
  text += "\n| Level | clauses | held | broken | not judged | exempt |\n|---|--:|--:|--:|--:|--:|\n";
  for (auto const& [level, tally] : tallies.levels) {
    int const held = tally.of(ClauseState::held);
    int const broken = tally.of(ClauseState::broken);
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", level_name(level), tally.total(), held, broken,
                        tally.testable() - held - broken, tally.total() - tally.testable());
  }
  return text;
}

/// The first attempt that shows a clause broken, with its vector.
std::string shown_by(std::string const& vector_id, RunParts const& run) {
  for (VectorResult const& result : run.results) {
    if (result.vector->id != vector_id) continue;
    for (Attempt const& attempt : result.attempts) {
      if (!shows_broken(attempt.judgement.status)) continue;
      std::string text =
          fmt::format("`{}`{} ({}): {}\n\n", vector_id, attempt.rewriting ? " [" + told_way(attempt) + "]" : "",
                      result.vector->why, attempt.judgement.detail);
      if (Rare<Difference> const& found = attempt.judgement.difference) {
        text += fenced(fmt::format("at        {}\nexpected  {}\ngot       {}",
                                   found->pointer.empty() ? "the whole answer" : found->pointer,
                                   shown_json(found->expected, cell_bytes), shown_json(found->got, cell_bytes)));
      }
      if (!attempt.trace.empty()) text += fmt::format("The whole exchange: `{}`\n\n", attempt.trace);
      return text + fenced(rerun_command_of(result, attempt, run.info));
    }
  }
  return "";
}

std::string broken_text(RunParts const& run, std::size_t most_clauses) {
  std::vector<ClauseCoverage const*> broken;
  for (ClauseCoverage const& coverage : run.summary.clauses) {
    if (coverage.state == ClauseState::broken) broken.push_back(&coverage);
  }
  if (broken.empty()) return "";
  std::string text = fmt::format("\n## Broken clauses ({})\n", broken.size());
  for (std::size_t place = 0; place < std::min(broken.size(), most_clauses); ++place) {
    Clause const& clause = *broken[place]->clause;
    text += fmt::format("\n**{} {}** {}\n\n", clause.id, level_name(clause.level), clause.statement);
    text += shown_by(broken[place]->failing.front(), run);
  }
  if (broken.size() > most_clauses)
    text +=
        fmt::format("\nand {} more; the HTML and JSON Lines reports have them all.\n", broken.size() - most_clauses);
  return text;
}

std::string_view deciding_levels(GatingLevel level) {
  switch (level) {
    case GatingLevel::must:
      return "those levels";
    case GatingLevel::should:
      return "all levels but MAY";
    case GatingLevel::all:
      return "all levels";
  }
  return "";
}

/// The vectors because of which others are not testable, those that keep most back first.
std::string not_testable_text(Summary const& summary, std::size_t most_roots) {
  if (summary.not_testable == 0) return "";
  std::vector<std::pair<std::string, int>> const& roots = summary.roots;
  std::string text = fmt::format(
      "\n## Not testable ({} vectors)\n\nThey failed, and so did vectors that they need; mend these first:\n\n",
      summary.not_testable);
  for (std::size_t place = 0; place < std::min(roots.size(), most_roots); ++place)
    text += fmt::format("- `{}` keeps {} from being judged\n", roots[place].first, roots[place].second);
  if (roots.size() > most_roots) text += fmt::format("- and {} more\n", roots.size() - most_roots);
  return text;
}

}  // namespace

std::string markdown_summary(RunParts const& run, std::size_t most_clauses) {
  std::string text = fmt::format("# {}: {}\n\nProfile {}, suite {}, corpus `{}`. Vectors: {}.\n",
                                 in_cell(subject_text(run.info)), run.summary.verdict, profile_name(run.info.profile),
                                 suite_version(), run.info.corpus_digest, counts_text(run.summary.vectors));
  if (run.score) text += fmt::format("Sharpness: {}.\n", sharpness_text(*run.score));
  for (auto const& [group, tallies] : run.summary.groups) text += group_text(group, tallies);
  text += broken_text(run, most_clauses) + not_testable_text(run.summary, most_clauses);
  return text + "\nJudged by:\n\n" + fenced(run.info.command_line);
}

std::string conformance_claim(RunParts const& run) {
  std::string text = "# Conformance statement\n\n| | |\n|---|---|\n";
  for (RunFact const& fact : run_facts(run)) {
    // How to come to the same is told below.
    if (fact.name != "command") text += fmt::format("| {} | {} |\n", fact.name, in_cell(fact.value));
  }
  for (auto const& [group, tallies] : run.summary.groups) {
    text += fmt::format("\n| Class, of {} | held | of | Verdict |\n|---|--:|--:|---|\n", told_group(group));
    for (auto const& [name, tally] : tallies.binding_by_class)
      text += fmt::format("| {} | {} | {} | {} |\n", name, tally.of(ClauseState::held), tally.testable(),
                          class_verdict(tally));
  }
  return text +
         fmt::format(
             "\nThe classes count clauses of the levels MUST and MUST NOT only; the result is decided by {} of {}. To "
             "come to the same, with the suite and the corpus named above:\n\n",
             deciding_levels(run.info.deciding.level),
             run.info.deciding.groups.contains(Group::ours) ? "the five documents and our own pages"
                                                            : "the five documents") +
         fenced(run.info.command_line);
}

std::string badge_json(RunParts const& run) {
  bool const held = run.summary.exit_code == 0;
  bool const judged = held || run.summary.exit_code == 1;
  int clauses = 0;
  int held_clauses = 0;
  for (ClauseCoverage const& coverage : run.summary.clauses) {
    if (coverage.clause->group != Group::documents || !is_binding(coverage.clause->level)) continue;
    if (!coverage.clause->testable()) continue;
    ++clauses;
    if (coverage.state == ClauseState::held) ++held_clauses;
  }
  bool const whole = held && held_clauses == clauses;
  return Json{{"schemaVersion", 1},
              {"label", "prompty conformance"},
              {"message", judged ? fmt::format("{} of {} clauses", held_clauses, clauses) : "not judged"},
              {"color", !judged ? "lightgrey"
                        : whole ? "brightgreen"
                        : held  ? "yellow"
                                : "red"}}
             .dump(2) +
         "\n";
}

}  // namespace conformance
