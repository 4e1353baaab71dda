#include "harness/judge/report/json_lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/failure_text.hpp"

namespace conformance {
namespace {

/// Whether the mock had something to say about a request, which a passed vector must show as well.
bool is_questioned(Attempt const& attempt) {
  return std::any_of(attempt.exchanges.begin(), attempt.exchanges.end(),
                     [](HttpExchange const& exchange) { return !exchange.findings.empty(); });
}

Json differences_json(std::vector<Difference> const& differences) {
  Json list = Json::array();
  for (Difference const& difference : differences) {
    Json entry = {{"pointer", difference.pointer},
                  {"kind", difference_kind_name(difference.kind)},
                  {"message", difference.message},
                  {"expected", difference.expected},
                  {"got", difference.got}};
    if (!difference.inside.empty()) entry["inside"] = difference.inside;
    list.push_back(std::move(entry));
  }
  return list;
}

Json attempt_line(VectorResult const& result, Attempt const& attempt, RunInfo const& info) {
  Json line = {{"type", "attempt"},
               {"id", result.vector->id},
               {"way", way_name(attempt.way)},
               {"status", status_name(attempt.judgement.status)},
               {"clauses", result.vector->clauses},
               {"level", level_name(result.level)},
               {"group", group_name(result.group)},
               {"gating", result.gating}};
  line.update(attempt_json(result, attempt, info));
  return line;
}

Json clause_line(ClauseCoverage const& coverage) {
  Json line = {{"id", coverage.clause->id},
               {"level", level_name(coverage.clause->level)},
               {"group", group_name(coverage.clause->group)},
               {"state", clause_state_name(coverage.state)}};
  add_failing_vectors(line, coverage);
  return line;
}

/// Ids of the vectors whose failures have this standing.
Json ids_standing(std::vector<VectorResult> const& results, Standing standing) {
  Json ids = Json::array();
  for (VectorResult const& result : results) {
    if (result.blame && result.blame->standing == standing) ids.push_back(result.vector->id);
  }
  return ids;
}

Json ids_passing_afresh(std::vector<VectorResult> const& results) {
  Json ids = Json::array();
  for (VectorResult const& result : results) {
    if (result.passes_afresh) ids.push_back(result.vector->id);
  }
  return ids;
}

Json ids_of_earlier(std::vector<VectorResult> const& results) {
  Json ids = Json::object();
  for (VectorResult const& result : results) {
    if (!result.fails_after.empty()) ids[result.vector->id] = result.fails_after;
  }
  return ids;
}

Json deciding_json(Deciding const& deciding) {
  Json groups = Json::array();
  for (Group const group : deciding.groups) groups.push_back(group_name(group));
  Json decides = {{"level", gating_level_name(deciding.level)},
                  {"groups", std::move(groups)},
                  {"requiredClasses", deciding.required_classes}};
  if (deciding.clean_exit) decides["cleanExit"] = true;
  return decides;
}

std::string line_text(Json const& line) {
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json classes_json(Summary const& summary, Group group) {
  Json classes = Json::object();
  auto const found = summary.groups.find(group);
  if (found == summary.groups.end()) return classes;
  for (auto const& [name, judged] : found->second.classes) classes[name] = judged.verdict;
  return classes;
}

}  // namespace

Json fault_json(RunFault const& fault) {
  Json entry = {
      {"number", fault.number},           {"title", fault.title},     {"what", fault.what}, {"clauses", fault.clauses},
      {"group", group_name(fault.group)}, {"decides", fault.decides}, {"own", fault.own},   {"other", fault.other},
      {"wouldPass", fault.would_pass}};
  if (fault.is_of_security) entry["security"] = true;
  if (!fault.besides.empty()) entry["besides"] = fault.besides;
  if (!fault.known.empty()) entry["like"] = fault.known;
  return entry;
}

Json attempt_json(VectorResult const& result, Attempt const& attempt, RunInfo const& info) {
  Json entry = {{"way", way_name(attempt.way)}, {"status", status_name(attempt.judgement.status)}};
  if (attempt.variation) {
    entry["transform"] = variation_name(*attempt.variation);
    entry["of"] = way_name(attempt.variation->of);
  }
  if (!attempt.trace.empty()) entry["trace"] = attempt.trace;
  if (!attempt.judgement.reading.empty()) entry["reading"] = attempt.judgement.reading;
  bool const passed = attempt.judgement.status == Status::pass;
  if (!passed || is_questioned(attempt)) {
    Json exchanges = Json::array();
    for (HttpExchange const& exchange : attempt.exchanges) exchanges.push_back(exchange_as_json(exchange));
    entry["http"] = std::move(exchanges);
  }
  if (passed) return entry;
  entry["detail"] = attempt.judgement.detail;
  if (!attempt.judgement.differences.empty()) entry["differences"] = differences_json(attempt.judgement.differences);
  entry["operation"] = attempt.operation;
  entry["sent"] = attempt.sent;
  entry["answered"] = attempt.answered;
  if (!attempt.stderr_excerpt.empty()) entry["stderr"] = attempt.stderr_excerpt;
  entry["rerun"] = rerun_command_of(result, attempt, info);
  return entry;
}

Json statuses_json(std::map<Status, int> const& counts) {
  Json statuses = Json::object();
  for (auto const& [status, count] : counts) statuses[std::string(status_name(status))] = count;
  return statuses;
}

void add_failing_vectors(Json& clause, ClauseCoverage const& coverage) {
  if (!coverage.failing.empty()) clause["failing"] = coverage.failing;
  if (!coverage.not_testable.empty()) clause["notTestable"] = coverage.not_testable;
  if (!coverage.faults.empty()) clause["faults"] = coverage.faults;
}

JsonLinesReport::JsonLinesReport(FileTarget target, RunInfo const& info) : target_(std::move(target)), info_(info) {
  if (!target_.named.empty()) file_ = open_file(target_);
  Json line = {{"type", "run"},
               {"reportVersion", report_version},
               {"suiteVersion", suite_version()},
               {"corpusDigest", info.corpus_digest},
               {"edition", info.edition},
               {"profile", profile_name(info.profile)},
               {"subject",
                {{"name", info.subject.name},
                 {"version", info.subject.version},
                 {"language", info.subject.language},
                 {"protocolVersion", info.subject.protocol}}},
               {"commandLine", info.command_line},
               {"deciding", deciding_json(info.deciding)},
               {"subjectOption", info.subject_option},
               {"moreOptions", info.more_options},
               {"selected", info.selected_vectors}};
  if (!info.network.empty()) line["network"] = info.network;
  if (!info.rerun.empty()) line["rerun"] = info.rerun;
  write(line);
}

std::string digest_of_lines(std::string const& before, Json const& line) {
  return sha256(before + line_text(line));
}

void JsonLinesReport::write(Json const& line) {
  std::string const bytes = line_text(line);
  text_ += bytes;
  lines_digest_ = sha256(lines_digest_ + bytes);
  if (!file_) return;
  static_cast<void>(std::fwrite(bytes.data(), 1, bytes.size(), file_.get()));
  static_cast<void>(std::fflush(file_.get()));
}

std::string JsonLinesReport::digest() const {
  return sha256(text_);
}

void JsonLinesReport::add(VectorResult const& result) {
  if (result.attempts.empty()) {
    write({{"type", "unsupported"},
           {"id", result.vector->id},
           {"clauses", result.vector->clauses},
           {"detail", result.unsupported_reason}});
  }
  for (Attempt const& attempt : result.attempts) write(attempt_line(result, attempt, info_));
}

void JsonLinesReport::end(Summary const& summary, std::vector<VectorResult> const& results,
                          std::optional<MutationScore> const& score) {
  for (RunFault const& fault : summary.faults) {
    Json line = {{"type", "fault"}};
    line.update(fault_json(fault));
    write(line);
  }
  Json clauses = Json::array();
  for (ClauseCoverage const& coverage : summary.clauses) clauses.push_back(clause_line(coverage));
  Json line = {{"type", "summary"},
               {"vectors", statuses_json(summary.vectors)},
               {"classes", classes_json(summary, Group::documents)},
               {"ours", classes_json(summary, Group::ours)},
               {"extensions", classes_json(summary, Group::extensions)},
               {"clauses", clauses},
               {"notTestable", ids_standing(results, Standing::not_testable)},
               {"heldButForFaults", ids_standing(results, Standing::held)},
               {"openBesideFaults", ids_standing(results, Standing::beside)},
               {"findings", Json(summary.findings)},
               {"exitCode", summary.exit_code},
               {"verdict", summary.verdict}};
  if (Json afresh = ids_passing_afresh(results); !afresh.empty()) line["passAfresh"] = std::move(afresh);
  if (Json earlier = ids_of_earlier(results); !earlier.empty()) line["failAfter"] = std::move(earlier);
  if (!summary.notes.empty()) line["notes"] = summary.notes;
  if (summary.cut) line["cut"] = *summary.cut;
  if (score) line["mutation"] = mutation_score_to_json(*score);
  line["digest"] = digest_of_lines(lines_digest_, line);
  write(line);
  if (!file_) return;
  if (std::ferror(file_.get()) != 0)
    throw InputError(fmt::format("cannot write the whole report {}: the disk may be full", target_.named.string()));
  // A pipe got every line already.
  if (target_.is_written_whole) replace_file(target_, text_);
}

}  // namespace conformance
