#pragma once

#include <string>
#include <vector>

#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/runner.hpp"

namespace prompty_fuzz {

/// Ends the fuzzer with a finding unless a terminal shows every character of the text.
void demand_printable(std::string const& text);

/// Makes every report of results about the sample corpus. Ends the fuzzer with a finding unless those for people steer
/// no terminal, JUnit is well-formed XML, and JSON Lines can be read back.
void check_reports(std::vector<conformance::VectorResult> results, conformance::RunInfo const& info);

}  // namespace prompty_fuzz
