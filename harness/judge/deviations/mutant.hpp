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

/// Calls the unmutated reference; mutants may do so with changed params, several times or not at all.
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
struct MutantMark {
  std::string name;    ///< "first-only", "blanks", or "no blanks" when no mutant of the clause can show that
  std::string clause;  ///< usually the one that the mutant breaks
  bool operator==(MutantMark const&) const = default;
};

/// A way to break one clause: a rule over params and reply that holds for every input the clause bears on.
/// A mutant names no vector and no literal of one.
struct Mutant {
  std::string id;      ///< unique, kebab-case, starts with nothing but what it breaks: "tool-calls-ignored"
  std::string clause;  ///< the clause that it breaks
  std::string breaks;  ///< one sentence: what the mutated implementation does instead
  std::function<Reply(std::string const& operation, Json const& params, AskReference const& reference)> answer;
  /// The operations whose replies it may change; empty: any.
  std::set<std::string> operations = {};
  /// As `answer`, for a call that the reference has answered; nothing where the mutant leaves that answer alone. Not
  /// every mutant has it.
  std::function<std::optional<Reply>(AnsweredCall const& call, AskReference const& reference)> change = {};
  /// Whether the items of a stream are passed on when it is over and not as they come; empty: never.
  std::function<bool(std::string const& operation, Json const& params)> tells_late = {};
  std::vector<MutantMark> marks = {};
  /// Digest of all that decides how it answers; "" when that is written in C++, which the program decides.
  std::string digest = {};
  /// Whether it may ask the reference something else than it was asked itself.
  bool asks_further = true;
};

/// The mutants of mutants/ below the folder of the specification, sorted by clause then id. Throws InputError on what
/// read_mutant_pages refuses.
[[nodiscard]] std::vector<Mutant> read_mutants(FileTree const& spec);

/// Those of them whose clause is in the registry.
[[nodiscard]] std::vector<Mutant> mutants_of_edition(std::vector<Mutant> mutants, ClauseRegistry const& registry);

/// A subject that answers as a mutant of another one would. Both must outlive it; what it says of itself, its scratch
/// folder and its thread safety are those of the inner subject.
class MutatedSubject final : public Subject {
 public:
  MutatedSubject(Mutant const& mutant, Subject& inner);
  [[nodiscard]] Capabilities const& capabilities() const override;
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override;
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override;
  [[nodiscard]] std::string scratch() const override;

 private:
  Mutant const& mutant_;
  Subject& inner_;
};

/// What the mutant makes of a call that the reference has answered; nothing where status, value and items are the same.
[[nodiscard]] std::optional<Reply> changed_reply(Mutant const& mutant, AnsweredCall const& call,
                                                 AskReference const& reference);

/// Whether the mutant passes the items of that call's stream on only when it is over.
[[nodiscard]] bool tells_late(Mutant const& mutant, std::string const& operation, Json const& params);

/// Whether the mutant passes its request on to the reference unchanged and passes its answer on, so that carrying the
/// call out anew would show nothing. It may ask the reference what is prepared or built, which has no effects.
[[nodiscard]] bool leaves_alone(Mutant const& mutant, AnsweredCall const& call, AskReference const& reference);

/// A subject that has all these mistakes at once: each mutant calls the next, the last calls the reference. The mutants
/// must outlive it.
[[nodiscard]] Mutant all_at_once(std::vector<Mutant const*> mutants);

}  // namespace conformance
