#include "harness/faults/known_mistakes.hpp"

#include <optional>

namespace conformance {

std::set<Signature> KnownMistakes::shown_by(Mutant const& mistake, Vector const& vector) {
  std::pair const key(&mistake, &vector);
  {
    std::scoped_lock const lock(mutex_);
    if (auto const found = shown_.find(key); found != shown_.end()) return found->second;
  }
  std::optional<Attempt> const failure = judge_.failure_of(vector, mistake);
  std::set<Signature> shown;
  if (failure) shown = signatures_.of(*failure);
  std::scoped_lock const lock(mutex_);
  return shown_.emplace(key, std::move(shown)).first->second;
}

}  // namespace conformance
