#pragma once

#include "harness/matching/same_json.hpp"
#include "harness/replay/attempt.hpp"
#include "harness/report/run_info.hpp"
#include "harness/run/run_faults.hpp"

namespace conformance {

/// The command that plays one vector in this way once more, and nothing else but what comes before it.
[[nodiscard]] std::string rerun_command_of(VectorResult const& result, Attempt const& attempt, RunInfo const& info);

/// How a vector came out in one way, as reports have it: way, status and reading, and how its input was
/// rewritten and where its trace is, if so; of all but an unquestioned pass the
/// HTTP exchanges; of what did not pass also what was sent, answered and expected, and the command that reruns it.
[[nodiscard]] Json attempt_json(VectorResult const& result, Attempt const& attempt, RunInfo const& info);

/// A fault as reports show it.
[[nodiscard]] Json fault_json(RunFault const& fault);

}  // namespace conformance
