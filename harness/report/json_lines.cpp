#include "harness/report/json_lines.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "harness/input_error.hpp"

namespace conformance {
namespace {

Json exchange_json(HttpExchange const& exchange) {
  Json findings = Json::array();
  for (RequestFinding const& finding : exchange.findings) {
    findings.push_back({{"rule", finding.rule}, {"pointer", finding.pointer}, {"message", finding.message}});
  }
  return {{"method", exchange.method}, {"path", exchange.path},     {"headers", exchange.headers},
          {"body", exchange.body},     {"status", exchange.status}, {"findings", std::move(findings)}};
}

/// Whether the mock had something to say about a request, which a passed vector must show as well.
bool is_questioned(Attempt const& attempt) {
  return std::any_of(attempt.exchanges.begin(), attempt.exchanges.end(),
                     [](HttpExchange const& exchange) { return !exchange.findings.empty(); });
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
  if (!attempt.judgement.reading.empty()) line["reading"] = attempt.judgement.reading;
  bool const passed = attempt.judgement.status == Status::pass;
  if (!passed || is_questioned(attempt)) {
    Json exchanges = Json::array();
    for (HttpExchange const& exchange : attempt.exchanges) exchanges.push_back(exchange_json(exchange));
    line["http"] = std::move(exchanges);
  }
  if (passed) return line;
  line["detail"] = attempt.judgement.detail;
  if (std::optional<Difference> const& found = attempt.judgement.difference) {
    line["difference"] = {
        {"pointer", found->pointer}, {"message", found->message}, {"expected", found->expected}, {"got", found->got}};
  }
  line["operation"] = attempt.operation;
  line["sent"] = attempt.sent;
  line["answered"] = attempt.answered;
  if (!attempt.stderr_excerpt.empty()) line["stderr"] = attempt.stderr_excerpt;
  line["rerun"] = info.rerun_command(result.vector->id, result.group);
  return line;
}

Json clause_line(ClauseCoverage const& coverage) {
  Json line = {{"id", coverage.clause->id},
               {"level", level_name(coverage.clause->level)},
               {"group", group_name(coverage.clause->group)},
               {"state", clause_state_name(coverage.state)}};
  if (!coverage.failing.empty()) line["failing"] = coverage.failing;
  return line;
}

Json classes_json(Summary const& summary, Group group) {
  Json classes = Json::object();
  auto const found = summary.groups.find(group);
  if (found == summary.groups.end()) return classes;
  for (auto const& [name, tally] : found->second.binding_by_class) classes[name] = class_verdict(tally);
  return classes;
}

}  // namespace

JsonLinesReport::JsonLinesReport(std::filesystem::path const& path, RunInfo const& info) : path_(path), info_(info) {
  std::error_code ignored;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), ignored);
  stream_.open(path, std::ios::binary | std::ios::trunc);
  if (!stream_)
    throw InputError(
        fmt::format("cannot write the report {}: check that its folder exists and may be written", path.string()));
  write({{"type", "run"},
         {"reportVersion", report_version},
         {"suiteVersion", suite_version()},
         {"corpusDigest", info.corpus_digest},
         {"profile", profile_name(info.profile)},
         {"subject",
          {{"name", info.subject.name}, {"version", info.subject.version}, {"language", info.subject.language}}},
         {"commandLine", info.command_line}});
}

void JsonLinesReport::write(Json const& line) {
  stream_ << line.dump(-1, ' ', false, Json::error_handler_t::replace) << "\n";
  stream_.flush();
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

void JsonLinesReport::end(Summary const& summary) {
  Json vectors = Json::object();
  for (auto const& [status, count] : summary.vectors) vectors[std::string(status_name(status))] = count;
  Json clauses = Json::array();
  for (ClauseCoverage const& coverage : summary.clauses) clauses.push_back(clause_line(coverage));
  write({{"type", "summary"},
         {"vectors", vectors},
         {"classes", classes_json(summary, Group::documents)},
         {"ours", classes_json(summary, Group::ours)},
         {"clauses", clauses},
         {"findings", Json(summary.findings)},
         {"exitCode", summary.exit_code},
         {"verdict", summary.verdict}});
  if (!stream_) throw InputError(fmt::format("cannot write the whole report {}: the disk may be full", path_.string()));
}

}  // namespace conformance
