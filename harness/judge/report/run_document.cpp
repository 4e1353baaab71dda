#include "harness/judge/report/run_document.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/judge/report/failure_text.hpp"
#include "harness/judge/report/json_lines.hpp"
#include "harness/judge/report/listing.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

Json tally_json(Tally const& tally) {
  return {{"total", tally.total()},
          {"held", tally.of(ClauseState::held)},
          {"broken", tally.of(ClauseState::broken)},
          {"notTestable", tally.of(ClauseState::not_testable)},
          {"notJudged", tally.not_judged()},
          {"exempt", tally.exempt()}};
}

Json group_json(Group group, GroupTallies const& tallies) {
  Json entry = {
      {"name", group_name(group)}, {"levels", Json::array()}, {"classes", Json::array()}, {"sections", Json::array()}};
  for (auto const& [level, tally] : tallies.levels)
    entry["levels"].push_back({{"name", level_name(level)}, {"tally", tally_json(tally)}});
  for (auto const& [name, judged] : judged_first(tallies.classes))
    entry["classes"].push_back({{"name", name}, {"verdict", judged.verdict}, {"tally", tally_json(judged.binding)}});
  for (auto const& [name, tally] : tallies.sections)
    entry["sections"].push_back({{"name", name}, {"tally", tally_json(tally)}});
  return entry;
}

Json places_json(std::vector<CodePlace> const& places) {
  Json entry = Json::array();
  for (CodePlace const& place : places)
    entry.push_back({{"file", place.file}, {"line", place.line}, {"comment", place.comment}, {"lines", place.lines}});
  return entry;
}

std::map<std::string, Json> mutants_by_clause(std::vector<Deviation> const& mutants) {
  std::map<std::string, Json> by_clause;
  for (Deviation const& mutant : mutants)
    by_clause[mutant.clause].push_back({{"id", mutant.id}, {"breaks", mutant.breaks}});
  return by_clause;
}

Json clause_json(ClauseCoverage const& coverage, std::map<std::string, Json> const& mutants) {
  Clause const& clause = *coverage.clause;
  Json entry = {{"id", clause.id},
                {"level", level_name(clause.level)},
                {"group", group_name(clause.group)},
                {"class", clause.conformance_class},
                {"section", clause.section},
                {"statement", clause.statement},
                {"file", clause.file},
                {"line", clause.line},
                {"state", clause_state_name(coverage.state)}};
  add_failing_vectors(entry, coverage);
  if (!clause.contested.empty()) entry["contested"] = clause.contested;
  if (clause.unobservable) entry["unobservable"] = *clause.unobservable;
  std::map<std::string, Json>::const_iterator const found = mutants.find(clause.id);
  if (found != mutants.end()) entry["mutants"] = found->second;
  return entry;
}

Json decisions_json(ClauseRegistry const& registry) {
  Json decisions = Json::object();
  for (Clause const& clause : registry.clauses()) {
    for (std::string const& id : clause.contested) {
      Decision const* const decision = registry.find_decision(id);
      if (decision == nullptr || decisions.contains(id)) continue;
      decisions[id] = {{"title", decision->title}, {"readings", decision_entry(*decision)["readings"]}};
    }
  }
  return decisions;
}

/// The vector as in its file, without what the report has beside it.
Json source_json(Vector const& vector) {
  Json source = *vector.source;
  for (char const* const member : {"id", "clauses", "why", "operation", "gating"}) source.erase(member);
  return source;
}

Json vector_json(VectorResult const& result, RunInfo const& info) {
  Vector const& vector = *result.vector;
  std::set<std::string> operations;
  for (Step const& step : vector.steps) operations.insert(step.operation);
  Json entry = {{"id", vector.id},          {"topic", vector.topic},    {"clauses", vector.clauses},
                {"why", vector.why},        {"operations", operations}, {"status", status_name(result.status())},
                {"attempts", Json::array()}};
  if (!result.gating) entry["gating"] = false;
  if (result.blame) {
    entry["faults"] = result.blame->faults;
    if (std::string const standing = standing_text(result); !standing.empty()) entry["standing"] = standing;
  }
  if (!result.unsupported_reason.empty()) entry["unsupported"] = result.unsupported_reason;
  for (Attempt const& attempt : result.attempts) {
    entry["attempts"].push_back(attempt_json(result, attempt, info));
    std::string const file = shows_broken(attempt.judgement.status) ? given_file_of(attempt) : "";
    if (!file.empty()) entry["attempts"].back()["file"] = valid_utf8(file);
  }
  entry["source"] = source_json(vector);
  return entry;
}

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

