#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/deviations/rules.hpp"

namespace conformance {

/// Stands in the place of a decision where the public specification has something otherwise than the reference and
/// vectors accept both without a reading.
inline constexpr std::string_view undecided_public_point = "public";

/// The rules of all readings but those that the reference takes itself, which are those of the profile as-written: the
/// ones of readings/ below the folder of the specification, and those that are written in C++; in the order of the
/// decisions. Throws InputError on what read_reading_pages refuses.
[[nodiscard]] std::vector<Deviation> read_readings(FileTree const& spec);

}  // namespace conformance

namespace conformance::readings {

/// The rule of a reading that is written in C++.
[[nodiscard]] Deviation rule_of(std::string const& decision, std::string const& reading, deviations::Rule answer);

// All of them.
[[nodiscard]] std::vector<Deviation> files_and_templates();  ///< another version of YAML, numbers without end
[[nodiscard]] std::vector<Deviation> agent_loop();           ///< what a turn remembers between its requests

}  // namespace conformance::readings
