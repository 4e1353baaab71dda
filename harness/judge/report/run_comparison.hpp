#pragma once

#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/report/recorded_run.hpp"

namespace conformance {

/// A clause or a vector that came out otherwise.
struct Change {
  std::string id;
  std::string before;  ///< state or status; "" when it was not there
  std::string after;

  bool operator==(Change const&) const = default;
};

/// What became of the clauses and vectors from one run to another. They are good, partly judged, failed without
/// breaking their own clause or without deciding, or bad. Worse is what fell in this order, what was played and is not
/// supported, not selected or gone, and what was not supported or not selected and now fails; better is what rose, or
/// holds now that was not judged; other is all else that is not the same, such as a new vector that fails.
struct Changes {
  std::vector<Change> worse;
  std::vector<Change> better;
  std::vector<Change> other;

  bool operator==(Changes const&) const = default;
};

[[nodiscard]] Changes changed_clauses(RecordedVerdicts const& before, RecordedVerdicts const& after);
[[nodiscard]] Changes changed_vectors(RecordedVerdicts const& before, RecordedVerdicts const& after);

/// One clause and what each run says of it, in the order of the runs.
struct MatrixRow {
  Clause const* clause = nullptr;
  std::vector<ClauseState> states;

  /// Whether some run holds the clause and another does not.
  [[nodiscard]] bool differs() const;
};

/// Clause by implementation.
struct Matrix {
  std::vector<RecordedVerdicts> runs;
  std::vector<MatrixRow> rows;  ///< in the order of the registry
};

/// Throws InputError when the runs are about different vectors, since their columns could not be compared, or about
/// clauses that are not in the registry.
[[nodiscard]] Matrix make_matrix(std::vector<RecordedVerdicts> runs, ClauseRegistry const& registry);

/// For a terminal: per class how many binding clauses each run holds, then the clauses in which the runs differ.
[[nodiscard]] std::string matrix_text(Matrix const& matrix);

/// The same as Markdown, with every clause in a table.
[[nodiscard]] std::string matrix_markdown(Matrix const& matrix);

/// One page for people, in a single file that works without a network, with filters and search.
[[nodiscard]] std::string matrix_page(Matrix const& matrix);

}  // namespace conformance
