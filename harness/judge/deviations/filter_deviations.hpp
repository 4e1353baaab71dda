#pragma once

#include <vector>

#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/deviations/deviation_pages.hpp"

namespace conformance::deviations {

/// The deviations whose filters stand in the pages. A filter that fails leaves the answer as it is, since a deviation
/// may be shown answers in any shape when others are made at once; `raise` and `ask` of words.jq are no failures. A
/// deviation throws InputError, at its first request, if its filter is no jq.
[[nodiscard]] std::vector<Deviation> filter_deviations(DeviationPages pages);

}  // namespace conformance::deviations
