#pragma once

#include <string>
#include <vector>

#include "harness/judge/faults/shown_items.hpp"
#include "harness/judge/faults/standing.hpp"

namespace conformance {

/// One mistake of the subject, as far as its answers show it.
struct Fault {
  std::vector<std::string> clauses;  ///< that it breaks, the likeliest first; at most three
  Deviation const* known = nullptr;  ///< the known mistake that shows itself in the same way, if there is one
  std::vector<Signature> signatures;
  std::vector<std::size_t> own;    ///< vectors of its clauses that show it, the narrowest first
  std::vector<std::size_t> other;  ///< the other vectors that show it
  /// Of both, those of which nothing is left when it is subtracted: all that is wrong with them the known mistake makes
  /// itself, or, where none is known, belongs to this fault.
  std::vector<std::size_t> alone;
};

struct Diagnosis {
  std::vector<Fault> faults;
  std::vector<Blame> blames;  ///< of each judged vector, in the same order; without faults when it passed
};

/// Finds the faults behind what is wrong with the vectors (README.md beside this file). `known` are mistakes that are
/// compared with. The order of faults and of their vectors does not depend on that of `judged`.
[[nodiscard]] Diagnosis diagnose(std::vector<JudgedVector> const& judged, std::vector<Deviation const*> const& known,
                                 ShownBy const& shown_by);

}  // namespace conformance
