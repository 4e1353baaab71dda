#include "cli/tool_choices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <thread>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::child_process_test {
namespace {

using namespace std::chrono_literals;
using cli::ChildOutput;
using testing::HasSubstr;

ChildOutput shell(std::string const& script, std::string_view input = "", std::chrono::milliseconds limit = 20s,
                  Cancellation const& cancellation = {}) {
  return cli::run_child({"/bin/sh", "-c", script}, input, limit, cancellation);
}

std::string failure_of(std::string const& script, std::chrono::milliseconds limit) {
  return raised<RuntimeError>([&] { static_cast<void>(shell(script, "", limit)); });
}

/// A pipe whose reading end is at its end once every process that was started with the writing end has gone.
class Lifeline {
 public:
  Lifeline() { EXPECT_EQ(::pipe(ends_.data()), 0); }
  ~Lifeline() {
    close_own_end();
    ::close(ends_[0]);
  }
  Lifeline(Lifeline const&) = delete;
  Lifeline& operator=(Lifeline const&) = delete;

  /// Whether all of them have gone, soon.
  bool is_cut() {
    close_own_end();
    pollfd polled{ends_[0], POLLIN, 0};
    char byte = 0;
    return ::poll(&polled, 1, 10'000) == 1 && ::read(ends_[0], &byte, 1) == 0;
  }

 private:
  void close_own_end() {
    if (ends_[1] >= 0) ::close(ends_[1]);
    ends_[1] = -1;
  }

  std::array<int, 2> ends_{};
};

TEST(ChildProcess, HandsInputOverAndCollectsOutput) {
  ChildOutput const output = shell("cat; echo bad >&2; exit 3", "hello");
  EXPECT_EQ(output.out, "hello");
  EXPECT_EQ(output.err, "bad\n");
  EXPECT_EQ(output.exit_code, 3);
}

TEST(ChildProcess, TellsTheSignalThatEndedIt) {
  EXPECT_EQ(shell("kill -TERM $$").exit_code, 128 + SIGTERM);
}

TEST(ChildProcess, IsFoundOnThePathAndGetsItsWordsAsTheyAre) {
  EXPECT_EQ(cli::run_child({"printf", "%s|%s", "a b", "$c *"}, "", 20s, {}).out, "a b|$c *");
}

TEST(ChildProcess, NeedNotReadItsInput) {
  std::string const much(1U << 20U, 'x');
  EXPECT_EQ(shell("exec <&-; echo done", much).out, "done\n");
}

TEST(ChildProcess, ExchangesMoreThanAPipeHolds) {
  std::string const much(3U << 20U, 'x');
  EXPECT_EQ(shell("cat", much).out, much);
}

TEST(ChildProcess, KeepsTheLastOfItsComplaints) {
  std::string const err = shell("yes early | head -c 100000 >&2; printf last >&2").err;
  EXPECT_EQ(err.size(), 4096U);
  EXPECT_THAT(err, testing::EndsWith("last"));
}

TEST(ChildProcess, SaysWhyItCouldNotStart) {
  EXPECT_THAT(raised<RuntimeError>([] { static_cast<void>(cli::run_child({"/nowhere/at-all"}, "", 20s, {})); }),
              HasSubstr("/nowhere/at-all could not be started: No such file or directory"));
}

TEST(ChildProcess, LeavesNoProcessBehindAtItsTimeout) {
  Lifeline line;
  EXPECT_THAT(failure_of("sleep 600 & sleep 600", 200ms), HasSubstr("did not end within 0.2 seconds"));
  EXPECT_TRUE(line.is_cut());
}

TEST(ChildProcess, LeavesNoProcessBehindWhenItEnds) {
  Lifeline line;
  ChildOutput const output = shell("sleep 600 & echo done");
  EXPECT_EQ(output.out, "done\n");
  EXPECT_TRUE(line.is_cut());
}

TEST(ChildProcess, LeavesNoProcessBehindWhenItIsCancelled) {
  Lifeline line;
  Cancellation const cancellation;
  cancellation.request();
  EXPECT_THROW(static_cast<void>(shell("sleep 600 & sleep 600", "", 600s, cancellation)), CancelledError);
  EXPECT_TRUE(line.is_cut());
}

TEST(ChildProcess, LeavesNoProcessBehindInAnotherSession) {
  Lifeline at_the_end;
  ChildOutput const output = shell("setsid sh -c 'sleep 600 & sleep 600' & setsid -f sleep 600");
  EXPECT_EQ(output.exit_code, 0);
  EXPECT_TRUE(at_the_end.is_cut());
  Lifeline in_time;
  EXPECT_THAT(failure_of("setsid sh -c 'setsid sleep 600 & sleep 600' & sleep 600", 300ms),
              HasSubstr("did not end within 0.3 seconds"));
  EXPECT_TRUE(in_time.is_cut());
}

TEST(ChildProcess, LeavesNoProcessBehindWhenTheParentIsKilled) {
  Lifeline lifeline;
  std::array<int, 2> started{};
  ASSERT_EQ(::pipe(started.data()), 0);
  std::string const up = "echo up >/dev/fd/" + std::to_string(started[1]);
  pid_t const caller = ::fork();
  if (caller == 0) {
    static_cast<void>(shell("setsid sh -c '" + up + "; sleep 600' & sleep 600", "", 60s));
    ::_exit(0);
  }
  ::close(started[1]);
  char byte = 0;
  EXPECT_EQ(::read(started[0], &byte, 1), 1);
  ::kill(caller, SIGKILL);
  ::waitpid(caller, nullptr, 0);
  EXPECT_TRUE(lifeline.is_cut());
  ::close(started[0]);
}

TEST(ChildProcess, IsCancelledWhileItRuns) {
  prompty_tests::TemporaryFolder const folder;
  std::string const ready = folder.path() + "/ready";
  ASSERT_EQ(::mkfifo(ready.c_str(), 0600), 0);
  Cancellation const cancellation;
  std::thread other([&] {
    // Opening waits for the program to open its end.
    std::FILE* const file = std::fopen(ready.c_str(), "r");
    std::fclose(file);
    cancellation.request();
  });
  EXPECT_THROW(static_cast<void>(shell(": > " + ready + "; sleep 600", "", 600s, cancellation)), CancelledError);
  other.join();
}

TEST(ChildProcess, IsKilledWhenItPrintsWithoutEnd) {
  EXPECT_THAT(failure_of("yes", 60s), HasSubstr("printed more than 16 MiB"));
}

TEST(ChildProcess, LeavesNoDescriptorOpen) {
  int const before = ::dup(0);
  ::close(before);
  for (int i = 0; i < 20; ++i) static_cast<void>(shell("true"));
  EXPECT_THROW(static_cast<void>(cli::run_child({"/nowhere"}, "", 1s, {})), RuntimeError);
  int const after = ::dup(0);
  ::close(after);
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace prompty::child_process_test
