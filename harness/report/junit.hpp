#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/report/run_info.hpp"
#include "harness/run/summary.hpp"

namespace conformance {

/// A run as JUnit XML: a suite per topic, a case per vector and way; failures carry the whole failure text, unsupported
/// vectors are skipped with the reason. Characters that XML 1.0 does not allow are replaced by U+FFFD. `cut` says what
/// cut the run short, which is an error in a suite of its own, so that what is missing does not look green.
[[nodiscard]] std::string junit_xml(std::vector<VectorResult> const& results, ClauseRegistry const& registry,
                                    RunInfo const& info, std::optional<std::string> const& cut = std::nullopt);

}  // namespace conformance
