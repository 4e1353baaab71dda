#include "harness/judge/report/markdown.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/judge/report/failure_text.hpp"
#include "harness/judge/report/run_document.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

constexpr std::size_t cell_bytes = 600;

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
  std::string text = fmt::format("\n| Class, of {} | Verdict |\n|---|---|\n", group_text(group));
  for (auto const& [name, judged] : judged_first(tallies.classes))
    text += fmt::format("| {} | {} |\n", name, judged.verdict);
  text += "\n| Level | clauses | held | broken | not testable | not judged | exempt |\n|---|--:|--:|--:|--:|--:|--:|\n";
  for (auto const& [level, tally] : tallies.levels) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", level_name(level), tally.total(),
                        tally.of(ClauseState::held), tally.of(ClauseState::broken), tally.of(ClauseState::not_testable),
                        tally.not_judged(), tally.exempt());
  }
  return text;
}

struct Share {
  int held = 0;
  int of = 0;
};

/// The binding clauses of a group that are held, of all that can be tested.
Share binding_share(Summary const& summary, Group group) {
  Share share;
  for (ClauseCoverage const& coverage : summary.clauses) {
    Clause const& clause = *coverage.clause;
    if (clause.group != group || !is_binding(clause.level) || !clause.testable()) continue;
    ++share.of;
    if (coverage.state == ClauseState::held) ++share.held;
  }
  return share;
}

std::string fault_row(RunFault const& fault) {
  std::string const seen = fault.title == fault.what ? "" : "<br>" + markdown_cell(fault.what);
  return fmt::format("| {} | {} | {}{} | {} |\n", fault.number, fault.would_pass, markdown_cell(fault.title), seen,
                     fmt::join(fault.clauses, " "));
}

/// One line per fault, the worst first; those of our own pages apart.
std::string fix_first_text(std::vector<RunFault> const& faults, std::size_t most) {
  std::string text;
  for (Group const group : all_groups) {
    std::size_t count = 0;
    for (RunFault const& fault : faults) {
      if (fault.group != group) continue;
      if (++count == 1)
        text += fmt::format(
            "\n## Fix first: faults in clauses of {}\n\n| Fault | vectors that show nothing else | What is wrong | "
            "Clauses |\n|--:|--:|---|---|\n",
            group_text(group));
      if (count <= most) text += fault_row(fault);
    }
    if (count > most)
      text += fmt::format("\nand {} more; the HTML and JSON Lines reports have them all.\n", count - most);
  }
  return text;
}

/// A fault with the narrowest vector that shows it.
std::string fault_in_full(RunFault const& fault, RunParts const& run) {
  std::string text = fmt::format("\n### Fault {}: {}\n\n", fault.number, markdown_cell(fault.title));
  if (fault.title != fault.what) text += fmt::format("Seen as {}\n\n", markdown_cell(fault.what));
  for (std::string const& id : fault.clauses) {
    if (Clause const* const clause = run.registry.find_clause(id))
      text += fmt::format("**{} {}** {}\n\n", clause->id, level_name(clause->level), clause->statement);
  }
  FaultExample const example = example_of(fault, run.results);
  if (example.result == nullptr) return text;
  Attempt const& attempt = *example.attempt;
  text += fmt::format("`{}`{} ({}): {}\n\n", example.result->vector->id,
                      attempt.variation ? " [" + way_text(attempt) + "]" : "", example.result->vector->why,
                      markdown_cell(attempt.judgement.detail));
  if (!attempt.judgement.differences.empty()) {
    Difference const& first = attempt.judgement.differences.front();
    text += fenced(fmt::format("at        {}\nexpected  {}\ngot       {}",
                               first.pointer.empty() ? "the whole answer" : first.pointer,
                               shown_json(first.expected, cell_bytes), shown_json(first.got, cell_bytes)));
  }
  if (std::string const file = given_file_of(attempt); !file.empty())
    text += "The file:\n\n" + fenced(shortened_text(valid_utf8(file), cell_bytes));
  if (!attempt.trace.empty()) text += fmt::format("The whole exchange: `{}`\n\n", attempt.trace);
  return text + fenced(rerun_command_of(*example.result, attempt, run.info));
}

std::string fault_chapters(RunParts const& run, std::size_t most) {
  if (run.summary.faults.empty()) return "";
  std::string text = "\n## The faults\n";
  for (std::size_t place = 0; place < std::min(run.summary.faults.size(), most); ++place)
    text += fault_in_full(run.summary.faults[place], run);
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

}  // namespace

