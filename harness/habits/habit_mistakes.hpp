#pragma once

#include <vector>

#include "harness/mutants/mutant.hpp"

namespace conformance {

/// Each habit as the mistake of a subject that has it at every place of its answers. Such a mistake breaks no clause
/// more than others: its clause is "".
[[nodiscard]] std::vector<Mutant> const& habit_mistakes();

}  // namespace conformance
