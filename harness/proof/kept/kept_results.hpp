#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/faults/signature.hpp"
#include "harness/judge/vectors/vector.hpp"
#include "harness/proof/kept/program_digests.hpp"

namespace conformance {

/// What a deviation does to a vector, in texts: where it fails under a mutant, how it comes out under a reading. None
/// when all is as it is without.
using Outcome = std::set<std::string>;

/// A vector as results know it.
struct ResultVector {
  std::string id;
  std::string key;  ///< see `result_key`
  std::set<std::string> operations;
  bool is_played_anew = false;  ///< see `conformance::is_played_anew`
};

/// A mutant, a reading or several at once, as results know them.
struct ResultDeviation {
  std::string name;
  std::string digest;                     ///< of all that decides what it does, save for what judges
  std::set<std::string> operations = {};  ///< those whose replies it may change; empty: any
  bool asks_further = true;               ///< see Deviation::asks_further
};

/// A digest of what decides the results of a vector besides the deviation and the answers of the reference: all that
/// stands in its file, its files, the decisions that its clauses are contested by, and which names of its input are
/// words of the protocol.
[[nodiscard]] std::string result_key(Vector const& vector, ClauseRegistry const& registry,
                                     SignatureMaker const& signatures);

/// The digests of a program whose reference speaks the edition of these clauses: as if the sources of what answers were
/// others in each, since it is asked by other rules.
[[nodiscard]] ProgramDigests digests_by_edition(ProgramDigests program, ClauseRegistry const& registry);

/// A digest of what the reference answers to a vector (DeviationJudge::answers_of), which is given by its index. It is
/// called from several threads at once.
using AnswersOf = std::function<std::string(std::size_t vector)>;

/// What deviations do to vectors, as far as it is known. A result belongs to a vector and a deviation, and is kept for
/// as long as both are what they were and the vector gets the same answers. These are the same as long as the sources
/// of what answers are, and its edition; when they have changed, each vector is asked. Where more is answered than that
/// (`ResultDeviation::asks_further`, `is_played_anew`), nothing is kept then; and never when what judges has
/// become another.
///
/// Deviations and vectors are named by their indexes.
class KeptResults {
 public:
  /// What no deviation of other operations can change is known from the start.
  KeptResults(std::vector<ResultDeviation> const& deviations, std::vector<ResultVector> vectors, AnswersOf answers_of,
              ProgramDigests program);

  [[nodiscard]] std::size_t deviation_count() const { return deviations_.size(); }
  [[nodiscard]] std::size_t vector_count() const { return vectors_.size(); }
  // Each throws std::out_of_range for one that it was not made with.
  [[nodiscard]] std::size_t index_of_deviation(std::string const& name) const { return deviation_places_.at(name); }
  [[nodiscard]] std::size_t index_of_vector(std::string const& id) const { return vector_places_.at(id); }

  [[nodiscard]] std::string const& name_of(std::size_t deviation) const { return deviations_[deviation].name; }
  [[nodiscard]] std::string const& id_of(std::size_t vector) const { return vectors_[vector].id; }

  [[nodiscard]] bool know(std::size_t deviation, std::size_t vector) const { return known_[vector][deviation] != 0; }
  /// Whether everything is known.
  [[nodiscard]] bool are_whole() const;
  // Whether it was not in the first text that was added, or was another one.
  [[nodiscard]] bool is_new_deviation(std::size_t deviation) const { return !met_deviations_[deviation]; }
  [[nodiscard]] bool is_new_vector(std::size_t vector) const { return !met_vectors_[vector]; }

  /// Nothing as well when it is not known.
  [[nodiscard]] Outcome const& outcome(std::size_t deviation, std::size_t vector) const;
  /// All vectors that are known to come out otherwise under the deviation, and how.
  [[nodiscard]] std::map<std::size_t, Outcome> const& outcomes(std::size_t deviation) const {
    return outcomes_[deviation];
  }

  void add(std::size_t deviation, std::size_t vector, Outcome outcome);
  /// Nothing is known of it any more, nor taken from a text.
  void forget(std::size_t deviation, std::size_t vector);

  /// Adds what still holds of what `text` once made. Returns "", or why nothing of it can be used: it is damaged, or of
  /// a program that judges otherwise.
  std::string add_text(std::string const& text);

  /// All that is known, in lines of JSON: a head with the digests; for each vector its number, key, answers and id,
  /// below a line with its topic, and which of the deviations below are not known, if any; for each deviation its key,
  /// name, and by the texts of outcomes the numbers of the vectors. Vectors that `add_text` met keep their numbers.
  [[nodiscard]] std::string text() const;

 private:
  struct OwnDeviation {
    std::string name;
    std::string key;
    bool asks_further;
  };
  struct Stored;
  /// Each 0 or 1. There are 25 million of them, for which bits are too slow in a build that is not optimised.
  using Flags = std::vector<char>;

  static Stored stored_in(std::string const& text);
  static void demand_sound(Stored const& stored);
  void meet(Stored const& stored);
  void take(Stored const& stored);
  void learn_answers_beside(Stored const& stored);
  [[nodiscard]] Flags taken_of(std::size_t vector, std::vector<std::size_t> const& gaps,
                               std::vector<std::optional<std::size_t>> const& deviations, bool is_answered_alike);
  [[nodiscard]] std::vector<std::size_t> numbers() const;

  std::vector<OwnDeviation> deviations_;
  std::vector<ResultVector> vectors_;
  AnswersOf answers_of_;
  ProgramDigests program_;
  std::unordered_map<std::string, std::size_t> deviation_places_;
  std::unordered_map<std::string, std::size_t> vector_places_;
  std::vector<std::string> answers_;                         ///< by vector; "" as long as nobody needed to know
  std::vector<Flags> known_;                                 ///< by vector, then deviation
  std::vector<std::map<std::size_t, Outcome>> outcomes_;     ///< by deviation, then vector
  std::set<std::pair<std::size_t, std::size_t>> forgotten_;  ///< deviation and vector
  bool has_met_ = false;                                     ///< whether a text was added
  std::vector<bool> met_deviations_;
  std::vector<bool> met_vectors_;
  std::unordered_map<std::string, std::size_t> numbers_;  ///< of vectors that a file had, by id
};

}  // namespace conformance
