#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/matching/same_json.hpp"
#include "harness/mutants/kill_matrix.hpp"

namespace conformance {

/// How many clauses a subject that understands nothing holds.
struct TrivialScore {
  std::string subject;
  std::size_t clauses_held = 0;

  bool operator==(TrivialScore const&) const = default;
};

/// How sharp the suite is, as `mutants --json` measured it for one corpus, and `trivial --json` after it.
struct MutationScore {
  std::string corpus_digest;
  std::size_t mutants = 0;
  std::size_t dead = 0;  ///< killed by a vector of their own clause
  std::size_t unproven_citations = 0;
  std::size_t useless_vectors = 0;
  std::size_t blames = 0;                ///< failures of a vector in its own right, over all mutants
  std::size_t blames_of_own_clause = 0;  ///< those of them in which the vector cites the broken clause
  std::vector<TrivialScore> trivial;     ///< empty when not measured

  /// Whether the right clause is blamed: the share of the blames, 0 when there is none.
  [[nodiscard]] double precision() const;

  bool operator==(MutationScore const&) const = default;
};

[[nodiscard]] MutationScore mutation_score(KillMatrix const& matrix, std::string corpus_digest);

[[nodiscard]] Json mutation_score_to_json(MutationScore const& score);

/// What `mutants --json` wrote. Throws InputError for a file that is none, or is about another corpus.
[[nodiscard]] MutationScore read_mutation_score(std::filesystem::path const& path, std::string const& corpus_digest);

}  // namespace conformance
