#pragma once

#include <string>

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
  [[nodiscard]] Reply call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) override;
  [[nodiscard]] std::string scratch() const override;

 private:
  Mutant const& mutant_;
  Subject& inner_;
};

/// Whether two replies are the same to everybody who judges them: status, value and items.
[[nodiscard]] bool same_reply(Reply const& left, Reply const& right);

/// What the mutant makes of a call that the reference has answered; nothing where that is the same to everybody.
[[nodiscard]] std::optional<Reply> changed_reply(Mutant const& mutant, AnsweredCall const& call,
                                                 AskReference const& reference);

/// Whether the mutant tells of the items of that call's stream only when it is over.
[[nodiscard]] bool tells_late(Mutant const& mutant, std::string const& operation, Json const& params);

/// Whether the mutant passes its request on to the reference unchanged and passes its answer on, so that carrying the
/// call out anew would show nothing.
[[nodiscard]] bool leaves_alone(Mutant const& mutant, AnsweredCall const& call);

}  // namespace conformance
