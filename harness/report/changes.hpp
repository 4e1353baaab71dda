#pragma once

#include <string>
#include <vector>

#include "harness/report/recorded_run.hpp"

namespace conformance {

/// A clause or a vector that came out otherwise.
struct Change {
  std::string id;
  std::string before;  ///< state or status; "" when it was not there
  std::string after;

  bool operator==(Change const&) const = default;
};

/// What became of the clauses and vectors from one run to another. Worse is what was held or passed and is
/// not any more, be it that it fails, is not supported or is gone; better the reverse; all else that is not the same is
/// other.
struct Changes {
  std::vector<Change> worse;
  std::vector<Change> better;
  std::vector<Change> other;

  bool operator==(Changes const&) const = default;
};

[[nodiscard]] Changes changed_clauses(RecordedVerdicts const& before, RecordedVerdicts const& after);
[[nodiscard]] Changes changed_vectors(RecordedVerdicts const& before, RecordedVerdicts const& after);

}  // namespace conformance