std::string markdown_cell(std::string const& text) {
  constexpr std::string_view markup = "\\|`<>[]*_";
  std::string cell;
  for (char const letter : text) {
    if (markup.find(letter) != std::string_view::npos) cell += '\\';
    cell += letter == '\n' ? ' ' : letter;
  }
  return cell;
}

std::string markdown_summary(RunParts const& run, std::size_t most_faults) {
  std::string text = fmt::format("# {}: {}\n\nEdition {}, profile {}, suite {}, corpus `{}`. Vectors: {}.\n",
                                 markdown_cell(subject_text(run.info)), markdown_cell(run.summary.verdict),
                                 markdown_cell(run.info.edition), profile_name(run.info.profile), suite_version(),
                                 run.info.corpus_digest, counts_text(run.summary.vectors));
  if (std::string const rest = not_judged_text(run.summary); !rest.empty())
    text += fmt::format("\n**{}**\n\n", markdown_cell(rest));
  if (run.score) text += fmt::format("Sharpness: {}.\n", sharpness_text(*run.score));
  if (std::string const notice = version_notice(run.info.subject); !notice.empty())
    text += fmt::format("Note: {}.\n", notice);
  for (std::string const& note : run.summary.notes) text += fmt::format("\nNote: {}\n", markdown_cell(note));
  text += fix_first_text(run.summary.faults, most_faults);
  for (auto const& [group, tallies] : run.summary.groups) text += group_text(group, tallies);
  text += fault_chapters(run, most_faults);
  text += "\nJudged by:\n\n" + fenced(run.info.command_line);
  if (!run.info.network.empty()) text += fmt::format("\nThe adapter's network: {}.\n", markdown_cell(run.info.network));
  return printable_text(text);
}

std::string conformance_claim(RunParts const& run) {
  if (!run.summary.is_whole())
    return fmt::format(
        "# No conformance statement\n\nOnly {} of {} vectors were played, and a class is judged by all of its vectors: "
        "{}.\n",
        run.summary.with_result, run.summary.in_corpus, markdown_cell(run.summary.verdict));
  std::string text = "# Conformance statement\n\n| | |\n|---|---|\n";
  for (RunFact const& fact : run_facts(run)) {
    // It stands below.
    if (fact.name != "command") text += fmt::format("| {} | {} |\n", fact.name, markdown_cell(fact.value));
  }
  for (auto const& [group, tallies] : run.summary.groups) {
    text += fmt::format("\n| Class, of {} | held | of | Verdict |\n|---|--:|--:|---|\n", group_text(group));
    for (auto const& [name, judged] : tallies.classes)
      text += fmt::format("| {} | {} | {} | {} |\n", name, judged.binding.of(ClauseState::held),
                          judged.binding.testable(), judged.verdict);
  }
  std::vector<std::string> deciding;
  for (Group const group : run.info.deciding.groups) deciding.emplace_back(group_text(group));
  text += fmt::format(
      "\nThe classes count clauses of the levels MUST and MUST NOT only; the result is decided by {} of {}. To "
      "come to the same, with the suite and the corpus named above:\n\n",
      deciding_levels(run.info.deciding.level), fmt::join(deciding, " and "));
  return printable_text(text + fenced(run.info.command_line));
}

std::string badge_json(RunParts const& run) {
  bool const held = run.summary.exit_code == 0;
  bool const judged = run.summary.is_whole() && (held || run.summary.exit_code == 1);
  Share const documents = binding_share(run.summary, Group::documents);
  std::string message = fmt::format("{} of {} clauses", documents.held, documents.of);
  bool whole = held && documents.held == documents.of;
  for (Group const group : run.info.deciding.groups) {
    if (group == Group::documents) continue;
    Share const share = binding_share(run.summary, group);
    message += fmt::format(", {} of {} {}", share.held, share.of, group_name(group));
    whole = whole && share.held == share.of;
  }
  Json badge = {{"schemaVersion", 1},
                {"label", "prompty conformance"},
                {"message", judged ? message : "not judged"},
                {"color", !judged ? "lightgrey"
                          : whole ? "brightgreen"
                          : held  ? "yellow"
                                  : "red"}};
  if (!run.digest.empty()) badge["reportDigest"] = run.digest;
  return badge.dump(2) + "\n";
}

}  // namespace conformance
