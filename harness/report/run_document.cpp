#include "harness/report/run_document.hpp"

#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "harness/report/attempt_json.hpp"
#include "harness/report/fault_text.hpp"
#include "harness/subject/capabilities.hpp"

namespace conformance {
namespace {

Json statuses_json(std::map<Status, int> const& counts) {
  Json statuses = Json::object();
  for (auto const& [status, count] : counts) statuses[std::string(status_name(status))] = count;
  return statuses;
}

Json tally_json(Tally const& tally) {
  int const held = tally.of(ClauseState::held);
  int const broken = tally.of(ClauseState::broken);
  return {{"total", tally.total()},
          {"held", held},
          {"broken", broken},
          {"notJudged", tally.testable() - held - broken},
          {"exempt", tally.total() - tally.testable()}};
}

Json group_json(Group group, GroupTallies const& tallies) {
  Json told = {
      {"name", group_name(group)}, {"levels", Json::array()}, {"classes", Json::array()}, {"sections", Json::array()}};
  for (auto const& [level, tally] : tallies.levels)
    told["levels"].push_back({{"name", level_name(level)}, {"tally", tally_json(tally)}});
  for (auto const& [name, judged] : tallies.classes)
    told["classes"].push_back({{"name", name}, {"verdict", judged.verdict}, {"tally", tally_json(judged.binding)}});
  for (auto const& [name, tally] : tallies.sections)
    told["sections"].push_back({{"name", name}, {"tally", tally_json(tally)}});
  return told;
}

Json places_json(std::vector<CodePlace> const& places) {
  Json told = Json::array();
  for (CodePlace const& place : places)
    told.push_back({{"file", place.file}, {"line", place.line}, {"comment", place.comment}, {"lines", place.lines}});
  return told;
}

std::map<std::string, Json> mutants_by_clause(std::vector<Mutant> const& mutants) {
  std::map<std::string, Json> by_clause;
  for (Mutant const& mutant : mutants)
    by_clause[mutant.clause].push_back({{"id", mutant.id}, {"breaks", mutant.breaks}});
  return by_clause;
}

Json clause_json(ClauseCoverage const& coverage, std::map<std::string, Json> const& mutants) {
  Clause const& clause = *coverage.clause;
  Json told = {{"id", clause.id},
               {"level", level_name(clause.level)},
               {"group", group_name(clause.group)},
               {"class", clause.conformance_class},
               {"section", clause.section},
               {"statement", clause.statement},
               {"file", clause.file},
               {"line", clause.line},
               {"state", clause_state_name(coverage.state)}};
  if (!coverage.failing.empty()) told["failing"] = coverage.failing;
  if (!coverage.not_testable.empty()) told["notTestable"] = coverage.not_testable;
  if (!coverage.faults.empty()) told["faults"] = coverage.faults;
  if (!clause.contested.empty()) told["contested"] = clause.contested;
  if (!clause.awaits.empty()) told["awaits"] = clause.awaits;
  if (clause.unobservable) told["unobservable"] = *clause.unobservable;
  std::map<std::string, Json>::const_iterator const found = mutants.find(clause.id);
  if (found != mutants.end()) told["mutants"] = found->second;
  return told;
}

Json decisions_json(ClauseRegistry const& registry) {
  Json decisions = Json::object();
  for (Clause const& clause : registry.clauses()) {
    for (std::string const& id : clause.contested) {
      Decision const* const decision = registry.find_decision(id);
      if (decision == nullptr || decisions.contains(id)) continue;
      Json readings = Json::array();
      for (Reading const& reading : decision->readings)
        readings.push_back({{"name", reading.name}, {"profiles", reading.profiles}, {"text", reading.text}});
      decisions[id] = {{"title", decision->title}, {"readings", std::move(readings)}};
    }
  }
  return decisions;
}

/// The vector as in its file, without what the report has beside it.
Json source_json(Vector const& vector) {
  Json source = vector.source;
  for (char const* const told : {"id", "clauses", "why", "operation", "gating"}) source.erase(told);
  return source;
}

Json vector_json(VectorResult const& result, RunInfo const& info) {
  Vector const& vector = *result.vector;
  std::set<std::string> operations;
  for (Step const& step : vector.steps) operations.insert(step.operation);
  Json told = {{"id", vector.id},          {"topic", vector.topic},    {"clauses", vector.clauses},
               {"why", vector.why},        {"operations", operations}, {"status", status_name(result.status())},
               {"attempts", Json::array()}};
  if (!result.gating) told["gating"] = false;
  if (result.blame) {
    told["faults"] = result.blame->faults;
    if (std::string const standing = standing_text(result); !standing.empty()) told["standing"] = standing;
  }
  if (!result.unsupported_reason.empty()) told["unsupported"] = result.unsupported_reason;
  for (Attempt const& attempt : result.attempts) told["attempts"].push_back(attempt_json(result, attempt, info));
  told["source"] = source_json(vector);
  return told;
}

}  // namespace

Json run_document(RunParts const& run) {
  RunInfo const& info = run.info;
  Json document = {
      {"suiteVersion", suite_version()},
      {"corpusDigest", info.corpus_digest},
      {"profile", profile_name(info.profile)},
      {"subject",
       {{"name", info.subject.name}, {"version", info.subject.version}, {"language", info.subject.language}}},
      {"protocolNotice", version_notice(info.subject)},
      {"commandLine", info.command_line},
      {"rerun", info.rerun_prefix()},
      {"verdict", run.summary.verdict},
      {"exitCode", run.summary.exit_code},
      {"nonGatingFailures", run.summary.non_gating_failures},
      {"statuses", statuses_json(run.summary.vectors)},
      {"findings", Json(run.summary.findings)}};
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

}  // namespace conformance
