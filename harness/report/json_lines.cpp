#include "harness/report/json_lines.hpp"

#include <fmt/core.h>

#include "harness/files/sha256.hpp"
#include "harness/files/text_file.hpp"
#include "harness/input_error.hpp"
#include "harness/report/attempt_json.hpp"

namespace conformance {
namespace {

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
  if (!coverage.failing.empty()) line["failing"] = coverage.failing;
  if (!coverage.not_testable.empty()) line["notTestable"] = coverage.not_testable;
  if (!coverage.faults.empty()) line["faults"] = coverage.faults;
  return line;
}

/// Ids of the vectors whose failure stands so.
Json ids_standing(std::vector<VectorResult> const& results, Standing standing) {
  Json ids = Json::array();
  for (VectorResult const& result : results) {
    if (result.blame && result.blame->standing == standing) ids.push_back(result.vector->id);
  }
  return ids;
}

Json deciding_json(Deciding const& deciding) {
  Json groups = Json::array();
  for (Group const group : deciding.groups) groups.push_back(group_name(group));
  return {{"level", gating_level_name(deciding.level)},
          {"groups", std::move(groups)},
          {"requiredClasses", deciding.required_classes}};
}

Json classes_json(Summary const& summary, Group group) {
  Json classes = Json::object();
  auto const found = summary.groups.find(group);
  if (found == summary.groups.end()) return classes;
  for (auto const& [name, judged] : found->second.classes) classes[name] = judged.verdict;
  return classes;
}

}  // namespace

JsonLinesReport::JsonLinesReport(std::filesystem::path const& path, RunInfo const& info) : path_(path), info_(info) {
  open();
  Json line = {{"type", "run"},
               {"reportVersion", report_version},
               {"suiteVersion", suite_version()},
               {"corpusDigest", info.corpus_digest},
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
  write(line);
}

void JsonLinesReport::open() {
  if (path_.empty()) return;
  std::error_code ignored;
  if (path_.has_parent_path()) std::filesystem::create_directories(path_.parent_path(), ignored);
  stream_.open(path_, std::ios::binary | std::ios::trunc);
  if (!stream_)
    throw InputError(
        fmt::format("cannot write the report {}: check that its folder exists and may be written", path_.string()));
}

void JsonLinesReport::write(Json const& line) {
  std::string const told = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  text_ += told;
  if (path_.empty()) return;
  stream_ << told;
  stream_.flush();
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
  Json vectors = Json::object();
  for (auto const& [status, count] : summary.vectors) vectors[std::string(status_name(status))] = count;
  Json clauses = Json::array();
  for (ClauseCoverage const& coverage : summary.clauses) clauses.push_back(clause_line(coverage));
  Json line = {{"type", "summary"},
               {"vectors", vectors},
               {"classes", classes_json(summary, Group::documents)},
               {"ours", classes_json(summary, Group::ours)},
               {"clauses", clauses},
               {"notTestable", ids_standing(results, Standing::not_testable)},
               {"heldButForFaults", ids_standing(results, Standing::held)},
               {"findings", Json(summary.findings)},
               {"exitCode", summary.exit_code},
               {"verdict", summary.verdict}};
  if (summary.cut) line["cut"] = *summary.cut;
  if (score) line["mutation"] = mutation_score_to_json(*score);
  write(line);
  if (path_.empty()) return;
  if (!stream_) throw InputError(fmt::format("cannot write the whole report {}: the disk may be full", path_.string()));
  std::error_code error;
  // A pipe has been told every line.
  bool const is_told = std::filesystem::exists(path_, error) && !std::filesystem::is_regular_file(path_, error);
  if (!is_told) replace_file(path_, text_);
}

}  // namespace conformance
