#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/run/summary.hpp"

namespace conformance {

/// What can end a run before all of its vectors were played.
enum class CutCause : std::uint8_t {
  interrupt,  ///< SIGINT, as Ctrl-C sends it
  terminate,  ///< SIGTERM
  time_limit  ///< the run took longer than it may
};

/// The cause as the rest of a sentence that begins "the run was cut"; `limit` is the time that the run may take.
[[nodiscard]] std::string cut_by(CutCause cause, std::chrono::milliseconds limit);

/// Marks the summary of a run, whole or joined from parts, of which only `played` of `selected` vectors were played.
/// A vector that failed and decides stays a verdict; else there is none: exit code 3, never 0. `by` says what happened,
/// as the rest of a sentence.
void mark_as_cut(Summary& summary, std::string const& by, std::size_t played, std::size_t selected);

/// The same of a run that lacks vectors for another reason, which `what` tells as a whole sentence.
void mark_as_incomplete(Summary& summary, std::string const& what);

/// The exit code of a run that was cut: of a signal 128 and its number, as a shell has it; of the time limit the one
/// that the summary has.
[[nodiscard]] int exit_code_of_cut(CutCause cause, int of_summary);

}  // namespace conformance
