#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "prompty/core/cancellation.hpp"
#include "prompty/core/error.hpp"

namespace prompty {

/// Waits for so long, or until the work is cancelled.
using Sleeper = std::function<void(std::chrono::milliseconds duration, Cancellation const& cancellation)>;

/// Sleeps on the calling thread.
[[nodiscard]] Sleeper system_sleeper();

/// How long to wait before a request that failed with `error` is sent again: what the provider requested, or else 2^n
/// seconds and `jitter` of one more, n being how often it failed before, and no longer than a minute. Nothing when it
/// is not to be sent again: the error would come again, or the provider asks for more than a minute.
[[nodiscard]] std::optional<std::chrono::milliseconds> wait_before_retry(Error const& error, int failed_before,
                                                                         double jitter);

}  // namespace prompty
