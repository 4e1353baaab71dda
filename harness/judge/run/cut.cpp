#include "harness/judge/run/cut.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <system_error>

namespace conformance {
namespace {

constexpr int exit_code_of_signals = 128;
constexpr int exit_code_not_conformant = 1;
constexpr int exit_code_no_verdict = 3;

using Clock = std::chrono::steady_clock;

bool is_ignored(int signal_number) {
  struct sigaction current {};
  sigaction(signal_number, nullptr, &current);
  return current.sa_handler == SIG_IGN;
}

sigset_t signals_to_watch() {
  sigset_t signals;
  sigemptyset(&signals);
  for (int const signal_number : {SIGINT, SIGTERM}) {
    if (!is_ignored(signal_number)) sigaddset(&signals, signal_number);
  }
  return signals;
}

/// For poll: -1 waits forever. Rounded up, so that the time is over when poll says so.
int milliseconds_until(std::optional<Clock::time_point> deadline) {
  if (!deadline) return -1;
  std::chrono::milliseconds const left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now());
  constexpr std::int64_t longest = 3'600'000;
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, longest));
}

/// What the pending signal asks for; nothing when none is pending.
std::optional<CutCause> received_signal(FileDescriptor const& signals) {
  signalfd_siginfo information{};
  if (::read(signals.number(), &information, sizeof(information)) != sizeof(information)) return std::nullopt;
  return information.ssi_signo == SIGINT ? CutCause::interrupt : CutCause::terminate;
}

}  // namespace

std::string cut_by(CutCause cause, std::chrono::milliseconds limit) {
  switch (cause) {
    case CutCause::interrupt:
      return "by Ctrl-C";
    case CutCause::terminate:
      return "by SIGTERM";
    case CutCause::time_limit:
      return fmt::format("after the {} s that --time-limit allows", static_cast<double>(limit.count()) / 1000);
  }
  return "";
}

void mark_as_cut(Summary& summary, std::string const& by, std::size_t played, std::size_t selected) {
  mark_as_incomplete(
      summary, fmt::format("the run was cut {}: {} of {} vectors were not played", by, selected - played, selected));
}

void mark_as_incomplete(Summary& summary, std::string const& what) {
  summary.cut = what;
  bool const has_failed = summary.exit_code == exit_code_not_conformant && summary.deciding_failures > 0;
  if (has_failed) {
    summary.verdict += "; " + what;
    return;
  }
  summary.exit_code = exit_code_no_verdict;
  summary.verdict = "no verdict: " + what;
}

void mark_as_undiagnosed(Summary& summary, std::string const& by, std::size_t played, std::size_t selected) {
  std::string const unplayed =
      played == selected ? "" : fmt::format("{} of {} vectors were not played, and ", selected - played, selected);
  mark_as_incomplete(summary,
                     fmt::format("the run was cut {}: {}the faults behind its failures were not found", by, unplayed));
}

int exit_code_of_cut(CutCause cause, int of_summary) {
  switch (cause) {
    case CutCause::interrupt:
      return exit_code_of_signals + SIGINT;
    case CutCause::terminate:
      return exit_code_of_signals + SIGTERM;
    case CutCause::time_limit:
      return of_summary;
  }
  return of_summary;
}

CutWatch::CutWatch(std::optional<std::chrono::milliseconds> limit)
    : deadline_(limit ? std::optional(Clock::now() + *limit) : std::nullopt),
      watched_(signals_to_watch()),
      over_(make_pipe()) {
  signals_ = FileDescriptor(::signalfd(-1, &watched_, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals_.is_open()) throw std::system_error(errno, std::generic_category(), "cannot watch signals");
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  thread_ = std::thread([this] { watch(); });
}

CutWatch::~CutWatch() {
  over_.write_end.close();
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<CutCause> CutWatch::cause() const {
  return source_.stop_requested() ? std::optional(cause_.load()) : std::nullopt;
}

bool CutWatch::is_overdue() const {
  return Clock::now() >= overdue_from_.load();
}

void CutWatch::watch() {
  while (!source_.stop_requested()) {
    pollfd events[] = {{.fd = signals_.number(), .events = POLLIN, .revents = 0},
                       {.fd = over_.read_end.number(), .events = POLLIN, .revents = 0}};
    ::poll(events, std::size(events), milliseconds_until(deadline_));
    if (events[1].revents != 0) return;
    if (std::optional<CutCause> const cause = received_signal(signals_)) cut_for(*cause);
    if (deadline_ && Clock::now() >= *deadline_) cut_for(CutCause::time_limit);
  }
  pollfd over{.fd = over_.read_end.number(), .events = POLLIN, .revents = 0};
  if (*cause() != CutCause::time_limit) {
    // timeout(1) sends its signal to this process and to the group that it is in, and means one.
    bool const is_over = ::poll(&over, 1, milliseconds_until(Clock::now() + time_of_one_signal)) > 0;
    while (received_signal(signals_)) {
    }
    if (is_over) return;
  }
  // No other thread takes the signals, so that the next one ends the program.
  pthread_sigmask(SIG_UNBLOCK, &watched_, nullptr);
  while (::poll(&over, 1, -1) < 0 && errno == EINTR) {
  }
}

void CutWatch::cut_for(CutCause cause) {
  if (source_.stop_requested()) return;
  cause_ = cause;
  if (cause != CutCause::time_limit) overdue_from_ = Clock::now() + time_after_signal;
  source_.request_stop();
}

}  // namespace conformance
