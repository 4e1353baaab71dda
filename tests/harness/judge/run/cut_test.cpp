#include "harness/judge/run/cut.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <future>
#include <thread>

namespace conformance::cut_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

using namespace std::chrono_literals;

Summary green() {
  Summary summary;
  summary.verdict = "3 of 10 vectors selected pass";
  return summary;
}

Summary red() {
  Summary summary;
  summary.exit_code = 1;
  summary.deciding_failures = 2;
  summary.verdict = "not conformant: 2 of 3 judged vectors failed";
  return summary;
}

TEST(CutRuns, AreNeverGreen) {
  Summary summary = green();
  mark_as_cut(summary, "by Ctrl-C", 3, 10);
  EXPECT_EQ(summary.exit_code, 3);
  EXPECT_EQ(summary.verdict, "no verdict: the run was cut by Ctrl-C: 7 of 10 vectors were not played");
  EXPECT_EQ(summary.cut, "the run was cut by Ctrl-C: 7 of 10 vectors were not played");
}

TEST(CutRuns, StayNotConformantWhenSomethingFailedUntilThen) {
  Summary summary = red();
  mark_as_cut(summary, "by Ctrl-C", 3, 10);
  EXPECT_EQ(summary.exit_code, 1);
  EXPECT_THAT(summary.verdict, AllOf(StartsWith("not conformant: 2 of 3"), HasSubstr("7 of 10 vectors were not")));
}

TEST(CutRuns, DoNotBlameTheSubjectForAClassOfWhichTooLittleWasPlayed) {
  Summary summary = green();
  summary.exit_code = 1;
  summary.verdict = "not conformant: the required class file-format is partly (3 of 9 clauses judged)";
  mark_as_cut(summary, "by SIGTERM", 3, 10);
  EXPECT_EQ(summary.exit_code, 3);
  EXPECT_THAT(summary.verdict, StartsWith("no verdict"));
}

TEST(CutRuns, ExitAsAShellTellsOfTheSignal) {
  EXPECT_EQ(exit_code_of_cut(CutCause::interrupt, red().exit_code), 130);
  EXPECT_EQ(exit_code_of_cut(CutCause::terminate, green().exit_code), 143);
  Summary summary = green();
  mark_as_cut(summary, cut_by(CutCause::time_limit, 1500ms), 3, 10);
  EXPECT_EQ(exit_code_of_cut(CutCause::time_limit, summary.exit_code), 3);
  EXPECT_THAT(summary.verdict, HasSubstr("after the 1.5 s that --time-limit allows"));
}

/// Ready once the run has to stop.
std::future<void> stopped(std::stop_token const& stop) {
  std::promise<void> promise;
  std::future<void> future = promise.get_future();
  std::thread([stop, promise = std::move(promise)]() mutable {
    std::promise<void> requested;
    std::stop_callback const callback(stop, [&requested] { requested.set_value(); });
    requested.get_future().wait();
    promise.set_value();
  }).detach();
  return future;
}

TEST(ThreadsThatWatchForACut, StopTheRunWhenItsTimeIsOver) {
  CutWatch const watch(20ms);
  EXPECT_EQ(stopped(watch.stop()).wait_for(20s), std::future_status::ready);
  EXPECT_EQ(watch.cause(), CutCause::time_limit);
}

TEST(ThreadsThatWatchForACut, LeaveARunAloneThatEndsInTime) {
  CutWatch const watch(1h);
  EXPECT_FALSE(watch.stop().stop_requested());
  EXPECT_EQ(watch.cause(), std::nullopt);
}

TEST(CutRuns, SayThatTheirFaultsWereNotFound) {
  Summary all_played = red();
  mark_as_undiagnosed(all_played, "by SIGTERM", 10, 10);
  EXPECT_EQ(all_played.cut, "the run was cut by SIGTERM: the faults behind its failures were not found");
  Summary cut = green();
  mark_as_undiagnosed(cut, "by SIGTERM", 3, 10);
  EXPECT_EQ(
      cut.verdict,
      "no verdict: the run was cut by SIGTERM: 7 of 10 vectors were not played, and the faults behind its failures "
      "were not found");
}

TEST(ThreadsThatWatchForACut, LeaveTheTimeAfterTheLastVectorToATimeLimit) {
  CutWatch const watch(1ms);
  EXPECT_EQ(stopped(watch.stop()).wait_for(20s), std::future_status::ready);
  std::this_thread::sleep_for(CutWatch::time_after_signal);
  EXPECT_FALSE(watch.is_overdue());
}

/// Has a signal do what it does by default, as a shell leaves it that runs this program in the background.
class UsualSignal {
 public:
  explicit UsualSignal(int number) : number_(number) {
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(number_, &usual, &before_);
  }
  ~UsualSignal() { sigaction(number_, &before_, nullptr); }
  UsualSignal(UsualSignal const&) = delete;
  UsualSignal& operator=(UsualSignal const&) = delete;

 private:
  int number_;
  struct sigaction before_ {};
};

/// Whether the machine came to send a signal for the second time while it counts as the first.
bool was_sent_twice() {
  CutWatch const watch(std::nullopt);
  std::future<void> const requested = stopped(watch.stop());
  auto const sent = std::chrono::steady_clock::now();
  ::kill(::getpid(), SIGTERM);
  EXPECT_EQ(requested.wait_for(20s), std::future_status::ready);
  if (std::chrono::steady_clock::now() - sent > CutWatch::time_of_one_signal / 2) return false;
  ::kill(::getpid(), SIGTERM);
  std::this_thread::sleep_for(2 * CutWatch::time_of_one_signal);
  EXPECT_EQ(watch.cause(), CutCause::terminate);
  return true;
}

// As timeout(1) sends it, to the process and to its group. Were it taken for a further one, this program would end.
TEST(ThreadsThatWatchForACut, TakeASignalThatIsSentTwiceForOne) {
  UsualSignal const usual(SIGTERM);
  bool is_shown = false;
  for (int left = 50; left > 0 && !is_shown; --left) is_shown = was_sent_twice();
  EXPECT_TRUE(is_shown) << "this machine took too long each time";
}

TEST(ThreadsThatWatchForACut, TakeTheSignalsOfTheProgram) {
  for (auto const& [signal_number, cause] :
       {std::pair(SIGINT, CutCause::interrupt), std::pair(SIGTERM, CutCause::terminate)}) {
    UsualSignal const usual(signal_number);
    CutWatch const watch(std::nullopt);
    std::future<void> const requested = stopped(watch.stop());
    ::kill(::getpid(), signal_number);
    EXPECT_EQ(requested.wait_for(20s), std::future_status::ready);
    EXPECT_EQ(watch.cause(), cause);
    std::this_thread::sleep_for(CutWatch::time_after_signal);
    EXPECT_TRUE(watch.is_overdue());
  }
}

TEST(ThreadsThatWatchForACut, LeaveIgnoredSignalsIgnored) {
  struct sigaction ignored {};
  ignored.sa_handler = SIG_IGN;
  struct sigaction before {};
  sigaction(SIGINT, &ignored, &before);
  {
    CutWatch const watch(std::nullopt);
    ::kill(::getpid(), SIGINT);
    EXPECT_EQ(watch.cause(), std::nullopt);
  }
  sigaction(SIGINT, &before, nullptr);
}

}  // namespace
}  // namespace conformance::cut_test
