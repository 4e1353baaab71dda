#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/faults/signature.hpp"

namespace conformance {

/// A vector that was judged, as the diagnosis sees it.
struct JudgedVector {
  Vector const* vector = nullptr;
  std::set<Signature> shown;  ///< all that is wrong with it, in every way in which it was played; empty when it passed
  Group group = Group::documents;  ///< of its clauses
  bool gating = true;              ///< whether its failure may decide
  std::string raised = {};  ///< the wording of an error that was raised although none was expected (`raised_by`), or ""
  /// What hostile texts showed, each with the plain signatures of the differences that they made.
  std::map<Signature, std::set<Signature>> hostile = {};
  /// What is wrong with it beside `shown` although it passes by itself, each with the clauses that are broken then.
  std::map<Signature, std::vector<std::string>> besides = {};
  /// How plays ended in which the subject was not there to answer. They say nothing of any clause.
  std::set<Signature> unanswered = {};
};

using Mistakes = std::vector<Deviation const*>;

/// Whether it is made at every place of all answers (harness/judge/deviations); such a mistake has no clause.
[[nodiscard]] inline bool is_habit(Deviation const& mistake) {
  return mistake.clause.empty();
}

/// How a vector shows known mistakes, one or several at once: what is wrong with it when the reference makes them;
/// nothing wrong when the vector does not notice.
using ShownBy = std::function<std::set<Signature>(Mistakes const& mistakes, Vector const& vector)>;

/// Something wrong with one vector, by its index among the judged.
using Item = std::pair<std::size_t, Signature>;
/// Indexes of items.
using Items = std::vector<std::size_t>;

/// All that is wrong with the judged vectors, one by one.
class ShownItems {
 public:
  /// The vectors must outlive it.
  explicit ShownItems(std::vector<JudgedVector> const& judged);

  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] Item const& operator[](std::size_t item) const { return items_[item]; }
  /// The index of the item; there has to be one.
  [[nodiscard]] std::size_t at(std::size_t vector, Signature const& signature) const;

  [[nodiscard]] std::vector<JudgedVector> const& judged() const { return judged_; }
  [[nodiscard]] std::set<Signature> const& shown(std::size_t vector) const { return judged_[vector].shown; }
  /// Whether it was answered, and nothing is wrong with the answer.
  [[nodiscard]] bool passes(std::size_t vector) const {
    return judged_[vector].shown.empty() && judged_[vector].unanswered.empty();
  }
  [[nodiscard]] std::vector<std::string> const& clauses(std::size_t vector) const;
  [[nodiscard]] bool cites(std::size_t vector, std::string const& clause) const;
  [[nodiscard]] Group group(std::size_t vector) const { return judged_[vector].group; }
  /// The first of their groups.
  [[nodiscard]] Group group(std::set<std::size_t> const& vectors) const;
  /// The provider and the kind of its API that the vector's agent names or means, as "openai chat"; "" without an
  /// agent.
  [[nodiscard]] std::string const& interface(std::size_t vector) const { return interfaces_[vector]; }
  /// Of a clause that a judged vector cites.
  [[nodiscard]] Group group(std::string const& clause) const;
  /// The vectors with which something is wrong, in ascending order.
  [[nodiscard]] std::vector<std::size_t> const& failing() const { return failing_; }
  /// How many vectors cite the clause.
  [[nodiscard]] std::size_t count_citing(std::string const& clause) const;
  /// Vectors in order of how much besides may be wrong with them, and of how much they look at.
  [[nodiscard]] std::vector<std::size_t> narrowest_first(std::set<std::size_t> const& vectors) const;

 private:
  std::vector<JudgedVector> const& judged_;
  std::vector<std::string> interfaces_;  ///< by vector
  std::vector<Item> items_;
  std::map<Item, std::size_t> places_;  ///< of the items
  std::vector<std::size_t> failing_;
  std::map<std::string, std::size_t> citing_;  ///< by clause
  std::map<std::string, Group> groups_;        ///< by clause
};

/// Whether the place is, or lies above or below, that of one of the others.
[[nodiscard]] bool lies_over(Signature const& signature, std::set<Signature> const& others);

/// How vectors show the mistakes that the reference can be made to make; each is tried on a vector once, and not where
/// it is known to show nothing. From several threads at once.
class KnownMistakes {
 public:
  /// Whether it is known that the vector does not show the mistake.
  using IsUnnoticed = std::function<bool(Deviation const& mistake, Vector const& vector)>;

  /// `judge` and `signatures` must outlive it. `is_unnoticed`, if given, saves trying.
  KnownMistakes(DeviationJudge const& judge, SignatureMaker const& signatures, IsUnnoticed is_unnoticed = {})
      : judge_(judge), signatures_(signatures), is_unnoticed_(std::move(is_unnoticed)) {}

  [[nodiscard]] std::set<Signature> shown_by(Deviation const& mistake, Vector const& vector);

  /// Of a reference that makes all these mistakes; several at once are tried anew each time.
  [[nodiscard]] std::set<Signature> shown_by(Mistakes const& mistakes, Vector const& vector);

 private:
  [[nodiscard]] std::set<Signature> tried(Deviation const& subject, Vector const& vector) const;

  DeviationJudge const& judge_;
  SignatureMaker const& signatures_;
  IsUnnoticed const is_unnoticed_;
  std::mutex mutex_;
  std::map<std::pair<Deviation const*, Vector const*>, std::set<Signature>> shown_;
};

}  // namespace conformance
