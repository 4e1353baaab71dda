#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/faults/signature.hpp"
#include "harness/faults/standing.hpp"
#include "harness/mutants/mutant.hpp"

namespace conformance {

/// A vector that was judged, as the diagnosis sees it.
struct JudgedVector {
  Vector const* vector = nullptr;
  std::set<Signature> shown;  ///< all that is wrong with it, in every way in which it was played; empty when it passed
  std::string raised = {};  ///< the wording of an error that was raised although none was expected (`raised_by`), or ""
};

/// One mistake of the subject, as far as can be told from what it answered.
struct Fault {
  std::vector<std::string> clauses;  ///< that it breaks, the likeliest first; at most three
  Mutant const* known = nullptr;     ///< the known mistake that shows itself in the same way, if there is one
  std::vector<Signature> signatures;
  std::vector<std::size_t> own;    ///< vectors of its clauses that show it, the narrowest first
  std::vector<std::size_t> other;  ///< the other vectors that show it
};

struct Diagnosis {
  std::vector<Fault> faults;
  std::vector<Blame> blames;  ///< of each judged vector, in the same order; without faults when it passed
};

/// How a vector shows known mistakes, one or several at once: what is wrong with it when the reference makes them;
/// nothing wrong when the vector does not notice.
using ShownBy = std::function<std::set<Signature>(std::vector<Mutant const*> const& mistakes, Vector const& vector)>;

/// Finds the faults behind what is wrong with the vectors (README.md beside this file). `known` are mistakes that are
/// compared with. The order of faults and of their vectors does not depend on that of `judged`.
[[nodiscard]] Diagnosis diagnose(std::vector<JudgedVector> const& judged, std::vector<Mutant const*> const& known,
                                 ShownBy const& shown_by);

}  // namespace conformance
