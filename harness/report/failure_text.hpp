#pragma once

#include <string>

#include "harness/replay/attempt.hpp"
#include "harness/report/run_info.hpp"
#include "harness/run/runner.hpp"

namespace conformance {

/// JSON for people: one line when short, else indented; cut after `limit` bytes with a note of how much is missing.
[[nodiscard]] std::string shown_json(Json const& value, std::size_t limit);

/// Everything that is needed to understand one failed attempt: vector, clauses with their statements, what was sent,
/// expected and got, the JSON pointer of the first difference, the HTTP exchanges, and the command that reruns it.
[[nodiscard]] std::string failure_text(VectorResult const& result, Attempt const& attempt,
                                       ClauseRegistry const& registry, RunInfo const& info);

}  // namespace conformance
