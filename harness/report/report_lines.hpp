#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "harness/matching/same_json.hpp"

namespace conformance {

/// Hands over each line of a JSON Lines report. A last line that was cut short, as a kill leaves it, is passed over.
/// Throws InputError with path and line for what is no such report: the first line has to be a `run` of the version
/// that this program writes, and each line an object with a `type`, no deeper and larger than a run makes them; what
/// `take` throws of JSON becomes one as well.
void read_report_lines(std::filesystem::path const& path, std::function<void(Json const& line)> const& take);

/// As above, but of the lines behind the first only those in which `wanted` stands; the others are not even looked at.
void read_report_lines_with(std::filesystem::path const& path, std::string_view wanted,
                            std::function<void(Json const& line)> const& take);

}  // namespace conformance