Json run_document(RunParts const& run) {
  RunInfo const& info = run.info;
  Json document = {
      {"suiteVersion", suite_version()},
      {"corpusDigest", info.corpus_digest},
      {"edition", info.edition},
      {"profile", profile_name(info.profile)},
      {"subject",
       {{"name", info.subject.name}, {"version", info.subject.version}, {"language", info.subject.language}}},
      {"protocolNotice", version_notice(info.subject)},
      {"commandLine", info.command_line},
      {"rerun", info.rerun.empty() ? info.rerun_prefix() + " --filter" : info.rerun},
      {"verdict", run.summary.verdict},
      {"exitCode", run.summary.exit_code},
      {"nonGatingFailures", run.summary.non_gating_failures},
      {"statuses", statuses_json(run.summary.vectors)},
      {"findings", Json(run.summary.findings)}};
  if (std::string const rest = not_judged_text(run.summary); !rest.empty()) document["notJudged"] = rest;
  if (!run.summary.notes.empty()) document["notes"] = run.summary.notes;
  if (!info.network.empty()) document["network"] = info.network;
  if (run.score) document["mutation"] = mutation_score_to_json(*run.score);
  document["ways"] = Json::object();
  for (auto const& [way, counts] : run.summary.ways)
    document["ways"][std::string(way_name(way))] = statuses_json(counts);
  document["groups"] = Json::array();
  for (auto const& [group, tallies] : run.summary.groups) document["groups"].push_back(group_json(group, tallies));
  std::map<std::string, Json> const mutants = mutants_by_clause(run.mutants);
  document["faults"] = Json::array();
  for (RunFault const& fault : run.summary.faults) document["faults"].push_back(fault_json(fault));
  document["clauses"] = Json::array();
  for (ClauseCoverage const& coverage : run.summary.clauses) {
    document["clauses"].push_back(clause_json(coverage, mutants));
    auto const places = run.code.find(coverage.clause->id);
    if (places != run.code.end()) document["clauses"].back()["code"] = places_json(places->second);
  }
  document["decisions"] = decisions_json(run.registry);
  document["vectors"] = Json::array();
  for (VectorResult const& result : run.results) document["vectors"].push_back(vector_json(result, info));
  return document;
}

std::vector<std::pair<std::string, JudgedClass>> judged_first(std::map<std::string, JudgedClass> const& classes) {
  std::vector<std::pair<std::string, JudgedClass>> ordered(classes.begin(), classes.end());
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](auto const& entry) { return entry.second.verdict != "not judged"; });
  return ordered;
}

std::string subject_text(RunInfo const& info) {
  return fmt::format("{} {} ({})", info.subject.name, info.subject.version, info.subject.language);
}

std::string beyond_what(Group group) {
  switch (group) {
    case Group::documents:
      return "";
    case Group::ours:
      return "beyond the documents";
    case Group::extensions:
      return "which no public text demands";
  }
  return "";
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
  std::vector<RunFact> facts = {{"implementation", subject_text(run.info)},
                                {"edition", run.info.edition},
                                {"profile", std::string(profile_name(run.info.profile))},
                                {"suite", std::string(suite_version())},
                                {"corpus", run.info.corpus_digest},
                                {"command", run.info.command_line},
                                {"verdict", run.summary.verdict},
                                {"vectors", counts_text(run.summary.vectors)}};
  if (!run.digest.empty()) facts.push_back({"JSON Lines report", run.digest});
  for (std::string const& note : run.summary.notes) facts.push_back({"note", note});
  if (!run.info.network.empty()) facts.push_back({"network of the adapter", run.info.network});
  if (std::string const notice = version_notice(run.info.subject); !notice.empty())
    facts.push_back({"protocol", notice});
  for (auto const& [group, tallies] : run.summary.groups)
    facts.push_back({fmt::format("clauses of {}", group_text(group)), coverage_text(tallies)});
  facts.push_back({"sharpness", run.score ? sharpness_text(*run.score) : "not measured in this run"});
  return facts;
}

std::string counts_text(std::map<Status, int> const& counts) {
  std::string text;
  for (auto const& [status, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, status_name(status));
  return text.empty() ? "none" : text;
}

}  // namespace conformance
