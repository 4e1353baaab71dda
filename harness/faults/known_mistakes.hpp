#pragma once

#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "harness/faults/signature.hpp"
#include "harness/mutants/kill_matrix.hpp"
#include "harness/mutants/mutant_judge.hpp"

namespace conformance {

/// How vectors show the mistakes that the reference can be made to make; each is tried on a vector once, and not where
/// it is known to show nothing. From several threads at once.
class KnownMistakes {
 public:
  /// `judge` and `signatures` must outlive it. `kills`, if given, tells of each mistake which vectors show it.
  KnownMistakes(MutantJudge const& judge, SignatureMaker const& signatures, Kills kills = {})
      : judge_(judge), signatures_(signatures), kills_(std::move(kills)) {}

  [[nodiscard]] std::set<Signature> shown_by(Mutant const& mistake, Vector const& vector);

  /// Of a reference that makes all these mistakes; several at once are tried anew each time.
  [[nodiscard]] std::set<Signature> shown_by(std::vector<Mutant const*> const& mistakes, Vector const& vector);

 private:
  [[nodiscard]] std::set<Signature> tried(Mutant const& subject, Vector const& vector) const;

  MutantJudge const& judge_;
  SignatureMaker const& signatures_;
  Kills const kills_;
  std::mutex mutex_;
  std::map<std::pair<Mutant const*, Vector const*>, std::set<Signature>> shown_;
};

}  // namespace conformance
