#include "harness/faults/known_mistakes.hpp"

#include <optional>

#include "harness/faults/made_together.hpp"
#include "harness/mutants/together.hpp"

namespace conformance {

std::set<Signature> KnownMistakes::shown_by(Mutant const& mistake, Vector const& vector) {
  std::pair const key(&mistake, &vector);
  {
    std::scoped_lock const lock(mutex_);
    if (auto const found = shown_.find(key); found != shown_.end()) return found->second;
  }
  bool const is_known_to_pass = kills_ && !is_habit(mistake) && kills_(mistake, vector.id).empty();
  std::set<Signature> shown = is_known_to_pass ? std::set<Signature>() : tried(mistake, vector);
  std::scoped_lock const lock(mutex_);
  return shown_.emplace(key, std::move(shown)).first->second;
}

std::set<Signature> KnownMistakes::shown_by(std::vector<Mutant const*> const& mistakes, Vector const& vector) {
  if (mistakes.size() == 1) return shown_by(*mistakes.front(), vector);
  return tried(all_at_once(mistakes), vector);
}

std::set<Signature> KnownMistakes::tried(Mutant const& subject, Vector const& vector) const {
  std::optional<Attempt> const failure = judge_.failure_of(vector, subject);
  return failure ? signatures_.of(*failure) : std::set<Signature>();
}

}  // namespace conformance
