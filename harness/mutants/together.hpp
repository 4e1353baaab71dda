#pragma once

#include <vector>

#include "harness/mutants/mutant.hpp"

namespace conformance {

/// A subject that has all these mistakes at once: each mutant asks the next, the last asks the reference. The mutants
/// must outlive it.
[[nodiscard]] Mutant all_at_once(std::vector<Mutant const*> mutants);

}  // namespace conformance
