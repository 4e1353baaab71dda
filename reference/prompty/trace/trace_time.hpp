#pragma once

#include <chrono>
#include <string>

namespace prompty {

/// ISO 8601 in UTC with milliseconds: "2026-11-22T08:51:30.120Z".
[[nodiscard]] std::string iso_time(std::chrono::system_clock::time_point time);

/// "20261122.085130", in UTC, as the names of trace files have it.
[[nodiscard]] std::string file_stamp(std::chrono::system_clock::time_point time);

/// Nanoseconds since 1970 as a decimal number, the form that JSON has for 64 bits in OTLP.
[[nodiscard]] std::string unix_nanoseconds(std::chrono::system_clock::time_point time);

}  // namespace prompty
