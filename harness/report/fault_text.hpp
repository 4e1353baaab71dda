#pragma once

#include <string>
#include <vector>

#include "harness/report/run_info.hpp"
#include "harness/run/run_faults.hpp"

namespace conformance {

/// One line: number, how many vectors would pass without it, what is wrong, clauses.
[[nodiscard]] std::string fault_line(RunFault const& fault);

/// What a fault is, how many vectors show it, and the narrowest of them in full, as it failed. Ends with a newline.
[[nodiscard]] std::string fault_text(RunFault const& fault, std::vector<VectorResult> const& results,
                                     ClauseRegistry const& registry, RunInfo const& info);

/// The narrowest vector that shows a fault, with the first attempt that failed.
struct FaultExample {
  VectorResult const* result = nullptr;
  Attempt const* attempt = nullptr;
};
[[nodiscard]] FaultExample example_of(RunFault const& fault, std::vector<VectorResult> const& results);

/// "3, 5 and 8".
[[nodiscard]] std::string numbers_text(std::vector<std::size_t> const& numbers);

/// What the failure of a vector says of its clauses: "holds but for fault 3", "not testable because of faults 3 and 5",
/// "" when it shows a fault of its own, or the run was not diagnosed.
[[nodiscard]] std::string standing_text(VectorResult const& result);

}  // namespace conformance
