#include "harness/judge/report/run_comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/report/html.hpp"
#include "harness/judge/report/markdown.hpp"
#include "harness/judge/report/run_document.hpp"

namespace conformance {
namespace {

/// How something came out, the worst first. What was not played is no better than what failed: nobody knows whether it
/// holds. `doubtful` is what failed without breaking its own clause, or without deciding.
enum class Rank { unplayed, bad, doubtful, partly, good };

struct VectorState {
  Status status = Status::pass;
  bool holds_but_for_faults = false;

  bool operator==(VectorState const&) const = default;
};

Rank rank_of(ClauseState state) {
  switch (state) {
    case ClauseState::held:
      return Rank::good;
    case ClauseState::partly:
      return Rank::partly;
    case ClauseState::undecided:
      return Rank::doubtful;
    case ClauseState::broken:
    case ClauseState::not_testable:
      return Rank::bad;
    case ClauseState::unsupported:
    case ClauseState::not_selected:
    case ClauseState::no_vector:
    case ClauseState::native:
    case ClauseState::unobservable:
      break;
  }
  return Rank::unplayed;
}

Rank rank_of(VectorState const& state) {
  if (state.status == Status::pass || state.status == Status::unexpected_pass) return Rank::good;
  if (state.status == Status::unsupported) return Rank::unplayed;
  return state.holds_but_for_faults ? Rank::doubtful : Rank::bad;
}

std::string name_of(ClauseState state) {
  return std::string(clause_state_name(state));
}

std::string name_of(VectorState const& state) {
  return fmt::format("{}{}", status_name(state.status), state.holds_but_for_faults ? ", held but for faults" : "");
}

/// Whether something that was there came out worse: it failed more, is not judged any more, or was not judged and now
/// fails.
bool is_worse(Rank then, std::optional<Rank> now) {
  if (!now || *now < then) return true;
  return then == Rank::unplayed && (*now == Rank::bad || *now == Rank::doubtful);
}

/// Whether something came out better. What was not there before and fails is neither worse nor better.
bool is_better(Rank then, std::optional<Rank> now) {
  return now && *now > then && (then != Rank::unplayed || *now > Rank::doubtful);
}

template <class State>
Changes changes_between(std::map<std::string, State> const& before, std::map<std::string, State> const& after) {
  std::set<std::string> ids;
  for (auto const& [id, state] : before) ids.insert(id);
  for (auto const& [id, state] : after) ids.insert(id);
  Changes found;
  for (std::string const& id : ids) {
    auto const was = before.find(id);
    auto const is = after.find(id);
    bool const was_there = was != before.end();
    bool const is_there = is != after.end();
    if (was_there && is_there && was->second == is->second) continue;
    Change const change{
        .id = id, .before = was_there ? name_of(was->second) : "", .after = is_there ? name_of(is->second) : ""};
    Rank const then = was_there ? rank_of(was->second) : Rank::unplayed;
    std::optional<Rank> const now = is_there ? std::optional(rank_of(is->second)) : std::nullopt;
    if (was_there && is_worse(then, now))
      found.worse.push_back(change);
    else if (is_better(then, now))
      found.better.push_back(change);
    else
      found.other.push_back(change);
  }
  return found;
}

std::map<std::string, VectorState> vector_states(RecordedVerdicts const& run) {
  std::map<std::string, VectorState> states;
  for (auto const& [id, status] : run.vectors)
    states.emplace(id, VectorState{.status = status, .holds_but_for_faults = run.held_but_for_faults.contains(id)});
  return states;
}

struct Held {
  int held = 0;
  int of = 0;
};

/// Per class the binding clauses of a group that a run holds, of all that can be tested.
std::map<std::string, std::vector<Held>> held_by_class(Matrix const& matrix, Group group) {
  std::map<std::string, std::vector<Held>> classes;
  for (MatrixRow const& row : matrix.rows) {
    if (row.clause->group != group || !is_binding(row.clause->level) || !row.clause->testable()) continue;
    std::vector<Held>& counts = classes[row.clause->conformance_class];
    counts.resize(matrix.runs.size());
    for (std::size_t run = 0; run < row.states.size(); ++run) {
      ++counts[run].of;
      if (row.states[run] == ClauseState::held) ++counts[run].held;
    }
  }
  return classes;
}

std::string column_name(std::size_t run) {
  return fmt::format("[{}]", run + 1);
}

Json matrix_json(Matrix const& matrix) {
  Json document = {{"runs", Json::array()}, {"rows", Json::array()}};
  for (RecordedVerdicts const& run : matrix.runs)
    document["runs"].push_back({{"subject", run.subject}, {"profile", run.profile}, {"verdict", run.verdict}});
  document["corpusDigest"] = matrix.runs.front().corpus_digest;
  document["edition"] = matrix.runs.front().edition;
  for (MatrixRow const& row : matrix.rows) {
    Json states = Json::array();
    for (ClauseState const state : row.states) states.push_back(clause_state_name(state));
    document["rows"].push_back({{"id", row.clause->id},
                                {"level", level_name(row.clause->level)},
                                {"group", group_name(row.clause->group)},
                                {"class", row.clause->conformance_class},
                                {"section", row.clause->section},
                                {"statement", row.clause->statement},
                                {"differs", row.differs()},
                                {"states", std::move(states)}});
  }
  return document;
}

}  // namespace

Changes changed_clauses(RecordedVerdicts const& before, RecordedVerdicts const& after) {
  return changes_between(before.clauses, after.clauses);
}

Changes changed_vectors(RecordedVerdicts const& before, RecordedVerdicts const& after) {
  return changes_between(vector_states(before), vector_states(after));
}

bool MatrixRow::differs() const {
  return std::any_of(states.begin(), states.end(), [&](ClauseState state) { return state != states.front(); });
}

Matrix make_matrix(std::vector<RecordedVerdicts> runs, ClauseRegistry const& registry) {
  Matrix matrix{.runs = std::move(runs), .rows = {}};
  for (RecordedVerdicts const& run : matrix.runs) {
    if (run.corpus_digest != matrix.runs.front().corpus_digest)
      throw InputError(fmt::format("{} and {} are about different vectors: judge both with the same suite",
                                   matrix.runs.front().path.string(), run.path.string()));
  }
  for (Clause const& clause : registry.clauses()) {
    bool const is_extension = clause.group == Group::extensions;
    bool const is_judged = std::any_of(matrix.runs.begin(), matrix.runs.end(),
                                       [&](RecordedVerdicts const& run) { return run.clauses.contains(clause.id); });
    if (is_extension && !is_judged) continue;
    MatrixRow row{.clause = &clause, .states = {}};
    for (RecordedVerdicts const& run : matrix.runs) {
      std::map<std::string, ClauseState>::const_iterator const found = run.clauses.find(clause.id);
      if (found == run.clauses.end() && !is_extension)
        throw InputError(fmt::format("{} says nothing of {}: it was made with other pages; name those with --spec",
                                     run.path.string(), clause.id));
      row.states.push_back(found == run.clauses.end() ? ClauseState::not_selected : found->second);
    }
    matrix.rows.push_back(std::move(row));
  }
  return matrix;
}

std::string matrix_text(Matrix const& matrix) {
  std::string text = fmt::format("Edition {}\n", matrix.runs.front().edition);
  std::string heads;
  for (std::size_t run = 0; run < matrix.runs.size(); ++run) {
    RecordedVerdicts const& of = matrix.runs[run];
    text += fmt::format("{:>5} {} in the profile {}: {}\n", column_name(run), of.subject, of.profile, of.verdict);
    heads += fmt::format("{:>12}", column_name(run));
  }
  for (Group const group : all_groups) {
    std::map<std::string, std::vector<Held>> const classes = held_by_class(matrix, group);
    if (classes.empty()) continue;
    text += fmt::format("\nClauses of {} held, of MUST and MUST NOT\n  {:<24}{}\n", group_text(group), "Class", heads);
    for (auto const& [name, counts] : classes) {
      text += fmt::format("  {:<24}", name);
      for (Held const& held : counts) text += fmt::format("{:>12}", fmt::format("{}/{}", held.held, held.of));
      text += "\n";
    }
  }
  text += fmt::format("\nClauses in which they differ\n  {:<24}{}\n", "Clause", heads);
  for (MatrixRow const& row : matrix.rows) {
    if (!row.differs()) continue;
    text += fmt::format("  {:<10} {:<13}", row.clause->id, level_name(row.clause->level));
    for (ClauseState const state : row.states) text += fmt::format("{:>12}", clause_state_name(state));
    text += "\n";
  }
  return text;
}

std::string matrix_markdown(Matrix const& matrix) {
  std::string heads;
  std::string rule;
  std::string text =
      fmt::format("# Clause by implementation\n\nEdition {}.\n\n", markdown_cell(matrix.runs.front().edition));
  for (std::size_t run = 0; run < matrix.runs.size(); ++run) {
    RecordedVerdicts const& of = matrix.runs[run];
    text += fmt::format("{}. {} in the profile {}: {}\n", run + 1, markdown_cell(of.subject), markdown_cell(of.profile),
                        markdown_cell(of.verdict));
    heads += fmt::format(" {} |", run + 1);
    rule += "---|";
  }
  for (Group const group : all_groups) {
    std::map<std::string, std::vector<Held>> const classes = held_by_class(matrix, group);
    if (classes.empty()) continue;
    text += fmt::format("\n| Class, of {}: MUST and MUST NOT held |{}\n|---|{}\n", group_text(group), heads, rule);
    for (auto const& [name, counts] : classes) {
      text += fmt::format("| {} |", name);
      for (Held const& held : counts) text += fmt::format(" {} of {} |", held.held, held.of);
      text += "\n";
    }
  }
  text += fmt::format("\n| Clause | Level |{}\n|---|---|{}\n", heads, rule);
  for (MatrixRow const& row : matrix.rows) {
    text += fmt::format("| {} | {} |", row.clause->id, level_name(row.clause->level));
    for (ClauseState const state : row.states) text += fmt::format(" {} |", clause_state_name(state));
    text += "\n";
  }
  return text;
}

std::string matrix_page(Matrix const& matrix) {
  return filled_page(HtmlView::matrix, matrix_json(matrix));
}

}  // namespace conformance
