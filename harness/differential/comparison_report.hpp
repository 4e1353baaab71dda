#pragma once

#include <string>
#include <vector>

#include "harness/differential/comparison.hpp"

namespace conformance::differential {

/// For people: what was compared, and each group with its sides, its example and what everybody answered to it.
[[nodiscard]] std::string comparison_text(Comparison const& comparison, std::vector<NamedSubject> const& subjects,
                                          Plan const& plan);

/// For programs: {seed, profile, cutShort, subjects, operations, groups}.
[[nodiscard]] Json comparison_json(Comparison const& comparison, std::vector<NamedSubject> const& subjects,
                                   Plan const& plan);

}  // namespace conformance::differential
