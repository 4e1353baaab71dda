#include "cli/console.hpp"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <stdexcept>
#include <thread>

namespace prompty::interruptible_work_test {
namespace {

using cli::Ending;
using cli::Interrupts;

TEST(Interrupts, EndTheProcessUnlessSomebodyListens) {
  Interrupts interrupts;
  EXPECT_FALSE(interrupts.raise());
  EXPECT_FALSE(interrupts.take());
  {
    Interrupts::Listening const listening(interrupts);
    EXPECT_TRUE(interrupts.raise());
  }
  EXPECT_FALSE(interrupts.raise());
  EXPECT_TRUE(interrupts.take());
  EXPECT_FALSE(interrupts.take());
}

TEST(ThreadsInterruptibleWork, IsDoneAndThrowsWhatItThrows) {
  Interrupts interrupts;
  bool is_done = false;
  EXPECT_EQ(cli::run_interruptibly([&] { is_done = true; }, {}, interrupts), Ending::done);
  EXPECT_TRUE(is_done);
  EXPECT_THROW(static_cast<void>(cli::run_interruptibly([] { throw std::logic_error("x"); }, {}, interrupts)),
               std::logic_error);
}

TEST(ThreadsInterruptibleWork, IsCancelledByAnInterrupt) {
  Interrupts interrupts;
  Interrupts::Listening const listening(interrupts);
  Cancellation const cancellation;
  Ending const ending = cli::run_interruptibly(
      [&] {
        interrupts.raise();
        while (!cancellation.is_requested()) std::this_thread::yield();
        throw std::runtime_error("cancelled");
      },
      cancellation, interrupts);
  EXPECT_EQ(ending, Ending::interrupted);
  EXPECT_TRUE(interrupts.take());
  EXPECT_FALSE(interrupts.leaves_work());
}

TEST(ThreadsInterruptibleWork, IsDoneWhenItEndsInSpiteOfAnInterrupt) {
  Interrupts interrupts;
  Interrupts::Listening const listening(interrupts);
  EXPECT_EQ(cli::run_interruptibly([&] { interrupts.raise(); }, {}, interrupts), Ending::done);
}

TEST(ThreadsInterruptibleWork, IsLeftBehindWhenItHeedsNothing) {
  Interrupts interrupts;
  Interrupts::Listening const listening(interrupts);
  struct Shared {
    std::promise<void> go_on;
    std::promise<void> ended;
  };
  std::shared_ptr<Shared> const shared = std::make_shared<Shared>();
  std::function<void()> const work = [shared, &interrupts] {
    interrupts.raise();
    shared->go_on.get_future().wait();
    shared->ended.set_value();
  };
  EXPECT_EQ(cli::run_interruptibly(work, {}, interrupts), Ending::interrupted);
  EXPECT_TRUE(interrupts.leaves_work());
  shared->go_on.set_value();
  shared->ended.get_future().wait();
}

}  // namespace
}  // namespace prompty::interruptible_work_test
