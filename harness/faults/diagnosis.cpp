#include "harness/faults/diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

namespace conformance {
namespace diagnosing {
namespace {

/// Something wrong with one vector, by its index among the judged.
using Item = std::pair<std::size_t, Signature>;
/// Indexes of items.
using Items = std::vector<std::size_t>;

/// A known mistake counts as a likely one when so much of what it would show is shown.
constexpr double least_likely = 0.5;
/// What counts of that when something else is wrong at the same place, so that it could not be seen.
constexpr double hidden_share = 0.3;
/// Where found mistakes may have made together what is left, only one that is so likely is believed.
constexpr double beyond_doubt = 0.7;
/// Another mistake explains the same when it explains so much of it.
constexpr double as_good = 0.9;
constexpr std::size_t most_clauses = 3;
/// Vectors that show one of two signatures show both when so many do.
constexpr double same_vectors = 0.6;

bool cites(Vector const& vector, std::string const& clause) {
  return std::find(vector.clauses.begin(), vector.clauses.end(), clause) != vector.clauses.end();
}

std::size_t leaves_of(Json const& value) {
  if (!value.is_structured() || value.empty()) return 1;
  std::size_t count = 0;
  for (Json const& element : value) count += leaves_of(element);
  return count;
}

/// How much a vector looks at, then how much it is given: the narrower, the better it tells what is wrong.
std::pair<std::size_t, std::size_t> width_of(Vector const& vector) {
  std::size_t expected = 0;
  std::size_t given = 0;
  for (Step const& step : vector.steps) {
    for (std::optional<Json> const& part :
         {step.expect.outcome.value, step.expect.requests, step.expect.outcome.items, step.expect.outcome.spans})
      if (part) expected += leaves_of(*part);
    for (ExpectedReading const& reading : step.expect.readings)
      if (reading.outcome.value) expected += leaves_of(*reading.outcome.value);
    given += leaves_of(step.given);
  }
  for (auto const& [path, bytes] : vector.files) given += bytes.size();
  return {expected, given};
}

/// Whether another operation shows the same change at the same place. The whole answer is no place.
bool is_seen_elsewhere(Signature const& signature, std::set<Signature> const& others) {
  return !signature.place.empty() && std::any_of(others.begin(), others.end(), [&](Signature const& other) {
    return other.place == signature.place && other.change == signature.change;
  });
}

bool lies_over(Signature const& signature, std::set<Signature> const& others) {
  return std::any_of(others.begin(), others.end(), [&](Signature const& other) { return overlaps(signature, other); });
}

/// What a mistake would show if the subject made it.
struct Suspect {
  Mutant const* mistake;
  std::map<std::size_t, std::set<Signature>> shows;  ///< by vector
  Items explained;                                   ///< what is shown of it just so, in ascending order
  Items own;                                         ///< of that, by vectors of its clause
  double likely = 0;                                 ///< the share of what it would show that is shown
};

/// A fault with all that belongs to it.
struct Found {
  std::vector<std::string> clauses;
  Suspect const* suspect = nullptr;
  Items items;
};

class Search {
 public:
  Search(std::vector<JudgedVector> const& judged, std::vector<Mutant const*> const& known, ShownBy const& shown_by)
      : judged_(judged), shown_by_(shown_by) {
    for (std::size_t index = 0; index < judged.size(); ++index) {
      for (std::string const& clause : judged[index].vector->clauses) citing_[clause].push_back(index);
      for (Signature const& signature : judged[index].shown) {
        places_.emplace(Item(index, signature), items_.size());
        items_.emplace_back(index, signature);
      }
      if (!judged[index].shown.empty()) failing_.push_back(index);
    }
    left_.assign(items_.size(), true);
    covered_.assign(items_.size(), false);
    for (Mutant const* const mistake : known) known_[mistake->clause].push_back(mistake);
  }

  Diagnosis run() {
    find_suspects();
    for (Suspect const* best = likeliest(); best != nullptr; best = likeliest()) {
      if (!explained_together(best->own)) convict(*best);
    }
    acquit_needless();
    explained_together(all_items());
    absorb_rest();
    group_rest();
    return diagnosis();
  }

