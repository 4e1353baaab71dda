#include "harness/faults/made_together.hpp"

#include <algorithm>
#include <functional>

namespace conformance {
namespace made_together {
namespace {

/// What counts of a mistake that would show when something else is wrong at the same place, so that it cannot be seen.
constexpr double hidden_share = 0.3;

/// Of so many passing vectors one shows whether a habit would spoil them.
constexpr std::size_t sampled = 5;

double weight(Signature const& needless, std::set<Signature> const& seen) {
  return lies_over(needless, seen) ? hidden_share : 1;
}

}  // namespace
}  // namespace made_together

MadeTogether::MadeTogether(ShownItems const& items, ShownBy const& shown_by)
    : items_(items), shown_by_(shown_by), shown_(items.judged().size()), touched_(items.judged().size(), false) {}

std::set<Signature> MadeTogether::alone(Mutant const& mistake, std::size_t index) const {
  return shown_by({&mistake}, index);
}

std::set<Signature> MadeTogether::shown_by(Mistakes const& mistakes, std::size_t index) const {
  return mistakes.empty() ? std::set<Signature>() : shown_by_(mistakes, *items_.judged()[index].vector);
}

std::vector<std::size_t> const& MadeTogether::touched_by(Mutant const& mistake) const {
  static std::vector<std::size_t> const none;
  auto const found = touched_by_.find(&mistake);
  return found == touched_by_.end() ? none : found->second;
}

std::vector<std::size_t> MadeTogether::looked_at(Mistakes const& mistakes) const {
  std::vector<std::size_t> indexes;
  for (std::size_t index = 0; index < shown_.size(); ++index) {
    bool const may_show = std::any_of(mistakes.begin(), mistakes.end(), [&](Mutant const* mistake) {
      return is_habit(*mistake) ? index % made_together::sampled == 0 : items_.cites(index, mistake->clause);
    });
    if (may_show || !items_.shown(index).empty()) indexes.push_back(index);
  }
  return indexes;
}

bool MadeTogether::may_be_hidden(Mutant const& mistake) const {
  bool is_any = false;
  for (std::size_t index = 0; index < shown_.size(); ++index) {
    if (!items_.cites(index, mistake.clause)) continue;
    for (Signature const& signature : alone(mistake, index)) {
      if (!lies_over(signature, items_.shown(index))) return false;
      is_any = true;
    }
  }
  return is_any;
}

Mistakes MadeTogether::made_and(Mistakes const& more) const {
  Mistakes mistakes = made_;
  mistakes.insert(mistakes.end(), more.begin(), more.end());
  std::sort(mistakes.begin(), mistakes.end(), [](Mutant const* one, Mutant const* other) {
    return is_habit(*one) != is_habit(*other) ? is_habit(*one) : std::less<>()(one, other);
  });
  return mistakes;
}

/// A mistake that shows nothing there by itself is not tried with the others, but in a vector of its clause: most of
/// them would change nothing, and each try costs a play.
std::set<Signature> MadeTogether::shown_with(Mistakes const& more, std::size_t index) const {
  Mistakes showing;
  for (Mutant const* const mistake : more) {
    bool const is_cited = is_touched(index) && items_.cites(index, mistake->clause);
    if (is_cited || !alone(*mistake, index).empty()) showing.push_back(mistake);
  }
  if (showing.empty()) return shown_[index];
  return shown_by(is_touched(index) ? made_and(showing) : showing, index);
}

Effect MadeTogether::difference(std::size_t index, std::set<Signature> const& now) const {
  Effect effect;
  std::set<Signature> const& before = shown_[index];
  std::set<Signature> const& seen = items_.shown(index);
  for (Signature const& signature : now) {
    if (before.contains(signature)) continue;
    if (seen.contains(signature))
      effect.gained.insert(signature);
    else
      effect.needless += made_together::weight(signature, seen);
  }
  for (Signature const& signature : before) {
    if (now.contains(signature)) continue;
    if (seen.contains(signature))
      effect.lost.insert(signature);
    else
      effect.needless -= made_together::weight(signature, seen);
  }
  return effect;
}

Effect MadeTogether::effect_of(Mistakes const& more, std::size_t index) const {
  return difference(index, shown_with(more, index));
}

Effect MadeTogether::effect_without(Mutant const& made, std::size_t index) const {
  Mistakes others = made_;
  std::erase(others, &made);
  return difference(index, shown_by(others, index));
}

void MadeTogether::add(Mutant const& another) {
  std::vector<std::size_t>& touched = touched_by_[&another];
  for (std::size_t const index : looked_at({&another})) {
    std::set<Signature> now = shown_with({&another}, index);
    if (now == shown_[index] && alone(another, index).empty()) continue;
    touched.push_back(index);
    touched_[index] = true;
    shown_[index] = std::move(now);
  }
  made_ = made_and({&another});
}

void MadeTogether::take_back(Mutant const& made) {
  std::erase(made_, &made);
  for (std::size_t const index : touched_by(made)) shown_[index] = shown_by(made_, index);
  touched_by_.erase(&made);
}

}  // namespace conformance
