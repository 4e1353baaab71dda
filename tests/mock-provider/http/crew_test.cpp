#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "mock-provider/http/crew.hpp"

namespace mock_provider::crew_test {
namespace {

TEST(ThreadsCrew, TakesTurnsUntilTheWorkIsOver) {
  std::atomic<int> turns = 0;
  Crew crew(4, [&turns] { return ++turns < 1'000; });
  crew.join();
  EXPECT_GE(turns, 1'000);
  EXPECT_LT(turns, 1'004);
  crew.join();
}

TEST(ThreadsCrew, IsAtWorkTogether) {
  std::promise<void> first;
  std::promise<void> second;
  std::future<void> const first_works = first.get_future();
  std::future<void> const second_works = second.get_future();
  std::atomic<int> turns = 0;
  // Each waits for the other to be at work: with one thread this would never end.
  Crew crew(2, [&] {
    bool const is_first = turns++ == 0;
    (is_first ? first : second).set_value();
    (is_first ? second_works : first_works).wait();
    return false;
  });
  crew.join();
}

TEST(ThreadsCrew, HasNoMoreThreadsThanAreAtWork) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  std::atomic<int> turns = 0;
  Crew crew(3, [&] {
    std::lock_guard const lock(mutex);
    seen.insert(std::this_thread::get_id());
    return ++turns < 100;
  });
  crew.join();
  EXPECT_GE(seen.size(), 1U);
  EXPECT_LE(seen.size(), 3U);
}

TEST(ThreadsCrew, HasAnotherAtWorkWhileOneWaits) {
  std::promise<void> another;
  std::future<void> const another_works = another.get_future();
  std::atomic<int> turns = 0;
  Crew crew(1, [&] {
    if (turns++ == 0) {
      Crew::Pause const pause;
      Crew::Pause const within_it;
      another_works.wait();
    } else {
      another.set_value();
    }
    return turns < 2;
  });
  crew.join();
  EXPECT_EQ(turns, 2);
}

TEST(ThreadsCrew, KeepsThoseWhoComeBackForTheNextWhoWaits) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  std::atomic<int> turns = 0;
  std::atomic<int> returns = 0;
  // Every other turn waits for the next one to begin, which waits for it to come back.
  Crew crew(1, [&] {
    {
      std::lock_guard const lock(mutex);
      seen.insert(std::this_thread::get_id());
    }
    int const turn = turns++;
    if (turn % 2 == 0) {
      {
        Crew::Pause const pause;
        while (turns == turn + 1) std::this_thread::yield();
      }
      ++returns;
    } else {
      while (returns <= turn / 2) std::this_thread::yield();
    }
    return turn < 199;
  });
  crew.join();
  EXPECT_EQ(seen.size(), 2U);
}

TEST(ThreadsCrew, LetsWhoeverWaitsEnd) {
  std::atomic<bool> is_over = false;
  std::atomic<int> turns = 0;
  Crew crew(1, [&] {
    if (++turns > 5) is_over = true;
    if (is_over) return false;
    Crew::Pause const pause;
    while (!is_over) std::this_thread::yield();
    return true;
  });
  crew.join();
  EXPECT_GE(turns, 6);
}

TEST(ThreadsCrew, HasNothingToDoWithPausesOfOthers) {
  std::atomic<bool> is_over = false;
  Crew crew(1, [&] { return !is_over; });
  { Crew::Pause const pause; }
  is_over = true;
  crew.join();
}

}  // namespace
}  // namespace mock_provider::crew_test
