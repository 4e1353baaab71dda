#pragma once

#include <signal.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "harness/judge/run/summary.hpp"
#include "harness/judge/subject/posix.hpp"

namespace conformance {

/// What can end a run before all of its vectors were played.
enum class CutCause : std::uint8_t {
  interrupt,  ///< SIGINT, as Ctrl-C sends it
  terminate,  ///< SIGTERM
  time_limit  ///< the run took longer than it may
};

/// The cause as the rest of a sentence that begins "the run was cut"; `limit` is the time that the run may take.
[[nodiscard]] std::string cut_by(CutCause cause, std::chrono::milliseconds limit);

/// Marks the summary of a run, whole or joined from parts, of which only `played` of `selected` vectors were played.
/// A vector that failed and decides stays a verdict; else there is none: exit code 3, never 0. `by` says what happened,
/// as the rest of a sentence.
void mark_as_cut(Summary& summary, std::string const& by, std::size_t played, std::size_t selected);

/// The same of a run that lacks vectors for another reason, which `what` tells as a whole sentence.
void mark_as_incomplete(Summary& summary, std::string const& what);

/// As `mark_as_cut`, of a run whose failures were not traced to faults; all of its vectors may have been played.
void mark_as_undiagnosed(Summary& summary, std::string const& by, std::size_t played, std::size_t selected);

/// The exit code of a run that was cut: of a signal 128 and its number, as a shell has it; of the time limit the one
/// that the summary has.
[[nodiscard]] int exit_code_of_cut(CutCause cause, int of_summary);

/// Waits for what cuts a run short: SIGINT, SIGTERM, the end of its time. Once one of them came, `stop` is requested,
/// and a further signal ends the program at once, unless it comes together with the first. A signal that was ignored
/// before stays ignored, as nohup and shells want it.
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

  /// Signals that come within this time after the first are one with it.
  static constexpr std::chrono::milliseconds time_of_one_signal{500};
  /// How long what follows the last vector may still take after a signal.
  static constexpr std::chrono::seconds time_after_signal{2};
  /// Whether that time is over. After the end of the time limit it never is.
  [[nodiscard]] bool is_overdue() const;

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
  std::atomic<Clock::time_point> overdue_from_{Clock::time_point::max()};
  std::thread thread_;
};

}  // namespace conformance
