#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/files/file_tree.hpp"
#include "harness/judge/subject/subject.hpp"

namespace conformance {

/// Calls the reference; deviations may do so with changed params, several times or not at all.
using AskReference = std::function<Reply(std::string const& operation, Json const& params)>;

/// A request to a subject, and its answer.
struct AnsweredCall {
  std::string operation;
  Json params;
  Reply reply;
  std::vector<Json> sent = {};           ///< the bodies that its vector sent to the provider, all steps together
  std::uint64_t number = next_number();  ///< no two calls have the same, save for copies

 private:
  static std::uint64_t next_number();
};

/// What a mutant shows of a clause, for rules over all mutants that do.
struct DeviationMark {
  std::string name;    ///< "first-only", "blanks", or "no blanks" when no deviation of the clause can show that
  std::string clause;  ///< usually the one that the mutant breaks
  bool operator==(DeviationMark const&) const = default;
};

/// What results that are kept of a deviation depend on.
struct DeviationMakeup {
  /// Of all that decides how it answers; "" when that is written in C++, which the program decides.
  std::string digest = {};
  /// Whether it may ask the reference something else than it was asked itself.
  bool asks_further = true;
};

/// A rule over params and reply by which a subject departs from the reference, for every input that it bears on; it
/// names no vector and no literal of one. A mutant breaks a clause; a reading is one that a decision allows; a habit
/// and a trivial subject are about no clause.
struct Deviation {
  std::string id;      ///< unique; of a mutant in kebab-case: "tool-calls-ignored"; of a reading "A-002 own-line"
  std::string clause;  ///< that it breaks; of a reading its decision; else ""
  std::string breaks;  ///< one sentence: what the implementation does instead; "" of a reading, whose decision says it
  std::function<Reply(std::string const& operation, Json const& params, AskReference const& reference)> answer;
  /// The operations whose replies it may change; empty: any.
  std::set<std::string> operations = {};
  /// As `answer`, for a call that the reference has answered; nothing where the deviation leaves that answer alone. Not
  /// every deviation has it.
  std::function<std::optional<Reply>(AnsweredCall const& call, AskReference const& reference)> change = {};
  /// Whether the items of a stream are passed on when it is over and not as they come; empty: never.
  std::function<bool(std::string const& operation, Json const& params)> tells_late = {};
  std::vector<DeviationMark> marks = {};
  /// Worked out anew by each call: a run that judges does not need it.
  std::function<DeviationMakeup()> makeup = [] { return DeviationMakeup{}; };
  std::string reading = {};       ///< of a reading: its name in decisions.md, "own-line"
  std::string unobservable = {};  ///< of a reading: why no operation can show it; it answers as the reference then
};

/// The mutants of mutants/ below the folder of the specification, sorted by clause then id. Throws InputError on what
/// read_mutant_pages refuses.
[[nodiscard]] std::vector<Deviation> read_mutants(FileTree const& spec);

/// Those of them whose clause is in the registry.
[[nodiscard]] std::vector<Deviation> mutants_of_edition(std::vector<Deviation> mutants, ClauseRegistry const& registry);

/// A subject that answers as a deviation of another one would. Both must outlive it; what it says of itself, its
/// scratch folder and its thread safety are those of the inner subject.
class DeviatingSubject final : public Subject {
 public:
  DeviatingSubject(Deviation const& deviation, Subject& inner);
  [[nodiscard]] Capabilities const& capabilities() const override;
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override;
  [[nodiscard]] std::string scratch() const override;

 private:
  Deviation const& deviation_;
  Subject& inner_;
};

/// What the deviation makes of a call that the reference has answered; nothing where status, value and items are the
/// same.
[[nodiscard]] std::optional<Reply> changed_reply(Deviation const& deviation, AnsweredCall const& call,
                                                 AskReference const& reference);

/// Whether the deviation passes the items of that call's stream on only when it is over.
[[nodiscard]] bool tells_late(Deviation const& deviation, std::string const& operation, Json const& params);

/// Whether the deviation passes its request on to the reference unchanged and passes its answer on, so that carrying
/// the call out anew would show nothing. It may ask the reference what is prepared or built, which has no effects.
[[nodiscard]] bool leaves_alone(Deviation const& deviation, AnsweredCall const& call, AskReference const& reference);

/// A subject that has all these mistakes at once: each deviation calls the next, the last calls the reference. The
/// deviations must outlive it.
[[nodiscard]] Deviation all_at_once(std::vector<Deviation const*> deviations);

}  // namespace conformance
