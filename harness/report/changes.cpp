#include "harness/report/changes.hpp"

#include <functional>
#include <map>
#include <set>

namespace conformance {
namespace {

/// How something came out, the worst first.
enum class Rank { bad, open, partly, good };

Rank rank_of(ClauseState state) {
  if (state == ClauseState::held) return Rank::good;
  if (state == ClauseState::partly) return Rank::partly;
  return state == ClauseState::broken || state == ClauseState::not_testable ? Rank::bad : Rank::open;
}

Rank rank_of(Status status) {
  if (status == Status::pass || status == Status::unexpected_pass) return Rank::good;
  return shows_broken(status) || status == Status::error ? Rank::bad : Rank::open;
}

std::string name_of(ClauseState state) {
  return std::string(clause_state_name(state));
}

std::string name_of(Status status) {
  return std::string(status_name(status));
}

template <class Value>
Changes changes(std::map<std::string, Value> const& before, std::map<std::string, Value> const& after) {
  std::set<std::string> ids;
  for (auto const& [id, value] : before) ids.insert(id);
  for (auto const& [id, value] : after) ids.insert(id);
  Changes found;
  for (std::string const& id : ids) {
    bool const was = before.contains(id);
    bool const is = after.contains(id);
    if (was && is && before.at(id) == after.at(id)) continue;
    Change const change{
        .id = id, .before = was ? name_of(before.at(id)) : "", .after = is ? name_of(after.at(id)) : ""};
    Rank const then = was ? rank_of(before.at(id)) : Rank::open;
    Rank const now = is ? rank_of(after.at(id)) : Rank::open;
    // What held and is not judged any more may hold no longer.
    if (then > Rank::open && now < then)
      found.worse.push_back(change);
    else if (now > Rank::open && now > then)
      found.better.push_back(change);
    else
      found.other.push_back(change);
  }
  return found;
}

}  // namespace

Changes changed_clauses(RecordedVerdicts const& before, RecordedVerdicts const& after) {
  return changes(before.clauses, after.clauses);
}

Changes changed_vectors(RecordedVerdicts const& before, RecordedVerdicts const& after) {
  return changes(before.vectors, after.vectors);
}

}  // namespace conformance
