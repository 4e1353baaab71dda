#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "prompty/trace/span.hpp"

namespace prompty {

/// Writes one JSON file into `folder` when a root span ends, `<sanitized name>.<YYYYMMDD.HHMMSS>.tracy` with the time
/// in UTC at which it began, and `-2`, `-3` and so on behind the time of one whose name is taken. It holds `{"runtime",
/// "version", "trace": {"name", "__time": {"start", "end", "duration" in milliseconds}, what was emitted, "__frames":
/// the spans below, "__usage"}}`. The folder is made if it is not there; only the owner may read the files. The back
/// end throws RuntimeError for a file that cannot be written.
[[nodiscard]] BackEnd tracy_back_end(std::filesystem::path folder);

/// `name` with everything but letters, digits, `.`, `-` and `_` of ASCII replaced by `_`, cut off at 100 bytes.
[[nodiscard]] std::string sanitized_file_name(std::string_view name);

}  // namespace prompty