 private:
  /// Mistakes that a failing vector of their clause shows just so. All places where they could show in that vector are
  /// those that its clause is about.
  void find_suspects() {
    std::set<Mutant const*> suspected;
    for (std::size_t const index : failing_) {
      JudgedVector const& failing = judged_[index];
      for (std::string const& clause : failing.vector->clauses) {
        for (Mutant const* const mistake : known_[clause]) {
          std::set<Signature> const shows = shown_by_({mistake}, *failing.vector);
          own_places_[index].insert(shows.begin(), shows.end());
          bool const alike = std::any_of(shows.begin(), shows.end(),
                                         [&](Signature const& one) { return failing.shown.contains(one); });
          if (alike && suspected.insert(mistake).second) add_suspect(*mistake);
        }
      }
    }
  }

  void add_suspect(Mutant const& mistake) {
    Suspect suspect{.mistake = &mistake, .shows = {}, .explained = {}, .own = {}};
    std::set<std::size_t> looked_at(failing_.begin(), failing_.end());
    looked_at.insert(citing_[mistake.clause].begin(), citing_[mistake.clause].end());
    double would_show = 0;
    for (std::size_t const index : looked_at) {
      JudgedVector const& judged = judged_[index];
      std::set<Signature> shows = shown_by_({&mistake}, *judged.vector);
      for (Signature const& signature : shows) {
        auto const shown = places_.find({index, signature});
        bool const is_shown = shown != places_.end();
        if (is_shown) suspect.explained.push_back(shown->second);
        if (is_shown && cites(*judged.vector, mistake.clause)) suspect.own.push_back(shown->second);
        would_show += is_shown || !lies_over(signature, judged.shown) ? 1 : hidden_share;
      }
      if (!shows.empty() && !judged.shown.empty()) suspect.shows.emplace(index, std::move(shows));
    }
    suspect.likely = static_cast<double>(suspect.explained.size()) / would_show;
    if (suspect.likely >= least_likely) suspects_.push_back(std::move(suspect));
  }

  [[nodiscard]] std::size_t left_of(Items const& items) const {
    return static_cast<std::size_t>(
        std::count_if(items.begin(), items.end(), [&](std::size_t item) { return left_[item]; }));
  }

  /// Gives what is left of these to a fault.
  void give(Items const& items, Found& found) {
    for (std::size_t const item : items) {
      if (left_[item]) found.items.push_back(item);
      left_[item] = false;
    }
  }

  /// The suspect that explains most of what is left, as far as it is likely.
  [[nodiscard]] Suspect const* likeliest() const {
    Suspect const* best = nullptr;
    std::tuple<double, double, std::size_t> best_rank;
    for (Suspect const& suspect : suspects_) {
      std::size_t const own = left_of(suspect.own);
      if (own == 0 || (is_covered(suspect) && suspect.likely < beyond_doubt)) continue;
      std::size_t const explained = left_of(suspect.explained);
      std::tuple const rank(static_cast<double>(explained) * suspect.likely * suspect.likely, suspect.likely, own);
      if (best == nullptr || rank > best_rank) {
        best = &suspect;
        best_rank = rank;
      }
    }
    return best;
  }

  /// Whether all that is left of it lies where found mistakes show, which may have made it together.
  [[nodiscard]] bool is_covered(Suspect const& suspect) const {
    return std::none_of(suspect.own.begin(), suspect.own.end(),
                        [&](std::size_t item) { return left_[item] && !covered_[item]; });
  }

  void cover(Suspect const& suspect) {
    for (auto const& [index, shows] : suspect.shows) {
      for (Signature const& signature : judged_[index].shown) {
        if (lies_over(signature, shows)) covered_[places_.at({index, signature})] = true;
      }
    }
  }

  [[nodiscard]] std::vector<Mutant const*> found_mistakes(Found const* but = nullptr) const {
    std::vector<Mutant const*> mistakes;
    for (Found const& found : found_) {
      if (&found != but) mistakes.push_back(found.suspect->mistake);
    }
    // In one order whichever was found first: mistakes that act on each other's answers depend on it.
    std::sort(mistakes.begin(), mistakes.end(), std::less<>());
    return mistakes;
  }

