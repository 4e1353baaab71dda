#include "harness/judge/faults/mistake_search.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

namespace conformance {
namespace {

/// What counts of a mistake that would show when something else is wrong at the same place, so that it cannot be seen.
constexpr double hidden_share = 0.3;

/// Of so many passing vectors one shows whether a habit would spoil them.
constexpr std::size_t sampled = 5;

/// So many errors that are explained in vectors of other clauses are held against so many passing vectors.
constexpr std::size_t fewest_foreign = 6;
constexpr std::size_t tried_against = 40;

double weight(Signature const& needless, std::set<Signature> const& seen) {
  return lies_over(needless, seen) ? hidden_share : 1;
}

/// What one more mistake, or one fewer, would change of what is shown in one vector.
struct Effect {
  std::set<Signature> gained;  ///< is shown by the subject, and would be now
  std::set<Signature> lost;    ///< is shown by the subject, and would not be any more
  /// What the subject does not show and would be shown now, less what would not be any more. What lies where the
  /// subject shows something else could not be seen and counts less.
  double needless = 0;

  [[nodiscard]] bool is_empty() const { return gained.empty() && lost.empty() && needless == 0; }
};

/// Mistakes that the reference makes at once, against what the judged vectors show. Two mistakes that meet in a vector
/// seldom show there what each shows alone, so further ones are judged together with those that were found.
class MadeTogether {
 public:
  /// Both must outlive it.
  MadeTogether(ShownItems const& items, ShownBy const& shown_by)
      : items_(items), shown_by_(shown_by), shown_(items.judged().size()), touched_(items.judged().size(), false) {}

  /// Of making this one, too, in the vector of that index.
  [[nodiscard]] Effect effect_of(Deviation const& another, std::size_t index) const {
    return difference(index, shown_with(another, index));
  }

  [[nodiscard]] Effect effect_without(Deviation const& made, std::size_t index) const {
    Mistakes others = made_;
    std::erase(others, &made);
    return difference(index, shown_by(others, index));
  }

  /// Where a mistake may show: beside the failing vectors in those of its clause, of which the ones that pass speak
  /// against it; a habit, which has no clause, in a sample of all vectors. In ascending order.
  [[nodiscard]] std::vector<std::size_t> looked_at(Deviation const& mistake) const {
    std::vector<std::size_t> indexes;
    for (std::size_t index = 0; index < shown_.size(); ++index) {
      bool const may_show = is_habit(mistake) ? index % sampled == 0 : items_.cites(index, mistake.clause);
      if ((may_show && items_.passes(index)) || !items_.shown(index).empty()) indexes.push_back(index);
    }
    return indexes;
  }

  /// Makes this mistake, too.
  void add(Deviation const& another) {
    std::vector<std::size_t>& touched = touched_by_[&another];
    for (std::size_t const index : looked_at(another)) {
      std::set<Signature> now = shown_with(another, index);
      if (now == shown_[index] && alone(another, index).empty()) continue;
      touched.push_back(index);
      touched_[index] = true;
      shown_[index] = std::move(now);
    }
    made_ = made_and(another);
  }

  void take_back(Deviation const& made) {
    std::erase(made_, &made);
    for (std::size_t const index : touched_by(made)) shown_[index] = shown_by(made_, index);
    touched_by_.erase(&made);
  }

  /// The vectors in which it changed anything when it was added, or would have alone; none unless it is made.
  [[nodiscard]] std::vector<std::size_t> const& touched_by(Deviation const& mistake) const {
    static std::vector<std::size_t> const none;
    auto const found = touched_by_.find(&mistake);
    return found == touched_by_.end() ? none : found->second;
  }

  /// Whether any of the mistakes was ever seen there, alone or with the others.
  [[nodiscard]] bool is_touched(std::size_t index) const { return touched_[index]; }
  /// What all mistakes at once show there.
  [[nodiscard]] std::set<Signature> const& shown(std::size_t index) const { return shown_[index]; }
  [[nodiscard]] std::set<Signature> alone(Deviation const& mistake, std::size_t index) const {
    return shown_by({&mistake}, index);
  }

 private:
  [[nodiscard]] Mistakes made_and(Deviation const& another) const {
    Mistakes mistakes = made_;
    mistakes.push_back(&another);
    std::sort(mistakes.begin(), mistakes.end(), [](Deviation const* one, Deviation const* other) {
      return is_habit(*one) != is_habit(*other) ? is_habit(*one) : std::less<>()(one, other);
    });
    return mistakes;
  }

