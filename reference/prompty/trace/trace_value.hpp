#pragma once

#include <chrono>
#include <filesystem>

#include "prompty/core/json.hpp"

namespace prompty {

// Values as spans show them: plain JSON (P3.1-11).

/// ISO 8601 in UTC.
[[nodiscard]] Json trace_value(std::chrono::system_clock::time_point time);

/// The text of the path.
[[nodiscard]] Json trace_value(std::filesystem::path const& path);

/// The number, or `NaN`, `Infinity` or `-Infinity` as text.
[[nodiscard]] Json trace_value(double number);

}  // namespace prompty