  /// The found fault that would show in this vector and explains most, or nothing.
  [[nodiscard]] Found* found_in(std::size_t index, Found const* but = nullptr) {
    Found* best = nullptr;
    for (Found& found : found_) {
      bool const shows = &found != but && found.suspect->shows.contains(index);
      if (shows && (best == nullptr || found.items.size() > best->items.size())) best = &found;
    }
    return best;
  }

  /// Gives what is left of these to found faults where all found mistakes at once show just that. Whether anything was.
  bool explained_together(Items const& items) {
    bool is_any = false;
    std::vector<Mutant const*> const mistakes = found_mistakes();
    if (mistakes.size() < 2) return false;
    for (std::size_t const item : items) {
      auto const& [index, signature] = items_[item];
      Found* const found = left_[item] ? found_in(index) : nullptr;
      if (found == nullptr || !shown_by_(mistakes, *judged_[index].vector).contains(signature)) continue;
      give({item}, *found);
      is_any = true;
    }
    return is_any;
  }

  /// Takes back each fault of which the others together show all that it explains: what was taken for a mistake
  /// before the others were found.
  void acquit_needless() {
    for (std::size_t position = found_.size(); position-- > 0 && found_.size() > 1;) {
      Found const& doubted = found_[position];
      std::vector<Mutant const*> const others = found_mistakes(&doubted);
      bool const is_needless = std::all_of(doubted.items.begin(), doubted.items.end(), [&](std::size_t item) {
        auto const& [index, signature] = items_[item];
        return found_in(index, &doubted) != nullptr && shown_by_(others, *judged_[index].vector).contains(signature);
      });
      if (!is_needless) continue;
      for (std::size_t const item : doubted.items) found_in(items_[item].first, &doubted)->items.push_back(item);
      found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(position));
    }
  }