  /// A mistake that shows nothing there by itself is not tried with the others, but in a vector of its clause: most of
  /// them would change nothing, and each try costs a play.
  [[nodiscard]] std::set<Signature> shown_with(Deviation const& another, std::size_t index) const {
    bool const is_cited = is_touched(index) && items_.cites(index, another.clause);
    if (!is_cited && alone(another, index).empty()) return shown_[index];
    return shown_by(is_touched(index) ? made_and(another) : Mistakes{&another}, index);
  }

  [[nodiscard]] std::set<Signature> shown_by(Mistakes const& mistakes, std::size_t index) const {
    return mistakes.empty() ? std::set<Signature>() : shown_by_(mistakes, *items_.judged()[index].vector);
  }

  [[nodiscard]] Effect difference(std::size_t index, std::set<Signature> const& now) const {
    Effect effect;
    std::set<Signature> const& before = shown_[index];
    std::set<Signature> const& seen = items_.shown(index);
    for (Signature const& signature : now) {
      if (before.contains(signature)) continue;
      if (seen.contains(signature))
        effect.gained.insert(signature);
      else
        effect.needless += weight(signature, seen);
    }
    for (Signature const& signature : before) {
      if (now.contains(signature)) continue;
      if (seen.contains(signature))
        effect.lost.insert(signature);
      else
        effect.needless -= weight(signature, seen);
    }
    return effect;
  }

  ShownItems const& items_;
  ShownBy const& shown_by_;
  Mistakes made_;  ///< in the order in which they act on each other's answers: habits last, so that they come first
  std::vector<std::set<Signature>> shown_;  ///< by vector
  std::vector<bool> touched_;               ///< by vector
  std::map<Deviation const*, std::vector<std::size_t>> touched_by_;
};

/// A known mistake counts as a likely one when so much of what it would change is right.
constexpr double least_likely = 0.5;
/// Another mistake explains the same when it explains so much of it.
constexpr double as_good = 0.9;
/// A habit is suspected when so many of the failing vectors that are tried show it, at so many places, and hardly any
/// of those that should does not.
constexpr std::size_t tried_for_habits = 60;
constexpr std::size_t fewest_places_of_habit = 4;
constexpr double likely_habit = 0.8;
/// A habit of which nothing is seen where it should show so often is not looked for any further.
constexpr double enough_missed = 10;

/// A mistake that the subject may make, with what making it would change beside the found ones.
struct Suspicion {
  Deviation const* mistake;
  std::map<std::size_t, Effect> effects = {};  ///< by vector; vectors without an effect are left out
  Items explained = {};                        ///< what would be gained, in ascending order
  std::size_t own = 0;                         ///< of that, in vectors of its clause
  double right = 0;                            ///< what of the effects agrees with the subject
  double likely = 0;                           ///< the share of that in all of them; 0 unless any is its own
  std::set<std::size_t> outdated = {};         ///< vectors in which mistakes were found since they were looked at
};

using Rank = std::tuple<double, double, std::size_t, int>;

/// Of mistakes that cannot be told apart, the one with the shortest description comes first: it claims least.
Rank rank_of(Suspicion const& suspicion) {
  return {suspicion.right * suspicion.likely * suspicion.likely, suspicion.likely, suspicion.own,
          -static_cast<int>(suspicion.mistake->breaks.size())};
}

/// The likelier and more telling one; nothing when neither is likely.
Suspicion* better(Suspicion* best, Suspicion& other) {
  if (other.likely < least_likely) return best;
  return best == nullptr || rank_of(other) > rank_of(*best) ? &other : best;
}

std::size_t in_both(Suspicion const& one, Suspicion const& other) {
  Items both;
  std::set_intersection(one.explained.begin(), one.explained.end(), other.explained.begin(), other.explained.end(),
                        std::back_inserter(both));
  return both.size();
}

bool is_as_good(Suspicion const& other, Suspicion const& suspicion) {
  return static_cast<double>(in_both(other, suspicion)) >= as_good * static_cast<double>(suspicion.explained.size()) &&
         other.likely >= as_good * suspicion.likely;
}

class Search {
 public:
  Search(ShownItems const& items, Mistakes const& known, ShownBy const& shown_by)
      : items_(items), made_(items, shown_by), left_(items.size(), true) {
    for (Deviation const* const mistake : known) known_[mistake->clause].push_back(mistake);
  }

