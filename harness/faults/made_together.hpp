#pragma once

#include <map>
#include <set>
#include <vector>

#include "harness/faults/shown_items.hpp"

namespace conformance {

using Mistakes = std::vector<Mutant const*>;

/// Whether it is one at every place of all answers (harness/habits), and of no clause.
[[nodiscard]] inline bool is_habit(Mutant const& mistake) {
  return mistake.clause.empty();
}

/// What more mistakes, or fewer, would change of what is shown in one vector.
struct Effect {
  std::set<Signature> gained;  ///< is shown by the subject, and would be now
  std::set<Signature> lost;    ///< is shown by the subject, and would not be any more
  /// What the subject does not show and would be shown now, less what would not be any more. What lies where the
  /// subject shows something else could not be seen and counts less.
  double needless = 0;

  [[nodiscard]] bool is_none() const { return gained.empty() && lost.empty() && needless == 0; }
};

/// Mistakes that the reference makes at once, against what the judged vectors show. Two mistakes that meet in a vector
/// seldom show there what each shows alone, so further ones are judged together with those that were found.
class MadeTogether {
 public:
  /// Both must outlive it.
  MadeTogether(ShownItems const& items, ShownBy const& shown_by);

  /// Of making these, too, in the vector of that index.
  [[nodiscard]] Effect effect_of(Mistakes const& more, std::size_t index) const;
  [[nodiscard]] Effect effect_without(Mutant const& made, std::size_t index) const;

  /// Where mistakes may show: beside the failing vectors in those of their clauses, of which the ones that pass speak
  /// against them; for a habit, which has no clause, in a sample of all vectors. In ascending order.
  [[nodiscard]] std::vector<std::size_t> looked_at(Mistakes const& mistakes) const;

  /// Whether the subject shows something, if something else, wherever the vectors of its clause would show this
  /// mistake, and they would.
  [[nodiscard]] bool may_be_hidden(Mutant const& mistake) const;

  /// Makes this mistake, too.
  void add(Mutant const& another);
  void take_back(Mutant const& made);
  /// The vectors in which it changed anything when it was added, or would have alone; none unless it is made.
  [[nodiscard]] std::vector<std::size_t> const& touched_by(Mutant const& mistake) const;
  [[nodiscard]] bool makes(Mutant const& mistake) const { return touched_by_.contains(&mistake); }

  /// Whether any of the mistakes was ever seen there, alone or with the others.
  [[nodiscard]] bool is_touched(std::size_t index) const { return touched_[index]; }
  /// What all mistakes at once show there.
  [[nodiscard]] std::set<Signature> const& shown(std::size_t index) const { return shown_[index]; }
  [[nodiscard]] std::set<Signature> alone(Mutant const& mistake, std::size_t index) const;

 private:
  [[nodiscard]] Mistakes made_and(Mistakes const& more) const;
  [[nodiscard]] std::set<Signature> shown_with(Mistakes const& more, std::size_t index) const;
  [[nodiscard]] std::set<Signature> shown_by(Mistakes const& mistakes, std::size_t index) const;
  [[nodiscard]] Effect difference(std::size_t index, std::set<Signature> const& now) const;

  ShownItems const& items_;
  ShownBy const& shown_by_;
  Mistakes made_;  ///< in the order in which they act on each other's answers: habits last, so that they come first
  std::vector<std::set<Signature>> shown_;  ///< by vector
  std::vector<bool> touched_;               ///< by vector
  std::map<Mutant const*, std::vector<std::size_t>> touched_by_;
};

}  // namespace conformance
