#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/verdict/profile.hpp"

namespace conformance {

/// One mistake of the subject, as reports show it. Vectors are named by their ids.
struct RunFault {
  std::size_t number = 0;  ///< from 1, the worst first
  std::string title;       ///< a sentence on one line, that of `known` or of the first clause; no two are equal
  std::string what;        ///< "build_request: body.messages[].content is an array (expected …, got …)"
  std::vector<std::string> besides;  ///< the other forms in which it shows itself
  std::vector<std::string> clauses;  ///< that it breaks, the likeliest first
  std::string known;                 ///< a sentence about a mistake that shows itself in the same way; may be empty
  Group group = Group::documents;    ///< the first of the groups of its clauses
  bool is_of_security = false;       ///< whether it breaks a clause that keeps somebody out
  bool decides = false;              ///< whether vectors that decide the exit code hang on it
  /// Vectors of its clauses that show it: those that decide first, of these those that tell what went wrong, then the
  /// narrowest ones.
  std::vector<std::string> own;
  std::vector<std::string> other;  ///< the other vectors that show it, in the same order
  std::size_t would_pass = 0;      ///< vectors of which nothing is left when it is subtracted (Fault::alone)

  bool operator==(RunFault const&) const = default;
};

/// Finds the faults behind the failures of a run, and sets the `blame` of each failed result. Compared
/// with are the mistakes of `mutants`, which the linked-in reference is made to make. What did not fail costs nothing.
/// What was added to a vector (crossings.yaml) breaks the clauses that the page names, and what fails only after other
/// requests those about them.
[[nodiscard]] std::vector<RunFault> find_faults(std::vector<VectorResult>& results, Suite const& suite,
                                                std::vector<Deviation> const& mutants, Profile profile,
                                                Deciding const& deciding, mock_provider::Server& mock);

/// As `find_faults`, which takes many seconds where much has failed; once `is_overdue` holds it gives up, and nothing
/// is found and no blame set.
[[nodiscard]] std::optional<std::vector<RunFault>> find_faults_in_time(
    std::vector<VectorResult>& results, Suite const& suite, std::vector<Deviation> const& mutants, Profile profile,
    Deciding const& deciding, mock_provider::Server& mock, std::function<bool()> const& is_overdue);

}  // namespace conformance
