#pragma once

#include "harness/judge/deviations/mutant.hpp"

namespace conformance {

/// The same mistake in an implementation that splits files only when it loads them: a reference that makes a mistake of
/// `split` loads a file as that split has it. A mistake that leaves `split` alone stays what it is. `mutant` must
/// outlive it.
[[nodiscard]] Mutant made_when_loading(Mutant const& mutant);

}  // namespace conformance
