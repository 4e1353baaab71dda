#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/run/run_faults.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/verdict/profile.hpp"

namespace conformance {

/// What a run says of one clause.
enum class ClauseState : std::uint8_t {
  held,          ///< all its vectors were played; those that gate pass, or fail elsewhere by faults of other clauses
  broken,        ///< a vector of it failed in its own right
  not_testable,  ///< vectors of it failed by faults of other clauses, at the places that it is about
  partly,        ///< as held, but others of its vectors were not played
  undecided,     ///< only vectors of it failed that decide nothing in this profile, and none passed
  unsupported,   ///< it has vectors, and the subject supports none of them
  not_selected,  ///< it has vectors, and the filter chose none of them
  no_vector,     ///< no vector cites it
  native,
  unobservable
};
[[nodiscard]] std::string_view clause_state_name(ClauseState state);
[[nodiscard]] std::optional<ClauseState> clause_state_named(std::string_view name);

struct ClauseCoverage {
  Clause const* clause = nullptr;
  ClauseState state = ClauseState::no_vector;
  std::vector<std::string> failing;       ///< ids of its vectors that show a fault of it
  std::vector<std::string> not_testable;  ///< ids of its vectors that show faults of others where it is looked at
  std::vector<std::size_t> faults;        ///< numbers of the faults in those, or of those but for which it is held
};

/// Clauses by state, for a section, a class or a level.
struct Tally {
  std::map<ClauseState, int> clauses;
  [[nodiscard]] int of(ClauseState state) const;
  [[nodiscard]] int total() const;
  /// All but those that are native or unobservable.
  [[nodiscard]] int testable() const;
  /// Those that are native or unobservable.
  [[nodiscard]] int exempt() const;
  /// Testable ones of which nothing is known: neither held nor broken, nor hidden behind faults of others.
  [[nodiscard]] int not_judged() const;
};

/// A class by its clauses of the levels MUST and MUST NOT.
struct JudgedClass {
  Tally binding;
  std::string verdict;  ///< see class_verdict
};

/// The clauses of one group, counted; the groups are never mixed.
struct GroupTallies {
  std::vector<std::pair<std::string, Tally>> sections;  ///< by their numbers
  std::map<std::string, JudgedClass> classes;
  std::map<Level, Tally> levels;
};

struct Summary {
  std::map<Status, int> vectors;              ///< by worst status
  std::map<Way, std::map<Status, int>> ways;  ///< attempts by way and status
  std::vector<ClauseCoverage> clauses;        ///< in the order of the registry
  std::map<Group, GroupTallies> groups;       ///< those that have a clause
  std::map<std::string, std::vector<std::string>>
      findings;                  ///< of the mock about what passed: rule to the ids of vectors
  std::vector<RunFault> faults;  ///< the worst first
  int deciding_failures = 0;     ///< vectors that failed and decide the exit code
  int held_but_for_faults = 0;   ///< vectors that failed by faults of other clauses only, away from their own
  int non_gating_failures = 0;   ///< vectors that failed without deciding: that never gate, of another level or group
  std::size_t in_corpus = 0;     ///< vectors that there are
  std::size_t with_result = 0;   ///< of these, those that were selected and not cut off
  int exit_code = 0;
  std::string verdict;                            ///< one sentence that says why the exit code is what it is
  std::vector<std::string> notes = {};            ///< how processes of the subject ended otherwise than cleanly
  std::optional<std::string> cut = std::nullopt;  ///< what cut the run short, and how much was not played

  /// Whether every vector of the corpus has a result. Only then can a class be conformant.
  [[nodiscard]] bool is_whole() const { return with_result == in_corpus; }
};

/// Whether a failure of this vector may decide the exit code.
[[nodiscard]] bool decides(VectorResult const& result, Deciding const& deciding);
/// Whether a failed vector does. One that shows faults of other clauses only decides where one of these does: its own
/// clauses are held, so that a SHOULD never costs a MUST.
[[nodiscard]] bool failure_decides(VectorResult const& result, Deciding const& deciding);
/// Whether clauses of this group and level decide the exit code.
[[nodiscard]] bool decides(Group group, Level level, Deciding const& deciding);

/// "conformant", "partly (n of m clauses judged)", "not (n of m clauses broken)" or "not judged" for a class; the
/// second and third also say how many clauses are not testable. A class is conformant only in a whole run: what a
/// filter or a shard leaves out may be what breaks it.
[[nodiscard]] std::string class_verdict(Tally const& binding, bool whole_run);

/// What the verdict does not speak of, a sentence a line: how many vectors are unsupported, and of which classes
/// nothing was judged in a run that left no vector out. "" when everything was judged.
[[nodiscard]] std::string not_judged_text(Summary const& summary);

/// Counts a run. Exit code: 3 when the harness failed, when nothing passed or failed that decides, or when classes are
/// required of a run that is not whole; 1 when a vector failed that decides (gating, of a deciding group and level, and
/// by a fault that decides where it shows faults of other clauses only), a required class is not conformant, or there
/// are notes where a clean exit is required; else 0.
[[nodiscard]] Summary summarize(std::vector<VectorResult> const& results, Corpus const& corpus,
                                ClauseRegistry const& registry, Deciding const& deciding,
                                std::vector<RunFault> faults = {}, std::vector<std::string> notes = {});

}  // namespace conformance
