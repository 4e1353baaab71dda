#include "prompty/transport/connection_guards.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>

namespace prompty::broken_pipe_test {
namespace {

bool is_blocked() {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, SIGPIPE) == 1;
}

TEST(ThreadsBrokenPipe, IsAnErrorAndNotASignal) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  {
    BrokenPipeSilencer const silencer;
    EXPECT_EQ(write(ends[1], "x", 1), -1);
    EXPECT_EQ(errno, EPIPE);
  }
  // The mask is open again; a signal still pending would end the process here.
  EXPECT_FALSE(is_blocked());
  close(ends[1]);
}

TEST(ThreadsBrokenPipe, LeavesAMaskThatWasThereBefore) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  { BrokenPipeSilencer const silencer; }
  EXPECT_TRUE(is_blocked());
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace
}  // namespace prompty::broken_pipe_test
