#pragma once

#include <chrono>
#include <optional>

#include "prompty/transport/transport.hpp"

namespace prompty {

/// How long a provider wants to be left alone: its header `retry-after-ms`, or else `retry-after` in seconds, whole or
/// with a fraction. Nothing when there is neither, or when it is no number: a date would need a clock that both agree
/// on (P9.4-08, A-363).
[[nodiscard]] std::optional<std::chrono::milliseconds> retry_after(Headers const& headers);

}  // namespace prompty
