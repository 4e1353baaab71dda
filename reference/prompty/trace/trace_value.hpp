#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

#include "prompty/core/json.hpp"

namespace prompty {

// Values as spans show them: plain JSON (P3.1-11).

/// ISO 8601 in UTC with milliseconds: "2026-11-22T08:51:30.120Z".
[[nodiscard]] Json trace_value(std::chrono::system_clock::time_point time);
[[nodiscard]] Json trace_value(std::filesystem::path const& path);
/// The number, or `NaN`, `Infinity` or `-Infinity` as text.
[[nodiscard]] Json trace_value(double number);

/// "20261122.085130", in UTC, as the names of trace files have it.
[[nodiscard]] std::string file_stamp(std::chrono::system_clock::time_point time);

/// `value`, which stands under `key`, with `[REDACTED]` in the place of every value whose key names a secret: one that
/// contains secret, password, api_key, api-key, apikey, token, auth, credential or cookie in any letter case, at every
/// depth. Null stays, and so do counters: under a key that contains `tokens`, a number, or an object of nothing but
/// numbers (P3.2-05). A number that JSON cannot write becomes text.
[[nodiscard]] Json redacted(std::string_view key, Json const& value);

}  // namespace prompty
