#include "harness/judge/faults/likeliest_clauses.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace conformance {
namespace {

/// By clause: the ranks of the vectors that cite it, the narrowest first.
using CitingRanks = std::map<std::string, std::vector<std::size_t>>;

/// Whether another clause has more of the vectors, and those of this one show nothing that the others do not show as
/// well: then they are no proof against it.
bool is_shown_by_others(std::string const& clause, CitingRanks const& citing, ShownItems const& items,
                        std::vector<std::size_t> const& by_width) {
  std::vector<std::size_t> const& own = citing.at(clause);
  return std::any_of(citing.begin(), citing.end(), [&](auto const& other) {
    if (other.second.size() <= own.size()) return false;
    std::set<std::size_t> without;
    std::set_difference(other.second.begin(), other.second.end(), own.begin(), own.end(),
                        std::inserter(without, without.end()));
    auto const is_shown_without = [&](Signature const& signature) {
      return std::any_of(without.begin(), without.end(),
                         [&](std::size_t rank) { return items.shown(by_width[rank]).contains(signature); });
    };
    return without.size() > own.size() && std::all_of(own.begin(), own.end(), [&](std::size_t rank) {
             std::set<Signature> const& shown = items.shown(by_width[rank]);
             return std::all_of(shown.begin(), shown.end(), is_shown_without);
           });
  });
}

/// Whether a known mistake shows at the very place: what holds the place, or lies in it, is another clause's. The whole
/// answer is no place.
bool is_just_there(Signature const& signature, std::set<Signature> const& places) {
  return !signature.place.empty() && std::any_of(places.begin(), places.end(), [&](Signature const& place) {
    return place.operation == signature.operation && place.place == signature.place;
  });
}

/// The clauses of which known mistakes show where the fault does.
std::set<std::string> clauses_at_its_places(ShownItems const& items, Items const& of_fault,
                                            OwnPlaces const& own_places) {
  std::set<std::string> clauses;
  for (std::size_t const item : of_fault) {
    auto const& [vector, signature] = items[item];
    auto const by_clause = own_places.find(vector);
    if (by_clause == own_places.end()) continue;
    for (auto const& [clause, places] : by_clause->second)
      if (is_just_there(signature, places)) clauses.insert(clause);
  }
  return clauses;
}

}  // namespace

std::vector<std::string> likeliest_clauses(ShownItems const& items, Items const& of_fault,
                                           OwnPlaces const& own_places) {
  std::set<std::size_t> vectors;
  for (std::size_t const item : of_fault) vectors.insert(items[item].first);
  std::vector<std::size_t> const by_width = items.narrowest_first(vectors);
  std::set<std::string> const at_its_places = clauses_at_its_places(items, of_fault, own_places);
  CitingRanks citing;
  for (std::size_t rank = 0; rank < by_width.size(); ++rank) {
    for (std::string const& clause : items.clauses(by_width[rank])) {
      if (at_its_places.empty() || at_its_places.contains(clause)) citing[clause].push_back(rank);
    }
  }
  std::vector<std::pair<double, std::string>> ranked;
  for (auto const& [clause, ranks] : citing) {
    if (is_shown_by_others(clause, citing, items, by_width)) continue;
    auto const count = static_cast<double>(ranks.size());
    double const share = count / static_cast<double>(items.count_citing(clause));
    // The weights were chosen by trying them on mistakes that were kept unknown; `mutants --unknown` measures them.
    double const score = 2 * share + 1.7 / static_cast<double>(1 + ranks.front()) + 0.6 * std::log1p(count);
    ranked.emplace_back(-score, clause);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string> clauses;
  for (auto const& [score, clause] : ranked) {
    if (clauses.size() < most_clauses_of_fault && score <= ranked.front().first + 1) clauses.push_back(clause);
  }
  return clauses;
}

}  // namespace conformance
