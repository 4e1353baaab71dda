#pragma once

#include <vector>

#include "harness/judge/deviations/mutant.hpp"
#include "harness/judge/deviations/mutant_pages.hpp"

namespace conformance::mutants {

/// The mutants whose filters stand in the pages. A filter that fails leaves the answer as it is, since a mutant may be
/// shown answers in any shape when others are made at once; `raise` and `ask` of words.jq are no failures.
/// A mutant throws InputError, at its first request, if its filter is no jq.
[[nodiscard]] std::vector<Mutant> filter_mutants(MutantPages pages);

}  // namespace conformance::mutants
