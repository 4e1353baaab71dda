#include "harness/run/cut_watch.hpp"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <system_error>

namespace conformance {
namespace cut_watch {
namespace {

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

/// For poll: -1 waits for ever. Rounded up, so that the time is over when poll says so.
int milliseconds_until(std::optional<Clock::time_point> deadline) {
  if (!deadline) return -1;
  std::chrono::milliseconds const left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now());
  constexpr std::int64_t longest = 3'600'000;
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, longest));
}

/// What the signal asks for; nothing when none is there.
std::optional<CutCause> received(FileDescriptor const& signals) {
  signalfd_siginfo information{};
  if (::read(signals.number(), &information, sizeof(information)) != sizeof(information)) return std::nullopt;
  return information.ssi_signo == SIGINT ? CutCause::interrupt : CutCause::terminate;
}

}  // namespace
}  // namespace cut_watch

CutWatch::CutWatch(std::optional<std::chrono::milliseconds> limit)
    : deadline_(limit ? std::optional(Clock::now() + *limit) : std::nullopt),
      watched_(cut_watch::signals_to_watch()),
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

void CutWatch::watch() {
  while (!source_.stop_requested()) {
    pollfd events[] = {{.fd = signals_.number(), .events = POLLIN, .revents = 0},
                       {.fd = over_.read_end.number(), .events = POLLIN, .revents = 0}};
    ::poll(events, std::size(events), cut_watch::milliseconds_until(deadline_));
    if (events[1].revents != 0) return;
    if (std::optional<CutCause> const cause = cut_watch::received(signals_)) cut_for(*cause);
    if (deadline_ && Clock::now() >= *deadline_) cut_for(CutCause::time_limit);
  }
  // Nobody else takes the signals, so that the next one ends the program.
  pthread_sigmask(SIG_UNBLOCK, &watched_, nullptr);
  pollfd over{.fd = over_.read_end.number(), .events = POLLIN, .revents = 0};
  while (::poll(&over, 1, -1) < 0 && errno == EINTR) {
  }
}

void CutWatch::cut_for(CutCause cause) {
  if (source_.stop_requested()) return;
  cause_ = cause;
  source_.request_stop();
}

}  // namespace conformance
