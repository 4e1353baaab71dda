#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/deviations/mutant.hpp"
#include "harness/judge/faults/signature.hpp"
#include "harness/judge/vectors/vector.hpp"
#include "harness/proof/sharpness/kill_matrix.hpp"
#include "harness/proof/sharpness/program_digests.hpp"

namespace conformance {

/// A vector as results know it.
struct ResultVector {
  std::string id;
  std::string key;  ///< see `result_key`
  std::set<std::string> operations;
  bool is_played_anew = false;  ///< see MutantJudge::plays_anew
};

/// A digest of what decides the results of a vector besides the mutant: all that stands in its file, its files, the
/// decisions that its clauses are contested by, which names of its input are words of the protocol, and what the
/// reference answered (MutantJudge::answers_of).
[[nodiscard]] std::string result_key(Vector const& vector, ClauseRegistry const& registry,
                                     SignatureMaker const& signatures, std::string const& answers);

/// What mutants do to vectors, as far as it is known: that a vector passes, or where it fails. A result belongs to a
/// vector and a mutant, and is kept for as long as both are what they were and the vector gets the same answers. Where
/// more is answered than that (`Mutant::asks_further`, `MutantJudge::plays_anew`), what answers has to be the same; and
/// nothing is kept when what judges has become another.
///
/// Mutants and vectors are named by their indexes.
class MutantResults {
 public:
  /// What no mutant of other operations can change is known from the start.
  MutantResults(std::vector<Mutant> const& mutants, std::vector<ResultVector> vectors,
                ProgramDigests program = program_digests());

  [[nodiscard]] std::size_t mutant_count() const { return mutants_.size(); }
  [[nodiscard]] std::size_t vector_count() const { return vectors_.size(); }
  // Each throws std::out_of_range for one that it was not made with.
  [[nodiscard]] std::size_t index_of_mutant(std::string const& name) const { return mutant_places_.at(name); }
  [[nodiscard]] std::size_t index_of_vector(std::string const& id) const { return vector_places_.at(id); }

  [[nodiscard]] bool know(std::size_t mutant, std::size_t vector) const { return known_[vector][mutant]; }
  /// Whether everything is known.
  [[nodiscard]] bool are_whole() const;
  // Whether it was not in the first text that was added, or was another one.
  [[nodiscard]] bool is_new_mutant(std::size_t mutant) const { return !met_mutants_[mutant]; }
  [[nodiscard]] bool is_new_vector(std::size_t vector) const { return !met_vectors_[vector]; }

  /// Where the vector fails under the mutant; nowhere when it passes, or when it is not known.
  [[nodiscard]] ShownPlaces const& shown(std::size_t mutant, std::size_t vector) const;
  /// All vectors that are known to fail under the mutant.
  [[nodiscard]] Killers const& killers(std::size_t mutant) const { return shown_[mutant]; }

  void add(std::size_t mutant, std::size_t vector, ShownPlaces places);

  /// Adds what still holds of what `text` once made. Returns "", or why nothing of it can be used: it is damaged, or of
  /// a program that judges otherwise.
  std::string add_text(std::string const& text);

  /// All that is known, in lines of JSON: a head with the digests; for each vector its number, key and id, below a line
  /// with its topic, and which of the mutants below are not known, if any; for each mutant its key, name, and by the
  /// place at which they fail the numbers of the vectors. Vectors that `add_text` met keep their numbers.
  [[nodiscard]] std::string text() const;

 private:
  struct ResultMutant {
    std::string name;
    std::string key;
    bool asks_further;
  };
  struct Stored;

  static Stored stored_in(std::string const& text);
  static void demand_sound(Stored const& stored);
  void meet(Stored const& stored);
  void take(Stored const& stored);
  [[nodiscard]] std::vector<std::size_t> numbers() const;

  std::vector<ResultMutant> mutants_;
  std::vector<ResultVector> vectors_;
  ProgramDigests program_;
  std::unordered_map<std::string, std::size_t> mutant_places_;
  std::unordered_map<std::string, std::size_t> vector_places_;
  std::vector<std::vector<bool>> known_;  ///< by vector, then mutant
  std::vector<Killers> shown_;            ///< by mutant, then vector
  bool has_met_ = false;                  ///< whether a text was added
  std::vector<bool> met_mutants_;
  std::vector<bool> met_vectors_;
  std::unordered_map<std::string, std::size_t> numbers_;  ///< of vectors that a file had, by id
};

}  // namespace conformance