  FoundMistakes run() {
    suspect_habits();
    suspect_alike();
    do {
      while (Suspicion* const best = likeliest()) {
        if (is_refuted(*best))
          drop(*best->mistake);
        else
          convict(Suspicion(*best));
      }
    } while (suspect_in_pairs());
    acquit_needless();
    absorb_rest();
    return {.found = std::move(found_), .left = std::move(left_), .own_places = std::move(own_places_)};
  }

 private:
  void suspect_habits() {
    for (Deviation const* const mistake : known_[""]) {
      if (is_seen_widely(*mistake)) suspect(*mistake);
    }
  }

  /// Whether a sample of the failing vectors shows a habit at several places, and seldom lacks it. Otherwise a mistake
  /// at one place would be taken for a habit.
  [[nodiscard]] bool is_seen_widely(Deviation const& habit) const {
    std::size_t const step = std::max<std::size_t>(1, items_.failing().size() / tried_for_habits);
    std::set<std::pair<std::string, std::string>> places;
    double seen = 0;
    double missed = 0;
    for (std::size_t at = 0; at < items_.failing().size(); at += step) {
      std::size_t const index = items_.failing()[at];
      for (Signature const& signature : made_.alone(habit, index)) {
        bool const is_shown = items_.shown(index).contains(signature);
        (is_shown ? seen : missed) += 1;
        if (is_shown) places.emplace(signature.operation, signature.place);
      }
      if (seen == 0 && missed >= enough_missed) return false;
    }
    return places.size() >= fewest_places_of_habit && seen >= likely_habit * (seen + missed);
  }

  /// Mistakes that a failing vector of their clause shows just so. All places where they could show in that vector are
  /// those that its clause is about.
  void suspect_alike() {
    for_known_in_failing([&](Deviation const& mistake, std::size_t index) {
      std::set<Signature> const shows = made_.alone(mistake, index);
      if (!shows.empty()) own_places_[index][mistake.clause].insert(shows.begin(), shows.end());
      bool const alike = std::any_of(shows.begin(), shows.end(),
                                     [&](Signature const& one) { return items_.shown(index).contains(one); });
      if (alike) suspect(mistake);
    });
  }

  /// Mistakes that a vector of their clause, which shows something else than the found ones make of it, would show just
  /// so together with them. Whether there are any new ones.
  bool suspect_in_pairs() {
    std::size_t const before = suspicions_.size();
    for_known_in_failing([&](Deviation const& mistake, std::size_t index) {
      bool const is_otherwise = made_.is_touched(index) && made_.shown(index) != items_.shown(index);
      if (is_otherwise && !suspected_.contains(&mistake) && !made_.effect_of(mistake, index).gained.empty())
        suspect(mistake);
    });
    return suspicions_.size() > before;
  }

  template <class Visit>
  void for_known_in_failing(Visit const& visit) {
    for (std::size_t const index : items_.failing()) {
      for (std::string const& clause : items_.clauses(index)) {
        for (Deviation const* const mistake : known_[clause]) visit(*mistake, index);
      }
    }
  }

  void suspect(Deviation const& mistake) {
    if (suspected_.insert(&mistake).second) suspicions_.push_back(suspicion_of(mistake));
  }

  [[nodiscard]] Suspicion suspicion_of(Deviation const& mistake) const {
    Suspicion suspicion{.mistake = &mistake};
    for (std::size_t const index : made_.looked_at(mistake)) set_effect(suspicion, index);
    weigh(suspicion);
    return suspicion;
  }

  void set_effect(Suspicion& suspicion, std::size_t index) const {
    Effect effect = made_.effect_of(*suspicion.mistake, index);
    if (effect.is_empty())
      suspicion.effects.erase(index);
    else
      suspicion.effects[index] = std::move(effect);
  }

