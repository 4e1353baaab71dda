#pragma once

#include <signal.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>

#include "harness/run/cut.hpp"
#include "harness/subject/file_descriptor.hpp"

namespace conformance {

/// Waits for what cuts a run short: SIGINT, SIGTERM, the end of its time. Once one of them came, `stop` is requested,
/// and a further signal ends the program at once. A signal that was ignored before stays ignored, as nohup and shells
/// want it.
///
/// To be made before the threads of the run, which must leave the two signals to it.
class CutWatch {
 public:
  /// `limit` of time from now on; nothing: no limit. Throws std::system_error when the system has no more descriptors.
  explicit CutWatch(std::optional<std::chrono::milliseconds> limit);

  /// From here on the signals do what they did before.
  ~CutWatch();
  CutWatch(CutWatch const&) = delete;
  CutWatch& operator=(CutWatch const&) = delete;

  /// What the run has to stop for.
  [[nodiscard]] std::stop_token stop() const { return source_.get_token(); }

  /// What came first; nothing as long as `stop` is not requested.
  [[nodiscard]] std::optional<CutCause> cause() const;

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  void cut_for(CutCause cause);

  std::optional<Clock::time_point> const deadline_;
  sigset_t watched_{};
  sigset_t before_{};
  FileDescriptor signals_;
  Pipe over_;
  std::stop_source source_;
  std::atomic<CutCause> cause_{CutCause::interrupt};
  std::thread thread_;
};

}  // namespace conformance
