#pragma once

#include "harness/judge/deviations/deviation.hpp"

namespace conformance {

/// The same mistake in an implementation that splits files only when it loads them: a reference that makes a mistake of
/// `split` loads a file as that split has it. A mistake that leaves `split` alone stays what it is. `deviation` must
/// outlive it.
[[nodiscard]] Deviation made_when_loading(Deviation const& deviation);

}  // namespace conformance