  void weigh(Suspicion& suspicion) const {
    suspicion.explained.clear();
    suspicion.own = 0;
    suspicion.right = 0;
    double wrong = 0;
    for (auto const& [index, effect] : suspicion.effects) {
      for (Signature const& signature : effect.gained) suspicion.explained.push_back(items_.at(index, signature));
      if (is_cited(*suspicion.mistake, index)) suspicion.own += effect.gained.size();
      suspicion.right += static_cast<double>(effect.gained.size()) + std::max(0.0, -effect.needless);
      wrong += static_cast<double>(effect.lost.size()) + std::max(0.0, effect.needless);
    }
    suspicion.likely = suspicion.own == 0 ? 0 : suspicion.right / (suspicion.right + wrong);
  }

  [[nodiscard]] bool is_cited(Deviation const& mistake, std::size_t index) const {
    return is_habit(mistake) || items_.cites(index, mistake.clause);
  }

  /// Whether passing vectors of other clauses speak against it more than errors in failing ones for it: nearly every
  /// mistake in a file that is loaded ends in some error. Vectors of its own clause were looked at before.
  [[nodiscard]] bool is_refuted(Suspicion const& suspicion) const {
    std::set<std::string> operations;
    std::size_t foreign = 0;
    for (std::size_t const item : suspicion.explained) {
      auto const& [index, signature] = items_[item];
      if (!signature.place.empty() || is_cited(*suspicion.mistake, index)) continue;
      operations.insert(signature.operation);
      ++foreign;
    }
    if (foreign < fewest_foreign) return false;
    std::vector<std::size_t> passing;
    for (std::size_t index = 0; index < items_.judged().size(); ++index) {
      bool const is_of_them = operations.contains(items_.judged()[index].vector->steps.front().operation);
      if (is_of_them && items_.passes(index) && !is_cited(*suspicion.mistake, index)) passing.push_back(index);
    }
    std::size_t const step = std::max<std::size_t>(1, passing.size() / tried_against);
    std::size_t against = 0;
    for (std::size_t at = 0; at < passing.size(); at += step) {
      if (!made_.alone(*suspicion.mistake, passing[at]).empty()) against += step;
    }
    return against > foreign;
  }

  void drop(Deviation const& mistake) {
    std::erase_if(suspicions_, [&](Suspicion const& other) { return other.mistake == &mistake; });
  }

  /// What explains most, as far as it is likely; nothing when none explains anything more by a vector of its clause.
  /// Found mistakes seldom make another one likelier, so only the best are looked at anew, and all when none is left.
  [[nodiscard]] Suspicion* likeliest() {
    for (;;) {
      Suspicion* const best = best_so_far();
      bool const is_certain = best == nullptr ? !update_all() : !update(*best);
      if (is_certain) return best;
    }
  }

  [[nodiscard]] Suspicion* best_so_far() {
    Suspicion* best = nullptr;
    for (Suspicion& suspicion : suspicions_) best = better(best, suspicion);
    return best;
  }

  /// Whether there was anything to update.
  bool update(Suspicion& suspicion) const {
    if (suspicion.outdated.empty()) return false;
    for (std::size_t const index : std::exchange(suspicion.outdated, {})) set_effect(suspicion, index);
    weigh(suspicion);
    return true;
  }

  bool update_all() {
    bool is_any = false;
    for (Suspicion& suspicion : suspicions_) is_any = update(suspicion) || is_any;
    return is_any;
  }

  void convict(Suspicion const& suspicion) {
    found_.push_back(
        {.clauses = clauses_as_good_as(suspicion), .mistake = suspicion.mistake, .is_sure = suspicion.likely == 1});
    for (std::size_t const item : suspicion.explained) give(item, found_.back());
    make(*suspicion.mistake);
  }

  /// Gives it to a fault unless another one has it.
  void give(std::size_t item, Found& found) {
    if (left_[item]) found.items.push_back(item);
    left_[item] = false;
  }

  /// Gives it what no mistake is known to make.
  void absorb(std::size_t item, Found& found) {
    if (left_[item]) found.absorbed.insert(item);
    give(item, found);
  }

  void make(Deviation const& mistake) {
    made_.add(mistake);
    std::vector<std::size_t> const& changed = made_.touched_by(mistake);
    drop(mistake);
    for (Suspicion& other : suspicions_) other.outdated.insert(changed.begin(), changed.end());
  }

