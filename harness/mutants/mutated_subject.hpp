#pragma once

#include "harness/mutants/mutant.hpp"
#include "harness/subject/subject.hpp"

namespace conformance {

/// A subject that answers as a mutant of another one would. Both must outlive it; what it says of itself, its scratch
/// folder and its thread safety are those of the inner subject.
class MutatedSubject final : public Subject {
 public:
  MutatedSubject(Mutant const& mutant, Subject& inner);
  [[nodiscard]] Capabilities const& capabilities() const override;
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] std::string scratch() const override;

 private:
  Mutant const& mutant_;
  Subject& inner_;
};

}  // namespace conformance
