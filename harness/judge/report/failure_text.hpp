#pragma once

#include <string>
#include <vector>

#include "harness/judge/report/run_info.hpp"
#include "harness/judge/run/run_faults.hpp"

namespace conformance {

/// JSON for people: one line when short, else indented; cut after `limit` bytes with a note of how much is missing.
[[nodiscard]] std::string shown_json(Json const& value, std::size_t limit);

/// The command that plays one vector in this way once more, and nothing else but what comes before it.
[[nodiscard]] std::string rerun_command_of(VectorResult const& result, Attempt const& attempt, RunInfo const& info);

/// The text of the file that a replay had read: the one that the vector gives by its path, or the one that was made of
/// its text. "" where none was, or where a transform rewrote it.
[[nodiscard]] std::string given_file_of(Attempt const& attempt);

/// Everything that is needed to understand one failed attempt: vector, clauses with their statements, what was sent,
/// expected and got, the JSON pointer of the first difference, the HTTP exchanges, and the command that reruns it.
[[nodiscard]] std::string failure_text(VectorResult const& result, Attempt const& attempt,
                                       ClauseRegistry const& registry, RunInfo const& info);

/// One line: number, how many vectors show nothing else, what is wrong, clauses.
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

/// What the failure of a vector says of its clauses: "holds but for fault 3", "not testable because of faults 3 and 5",
/// "" when it shows a fault of its own, or the run was not diagnosed.
[[nodiscard]] std::string standing_text(VectorResult const& result);

}  // namespace conformance
