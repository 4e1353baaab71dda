#pragma once

#include <string_view>

#include "prompty/core/error.hpp"

/// The errors of recording spans, and those that spans record.
namespace prompty::errors {

[[nodiscard]] RuntimeError trace_not_written(std::string_view path, int system_error);
[[nodiscard]] RuntimeError spans_not_taken(std::string_view url, int status, std::string_view message);
/// Recorded where a stream was abandoned by its reader; it is never thrown.
[[nodiscard]] CancelledError stream_let_go();

}  // namespace prompty::errors