  /// The clause of the suspect, and those of others that explain the same.
  [[nodiscard]] std::vector<std::string> clauses_as_good_as(Suspicion const& suspicion) {
    if (is_habit(*suspicion.mistake)) return {};
    std::vector<std::pair<double, std::string>> others;
    for (Suspicion& other : suspicions_) {
      if (!is_as_good(other, suspicion) || (update(other) && !is_as_good(other, suspicion))) continue;
      others.emplace_back(-static_cast<double>(in_both(other, suspicion)) * other.likely, other.mistake->clause);
    }
    std::sort(others.begin(), others.end());
    std::vector<std::string> clauses = {suspicion.mistake->clause};
    for (auto const& [rank, clause] : others) {
      bool const is_new = std::find(clauses.begin(), clauses.end(), clause) == clauses.end();
      if (is_new && !clause.empty() && clauses.size() < most_clauses_of_fault) clauses.push_back(clause);
    }
    return clauses;
  }

  /// Takes back each fault without which the others show no less of what is shown: what was taken for a mistake before
  /// the others were found.
  void acquit_needless() {
    for (std::size_t position = found_.size(); position-- > 0 && found_.size() > 1;) {
      Deviation const& doubted = *found_[position].mistake;
      if (worth_of(doubted) > 0) continue;
      Items const items = std::move(found_[position].items);
      found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(position));
      made_.take_back(doubted);
      for (std::size_t const item : items) give_back(item);
    }
  }

  [[nodiscard]] double worth_of(Deviation const& made) const {
    double worth = 0;
    for (std::size_t const index : made_.touched_by(made)) {
      Effect const effect = made_.effect_without(made, index);
      worth += static_cast<double>(effect.lost.size()) - static_cast<double>(effect.gained.size()) + effect.needless;
    }
    return worth;
  }

  /// Gives what a fault had to another one that shows there, or leaves it unexplained.
  void give_back(std::size_t item) {
    auto const& [index, signature] = items_[item];
    Found* const found = made_.shown(index).contains(signature) ? found_in(index) : nullptr;
    left_[item] = found == nullptr;
    if (found != nullptr) found->items.push_back(item);
  }

  /// The found fault that would show in this vector and explains most, or nothing.
  [[nodiscard]] Found* found_in(std::size_t index) {
    Found* best = nullptr;
    for (Found& found : found_) {
      bool const shows = !made_.alone(*found.mistake, index).empty();
      if (shows && (best == nullptr || found.items.size() > best->items.size())) best = &found;
    }
    return best;
  }

  /// What lies where a found mistake shows belongs to it, and so does anything else in a vector in which it was seen:
  /// beside an unknown mistake it shows other signatures than it does alone.
  void absorb_rest() {
    for (bool const at_its_place : {true, false}) {
      for (Found& found : found_) {
        if (is_habit(*found.mistake)) continue;  // would show nearly everywhere
        std::set<std::size_t> const seen_in = vectors_of(found);
        for (std::size_t const index : items_.failing()) {
          std::set<Signature> const shows = made_.alone(*found.mistake, index);
          if (shows.empty() || !(at_its_place || seen_in.contains(index)) || !may_own(found, index)) continue;
          for (Signature const& signature : items_.shown(index)) {
            if (!at_its_place || lies_over(signature, shows)) absorb(items_.at(index, signature), found);
          }
        }
      }
    }
  }

  /// What is left in a vector of the documents stays theirs to name, whatever of our own pages shows beside it.
  [[nodiscard]] bool may_own(Found const& found, std::size_t index) const {
    return items_.group(index) != Group::documents || items_.group(found.mistake->clause) == Group::documents;
  }

  [[nodiscard]] std::set<std::size_t> vectors_of(Found const& found) const {
    std::set<std::size_t> vectors;
    for (std::size_t const item : found.items) vectors.insert(items_[item].first);
    return vectors;
  }

  ShownItems const& items_;
  MadeTogether made_;  ///< by the found mistakes
  std::map<std::string, Mistakes> known_;
  std::vector<Suspicion> suspicions_;  ///< of one mistake each
  std::set<Deviation const*> suspected_;
  std::vector<Found> found_;
  std::vector<bool> left_;  ///< which items no fault explains yet
  OwnPlaces own_places_;
};

}  // namespace

FoundMistakes find_mistakes(ShownItems const& items, Mistakes const& known, ShownBy const& shown_by) {
  return Search(items, known, shown_by).run();
}

}  // namespace conformance