  [[nodiscard]] Items all_items() const {
    Items all(items_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  void convict(Suspect const& suspect) {
    cover(suspect);
    Found found{.clauses = clauses_as_good_as(suspect), .suspect = &suspect, .items = {}};
    give(suspect.explained, found);
    found_.push_back(std::move(found));
  }

  /// The clause of the suspect, and those of others that explain the same.
  [[nodiscard]] std::vector<std::string> clauses_as_good_as(Suspect const& suspect) const {
    auto const explained = static_cast<double>(left_of(suspect.explained));
    std::vector<std::pair<double, std::string>> others;
    for (Suspect const& other : suspects_) {
      Items both;
      std::set_intersection(suspect.explained.begin(), suspect.explained.end(), other.explained.begin(),
                            other.explained.end(), std::back_inserter(both));
      auto const by_both = static_cast<double>(left_of(both));
      if (left_of(other.own) > 0 && by_both >= as_good * explained && other.likely >= as_good * suspect.likely)
        others.emplace_back(-by_both * other.likely, other.mistake->clause);
    }
    std::sort(others.begin(), others.end());
    std::vector<std::string> clauses = {suspect.mistake->clause};
    for (auto const& [rank, clause] : others) {
      bool const is_new = std::find(clauses.begin(), clauses.end(), clause) == clauses.end();
      if (is_new && clauses.size() < most_clauses) clauses.push_back(clause);
    }
    return clauses;
  }

  /// Two mistakes in one vector show neither as it is alone: what lies where a found mistake shows belongs to it, and
  /// so does anything else in a vector in which a found mistake would show.
  void absorb_rest() {
    for (bool const at_its_place : {true, false}) {
      for (Found& found : found_) {
        for (auto const& [index, shows] : found.suspect->shows) {
          for (Signature const& signature : judged_[index].shown) {
            if (!at_its_place || lies_over(signature, shows)) give({places_.at({index, signature})}, found);
          }
        }
      }
    }
  }

  /// The signatures that no known mistake explains, each with vectors that may well show it for one reason.
  [[nodiscard]] std::vector<std::pair<Signature, std::set<std::size_t>>> rest() const {
    std::map<std::pair<Signature, std::string>, std::set<std::size_t>> showing;
    for (std::size_t item = 0; item < items_.size(); ++item) {
      auto const& [index, signature] = items_[item];
      if (left_[item]) showing[{signature, signature.place.empty() ? judged_[index].raised : ""}].insert(index);
    }
    std::vector<std::pair<Signature, std::set<std::size_t>>> found;
    for (auto const& [key, vectors] : showing) {
      bool const says_nothing = key.first.place.empty() && key.first.change == "a value instead of an error";
      for (std::set<std::size_t> const& part : says_nothing ? by_common_clauses(vectors) : Parts{vectors})
        found.emplace_back(key.first, part);
    }
    return found;
  }

  using Parts = std::vector<std::set<std::size_t>>;

  /// An answer that is wrong as a whole does not tell what is wrong; vectors that cite a clause in common may.
  [[nodiscard]] Parts by_common_clauses(std::set<std::size_t> const& vectors) const {
    Parts parts;
    std::vector<std::set<std::string>> clauses;  // of each part
    for (std::size_t const index : vectors) {
      std::set<std::size_t> part = {index};
      std::set<std::string> cited(judged_[index].vector->clauses.begin(), judged_[index].vector->clauses.end());
      for (std::size_t other = parts.size(); other-- > 0;) {
        bool const in_common = std::any_of(cited.begin(), cited.end(),
                                           [&](std::string const& clause) { return clauses[other].contains(clause); });
        if (!in_common) continue;
        part.merge(parts[other]);
        cited.merge(clauses[other]);
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(other));
        clauses.erase(clauses.begin() + static_cast<std::ptrdiff_t>(other));
      }
      parts.push_back(std::move(part));
      clauses.push_back(std::move(cited));
    }
    return parts;
  }

  /// What no known mistake explains: a fault for each change at a place, or for several that the same vectors show.
  void group_rest() {
    std::vector<std::pair<std::set<Signature>, std::set<std::size_t>>> groups;
    for (auto const& [signature, vectors] : rest()) {
      auto const same = std::find_if(groups.begin(), groups.end(), [&](auto const& group) {
        if (is_seen_elsewhere(signature, group.first)) return true;
        std::vector<std::size_t> both;
        std::set_intersection(vectors.begin(), vectors.end(), group.second.begin(), group.second.end(),
                              std::back_inserter(both));
        std::size_t const either = vectors.size() + group.second.size() - both.size();
        return static_cast<double>(both.size()) >= same_vectors * static_cast<double>(either);
      });
      if (same == groups.end()) {
        groups.push_back({{signature}, vectors});
      } else {
        same->first.insert(signature);
        same->second.insert(vectors.begin(), vectors.end());
      }
    }
    for (auto const& [signatures, vectors] : groups) {
      Found found{.clauses = likeliest_clauses(vectors), .suspect = nullptr, .items = {}};
      for (std::size_t item = 0; item < items_.size(); ++item) {
        if (signatures.contains(items_[item].second) && vectors.contains(items_[item].first)) give({item}, found);
      }
      found_.push_back(std::move(found));
    }
  }

  /// Of the clauses that these vectors cite: those of which most vectors are among them, and the narrowest ones.
  [[nodiscard]] std::vector<std::string> likeliest_clauses(std::set<std::size_t> const& vectors) const {
    std::vector<std::size_t> const by_width = narrowest_first(vectors);
    std::map<std::string, std::pair<std::size_t, std::size_t>>
        of_clause;  // vectors that show it, rank of the narrowest
    for (std::size_t rank = 0; rank < by_width.size(); ++rank) {
      for (std::string const& clause : judged_[by_width[rank]].vector->clauses)
        ++of_clause.emplace(clause, std::pair(std::size_t{0}, rank)).first->second.first;
    }
    std::vector<std::pair<double, std::string>> ranked;
    for (auto const& [clause, counted] : of_clause) {
      auto const [count, rank] = counted;
      double const share = static_cast<double>(count) / static_cast<double>(citing_.at(clause).size());
      // The weights were chosen by trying them on mistakes that were kept unknown; `mutants --unknown` measures them.
      double const score =
          2 * share + 1.7 / static_cast<double>(1 + rank) + 0.6 * std::log1p(static_cast<double>(count));
      ranked.emplace_back(-score, clause);
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::string> clauses;
    for (auto const& [score, clause] : ranked) {
      if (clauses.size() < most_clauses && score <= ranked.front().first + 1) clauses.push_back(clause);
    }
    return clauses;
  }

  /// In order of how much besides may be wrong with them, and of how much they look at.
  [[nodiscard]] std::vector<std::size_t> narrowest_first(std::set<std::size_t> const& vectors) const {
    std::vector<std::tuple<std::size_t, std::pair<std::size_t, std::size_t>, std::string, std::size_t>> keyed;
    for (std::size_t const index : vectors) {
      JudgedVector const& judged = judged_[index];
      keyed.emplace_back(judged.shown.size(), width_of(*judged.vector), judged.vector->id, index);
    }
    std::sort(keyed.begin(), keyed.end());
    std::vector<std::size_t> ordered;
    for (auto const& key : keyed) ordered.push_back(std::get<3>(key));
    return ordered;
  }

  [[nodiscard]] Diagnosis diagnosis() const {
    Diagnosis made;
    made.blames.resize(judged_.size());
    for (Found const& found : found_) add_fault(made, found);
    for (std::size_t const index : failing_) {
      Blame& blame = made.blames[index];
      blame.standing = blame.clauses.empty() ? standing_of(index) : Standing::own;
    }
    return made;
  }

  void add_fault(Diagnosis& made, Found const& found) const {
    std::set<std::size_t> vectors;
    std::set<Signature> signatures;
    for (std::size_t const item : found.items) {
      auto const& [index, signature] = items_[item];
      vectors.insert(index);
      signatures.insert(signature);
    }
    Fault fault{.clauses = found.clauses,
                .known = found.suspect == nullptr ? nullptr : found.suspect->mistake,
                .signatures = {signatures.begin(), signatures.end()},
                .own = {},
                .other = {}};
    for (std::size_t const index : narrowest_first(vectors)) {
      Blame& blame = made.blames[index];
      bool is_own = false;
      for (std::string const& clause : found.clauses) {
        if (!cites(*judged_[index].vector, clause)) continue;
        is_own = true;
        if (std::find(blame.clauses.begin(), blame.clauses.end(), clause) == blame.clauses.end())
          blame.clauses.push_back(clause);
      }
      (is_own ? fault.own : fault.other).push_back(index);
      blame.faults.push_back(made.faults.size());
    }
    made.faults.push_back(std::move(fault));
  }

  /// Of a vector that shows faults of others only. One of which nobody knows what it is about tells nothing.
  [[nodiscard]] Standing standing_of(std::size_t index) const {
    auto const own = own_places_.find(index);
    if (own == own_places_.end() || own->second.empty()) return Standing::not_testable;
    std::set<Signature> const& shown = judged_[index].shown;
    bool const is_covered = std::any_of(shown.begin(), shown.end(),
                                        [&](Signature const& signature) { return lies_over(signature, own->second); });
    return is_covered ? Standing::not_testable : Standing::held;
  }

  std::vector<JudgedVector> const& judged_;
  ShownBy const& shown_by_;
  std::vector<std::size_t> failing_;
  std::map<std::string, std::vector<std::size_t>> citing_;
  std::map<std::string, std::vector<Mutant const*>> known_;
  std::map<std::size_t, std::set<Signature>> own_places_;
  std::vector<Suspect> suspects_;
  std::vector<Item> items_;
  std::map<Item, std::size_t> places_;  ///< of the items
  std::vector<bool> left_;              ///< which items no fault explains yet
  std::vector<bool> covered_;           ///< which items lie where a found mistake shows
  std::vector<Found> found_;
};

}  // namespace
}  // namespace diagnosing

Diagnosis diagnose(std::vector<JudgedVector> const& judged, std::vector<Mutant const*> const& known,
                   ShownBy const& shown_by) {
  return diagnosing::Search(judged, known, shown_by).run();
}

}  // namespace conformance
