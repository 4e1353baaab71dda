#include "harness/judge/report/report_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/judge/report/json_lines.hpp"
#include "harness/judge/subject/readable_text.hpp"

namespace conformance {
namespace {

constexpr int exit_code_green = 0;
constexpr int exit_code_not_conformant = 1;

/// Text of whoever changed the file, on one line that steers no terminal.
std::string quoted(std::string const& text) {
  return "'" + one_line_excerpt(text, text.size()) + "'";
}

Level level_at(Json const& line) {
  std::string const name = line.value("level", std::string(level_name(Level::must)));
  constexpr std::array levels{Level::must, Level::must_not, Level::should, Level::should_not, Level::may};
  auto const found = std::find_if(levels.begin(), levels.end(), [&](Level level) { return level_name(level) == name; });
  if (found == levels.end()) throw Contradiction(fmt::format("{} is no level of a clause", quoted(name)));
  return *found;
}

Group group_at(Json const& line) {
  std::string const name = line.value("group", std::string(group_name(Group::documents)));
  std::optional<Group> const group = group_named(name);
  if (!group) throw Contradiction(fmt::format("{} is no group of clauses", quoted(name)));
  return *group;
}

/// What an attempt that passed leaves out, and every other one has.
void demand_detail_of(Json const& line, Status status) {
  if (status == Status::unsupported)
    throw Contradiction("the status is 'unsupported', but what was played is supported");
  bool const tells_what_failed = line.contains("detail") || line.contains("differences") || line.contains("answered");
  if (status == Status::pass && tells_what_failed)
    throw Contradiction("the status is 'pass', but the line tells what went wrong");
  if (status != Status::pass && !line.contains("detail"))
    throw Contradiction(
        fmt::format("the status is '{}', but the line does not tell what went wrong", status_name(status)));
}

std::set<std::string> ids_at(Json const& line, char const* member) {
  std::set<std::string> ids;
  for (Json const& id : line.value(member, Json::array())) ids.insert(id.get<std::string>());
  return ids;
}

}  // namespace

ReportCheck::ReportCheck(Json const& first, Deciding deciding)
    : deciding_(std::move(deciding)), lines_digest_(digest_of_lines("", first)) {}

void ReportCheck::take(Json const& line) {
  std::string const type = line.at("type").get<std::string>();
  if (type == "run") throw Contradiction("another report begins here: name each report by itself");
  if (is_over_ && (type == "attempt" || type == "unsupported" || type == "summary"))
    throw Contradiction("the summary, which a report ends with, stands before this line");
  if (type == "attempt") take_attempt(line);
  if (type == "unsupported") take_unsupported(line);
  if (type == "fault") take_fault(line);
  if (type == "summary") take_summary(line);
  lines_digest_ = digest_of_lines(lines_digest_, line);
}

void ReportCheck::take_attempt(Json const& line) {
  std::optional<Status> const status = status_named(line.at("status").get<std::string>());
  // Whoever reads the line refuses another name.
  if (!status) return;
  demand_detail_of(line, *status);
  std::string const id = line.at("id").get<std::string>();
  auto const [entry, is_new] = results_.try_emplace(id);
  VectorResult& result = entry->second;
  if (!is_new && result.attempts.empty())
    throw Contradiction(fmt::format("{} was unsupported before, and is played here", quoted(id)));
  result.gating = line.value("gating", true);
  result.level = level_at(line);
  result.group = group_at(line);
  Attempt attempt;
  attempt.judgement.status = *status;
  result.attempts.push_back(std::move(attempt));
  played_clauses_.merge(ids_at(line, "clauses"));
}

void ReportCheck::take_unsupported(Json const& line) {
  std::string const id = line.at("id").get<std::string>();
  if (line.contains("way") || line.contains("status") || results_.contains(id))
    throw Contradiction(fmt::format("{} is unsupported here, but was played", quoted(id)));
  results_.try_emplace(id);
}

void ReportCheck::take_fault(Json const& line) {
  for (char const* const shown_by : {"own", "other"}) {
    for (Json const& id : line.value(shown_by, Json::array())) {
      bool& decides = decides_[id.get<std::string>()];
      decides = decides || line.value("decides", false);
    }
  }
}

void ReportCheck::take_summary(Json const& line) {
  is_over_ = true;
  for (std::string const& id : ids_at(line, "heldButForFaults")) {
    if (auto const found = results_.find(id); found != results_.end())
      found->second.blame = Blame{
          .standing = Standing::held, .clauses = {}, .faults = {}, .decides = decides_.contains(id) && decides_.at(id)};
  }
  check_counts(line);
  check_verdict(line);
  for (Json const& clause : line.at("clauses")) check_clause(clause);
  check_digest(line);
}

void ReportCheck::check_digest(Json const& summary) const {
  if (!summary.contains("digest")) return;
  Json without = summary;
  without.erase("digest");
  if (summary["digest"] != digest_of_lines(lines_digest_, without))
    throw Contradiction(
        "the digest is not that of the lines up to here, one of which was changed, taken out or put in");
}

void ReportCheck::check_counts(Json const& summary) const {
  std::map<Status, int> counts;
  for (auto const& [id, result] : results_) ++counts[result.status()];
  Json const counted = statuses_json(counts);
  Json const& told = summary.at("vectors");
  if (counted != told)
    throw Contradiction(fmt::format("the summary counts {}, but the lines before it {}", told.dump(), counted.dump()));
}

void ReportCheck::check_verdict(Json const& summary) const {
  int const exit_code = whole_number_at<int>(summary, "exitCode");
  std::string const verdict = summary.at("verdict").get<std::string>();
  auto const count = [&](auto const& is_counted) {
    return std::count_if(results_.begin(), results_.end(), [&](auto const& entry) { return is_counted(entry.second); });
  };
  auto const errors = count([](VectorResult const& result) { return result.status() == Status::error; });
  auto const failures = count(
      [&](VectorResult const& result) { return is_failure(result.status()) && failure_decides(result, deciding_); });
  if (exit_code == exit_code_green && errors + failures > 0)
    throw Contradiction(
        fmt::format("the exit code is 0, but {} vectors before it failed and decide", errors + failures));
  bool const is_unclean = deciding_.clean_exit && summary.contains("notes");
  if (exit_code == exit_code_green && is_unclean)
    throw Contradiction("the exit code is 0, but a clean exit is required, and the notes tell of another");
  // A class that is required may lack a vector, and fail without one that failed.
  if (exit_code == exit_code_not_conformant && failures == 0 && deciding_.required_classes.empty() && !is_unclean)
    throw Contradiction("the exit code is 1, but no vector before it failed that decides");
  bool const sounds_red = verdict.starts_with("not conformant") || verdict.starts_with("no verdict");
  bool const sounds_green =
      verdict.starts_with("conformant") || verdict.starts_with("no failure") || verdict.starts_with("no new failure");
  if ((exit_code == exit_code_green && sounds_red) || (exit_code != exit_code_green && sounds_green))
    throw Contradiction(fmt::format("the exit code is {}, but the verdict {}", exit_code, quoted(verdict)));
}

void ReportCheck::check_clause(Json const& clause) const {
  std::string const id = clause.at("id").get<std::string>();
  std::string const state = clause.at("state").get<std::string>();
  auto const contradict = [&](std::string const& why) {
    throw Contradiction(fmt::format("the clause {} is {}, but {}", quoted(id), quoted(state), why));
  };
  std::set<std::string> const failing = ids_at(clause, "failing");
  bool const is_broken = state == clause_state_name(ClauseState::broken);
  if (is_broken == failing.empty()) contradict(is_broken ? "no vector of it failed" : "vectors of it failed");
  for (std::string const& vector : failing) {
    VectorResult const* const result = find(vector);
    if (result == nullptr || !shows_broken(result->status()))
      contradict(fmt::format("{}, by which it would be, did not fail", quoted(vector)));
  }
  bool const was_played =
      state == clause_state_name(ClauseState::held) || state == clause_state_name(ClauseState::partly);
  if (was_played && !played_clauses_.contains(id)) contradict("no vector of it was played");
}

VectorResult const* ReportCheck::find(std::string const& id) const {
  auto const found = results_.find(id);
  return found == results_.end() ? nullptr : &found->second;
}

}  // namespace conformance
