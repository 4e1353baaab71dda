#include "prompty/agent/retry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <thread>

namespace prompty {
namespace retry {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds longest_wait{60'000};
constexpr milliseconds longest_nap{20};
// 2^6 seconds are more than the longest wait.
constexpr int most_doublings = 6;

/// P9.4-01, P9.4-04: what may pass with time. A wrong key, say, stays wrong.
bool is_transient(int status) {
  return status == 408 || status == 409 || status == 425 || status == 429 || status >= 500;
}

milliseconds backoff(int failed_before, double jitter) {
  double const seconds = std::ldexp(1.0, std::min(failed_before, most_doublings)) + jitter;
  return std::min(milliseconds(static_cast<std::int64_t>(seconds * 1000)), longest_wait);
}

}  // namespace
}  // namespace retry

Sleeper system_sleeper() {
  return [](std::chrono::milliseconds duration, Cancellation const& cancellation) {
    std::chrono::steady_clock::time_point const end = std::chrono::steady_clock::now() + duration;
    while (!cancellation.is_requested()) {
      std::chrono::steady_clock::duration const left = end - std::chrono::steady_clock::now();
      if (left <= std::chrono::steady_clock::duration::zero()) return;
      std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(left, retry::longest_nap));
    }
  };
}

std::optional<std::chrono::milliseconds> wait_before_retry(Error const& error, int failed_before, double jitter) {
  ExecuteError const* const refusal = dynamic_cast<ExecuteError const*>(&error);
  if (refusal == nullptr) {
    // P9.4-01, P9.4-04: an answer that was cut off may come whole; one that cannot be processed would be the same.
    bool const may_pass = error.kind() == "ConnectionError" && dynamic_cast<AnswerLimitError const*>(&error) == nullptr;
    return may_pass ? std::optional(retry::backoff(failed_before, jitter)) : std::nullopt;
  }
  if (!retry::is_transient(refusal->status())) return std::nullopt;
  // P9.4-08: the provider knows best when it can be asked again.
  if (!refusal->retry_after()) return retry::backoff(failed_before, jitter);
  if (*refusal->retry_after() > retry::longest_wait) return std::nullopt;
  return std::max(*refusal->retry_after(), std::chrono::milliseconds::zero());
}

}  // namespace prompty
