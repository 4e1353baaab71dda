#pragma once

#include <string>

#include "harness/judge/report/run_document.hpp"

namespace conformance {

/// Text that stands on one line of Markdown, in a cell of a table as well, and makes no markup there.
[[nodiscard]] std::string markdown_cell(std::string const& text);

/// A run for the summary of a CI service, as Markdown: verdict, what to fix first, numbers by class and level, and
/// the faults, each with its clauses, the narrowest vector that shows it, the difference and the command that reruns
/// it. At most `most_faults` of them; how many are left out is said.
[[nodiscard]] std::string markdown_summary(RunParts const& run, std::size_t most_faults = 20);

/// A conformance statement of one page: the classes that hold, the profile, the versions of all that was involved, and
/// how to come to the same result.
[[nodiscard]] std::string conformance_claim(RunParts const& run);

/// The JSON of a badge, as shields.io reads it from an address ("endpoint badge").
[[nodiscard]] std::string badge_json(RunParts const& run);

}  // namespace conformance
