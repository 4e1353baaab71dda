#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace conformance {

/// What an adapter may use. Far above what honest ones need, virtual machines with their threads included.
struct AdapterLimits {
  std::size_t max_processes = 256;  ///< alive at the same time, the adapter itself included; threads do not count
  std::uint64_t max_scratch_bytes = std::uint64_t{512} * 1024 * 1024;  ///< in its scratch folder; also of any one file
  std::size_t max_scratch_files = 100'000;                             ///< files and folders there
};

/// Looks now and then whether an adapter keeps its limits.
class AdapterWatch {
 public:
  using Clock = std::chrono::steady_clock;

  /// `keeper` is the process above the adapter; `scratch` its folder.
  AdapterWatch(pid_t keeper, std::string scratch, AdapterLimits limits);

  /// One sentence about a limit that is exceeded. Nothing when all are kept, or when it looked a moment ago: a quarter
  /// of a second, and longer the longer a look takes, so that it costs a fiftieth of the time at most.
  [[nodiscard]] std::optional<std::string> problem();

  /// How long a caller may sleep before it asks again.
  static constexpr std::chrono::milliseconds interval{250};

 private:
  [[nodiscard]] std::optional<std::string> look() const;

  pid_t const keeper_;
  std::string const scratch_;
  AdapterLimits const limits_;
  Clock::time_point next_look_;
};

/// How many processes there are below `ancestor`, itself not counted.
[[nodiscard]] std::size_t processes_below(pid_t ancestor);

}  // namespace conformance
