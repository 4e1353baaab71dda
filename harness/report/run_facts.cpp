#include "harness/report/run_facts.hpp"

#include <fmt/core.h>

#include <map>

#include "harness/report/counts_text.hpp"
#include "harness/subject/capabilities.hpp"

namespace conformance {
namespace {

/// "509 held, 10 native".
std::string coverage_text(GroupTallies const& tallies) {
  std::map<ClauseState, int> clauses;
  for (auto const& [level, tally] : tallies.levels) {
    for (auto const& [state, count] : tally.clauses) clauses[state] += count;
  }
  std::string text;
  for (auto const& [state, count] : clauses) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, clause_state_name(state));
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::string subject_text(RunInfo const& info) {
  return fmt::format("{} {} ({})", info.subject.name, info.subject.version, info.subject.language);
}

std::string told_group(Group group) {
  return group == Group::documents ? "the five documents" : "our own pages";
}

std::string sharpness_text(MutationScore const& score) {
  std::string text = fmt::format("{} of {} mutants dead by a vector of their clause", score.dead, score.mutants);
  for (TogetherPercent const& together : score.together)
    text +=
        fmt::format("; of {} mistakes at once{} {:.1f} % are found, {:.1f} % of the faults are right", together.at_once,
                    together.unknown ? " that are unknown" : "", together.recall, together.precision);
  if (!score.trivial.empty()) {
    std::size_t held = 0;
    for (TrivialScore const& trivial : score.trivial) held += trivial.clauses_held;
    text += fmt::format("; {} subjects that understand nothing hold {} clauses", score.trivial.size(), held);
  }
  return text;
}

std::vector<RunFact> run_facts(RunParts const& run) {
  std::vector<RunFact> facts = {
      {"implementation", subject_text(run.info)},   {"profile", std::string(profile_name(run.info.profile))},
      {"suite", std::string(suite_version())},      {"corpus", run.info.corpus_digest},
      {"command", run.info.command_line},           {"verdict", run.summary.verdict},
      {"vectors", counts_text(run.summary.vectors)}};
  if (!run.digest.empty()) facts.push_back({"JSON Lines report", run.digest});
  if (!run.info.network.empty()) facts.push_back({"network of the adapter", run.info.network});
  if (std::string const notice = version_notice(run.info.subject); !notice.empty())
    facts.push_back({"protocol", notice});
  for (auto const& [group, tallies] : run.summary.groups)
    facts.push_back({fmt::format("clauses of {}", told_group(group)), coverage_text(tallies)});
  facts.push_back({"sharpness", run.score ? sharpness_text(*run.score) : "not measured in this run"});
  return facts;
}

}  // namespace conformance
