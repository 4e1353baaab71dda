#pragma once

#include <string>
#include <vector>

#include "harness/report/run_document.hpp"

namespace conformance {

/// Something that a report says of the run as a whole, in words.
struct RunFact {
  std::string name;
  std::string value;

  bool operator==(RunFact const&) const = default;
};

/// "C++ library 1.2 (C++)": who was judged.
[[nodiscard]] std::string subject_text(RunInfo const& info);

/// What every report carries, whatever its form: who was judged, in which profile, with which suite and vectors, by
/// which command; how many vectors and clauses came out how; and how sharp the suite is, when that was measured.
[[nodiscard]] std::vector<RunFact> run_facts(RunParts const& run);

/// "the five documents" or "our own pages".
[[nodiscard]] std::string told_group(Group group);

/// How sharp the suite is, without a full stop.
[[nodiscard]] std::string sharpness_text(MutationScore const& score);

}  // namespace conformance
