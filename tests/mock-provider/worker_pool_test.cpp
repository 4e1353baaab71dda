#include "mock-provider/worker_pool.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <future>

namespace mock_provider::worker_pool_test {
namespace {

TEST(ThreadsWorkerPool, RunsEveryTaskBeforeItEnds) {
  std::atomic<int> ran = 0;
  WorkerPool pool(4);
  for (int task = 0; task < 1000; ++task) pool.enqueue([&ran] { ++ran; });
  pool.shutdown();
  EXPECT_EQ(ran, 1000);
}

TEST(ThreadsWorkerPool, ServesAsManyAtOnceAsItHasThreads) {
  WorkerPool pool(2);
  std::promise<void> first;
  std::promise<void> second;
  std::future<void> const first_runs = first.get_future();
  std::future<void> const second_runs = second.get_future();
  // Each waits for the other to have started: with one thread this would never end.
  pool.enqueue([&] {
    first.set_value();
    second_runs.wait();
  });
  pool.enqueue([&] {
    second.set_value();
    first_runs.wait();
  });
  pool.shutdown();
}

TEST(ThreadsWorkerPool, GivesTasksRoomForDeepRecursion) {
  std::size_t touched = 0;
  WorkerPool pool(1);
  pool.enqueue([&touched] {
    // More than the 8 MiB that a thread has by default.
    std::array<volatile char, 20'000'000> large;
    for (std::size_t at = 0; at < large.size(); at += 4096) {
      large[at] = 1;
      touched += static_cast<std::size_t>(large[at]);
    }
  });
  pool.shutdown();
  EXPECT_EQ(touched, 4883U);
}

}  // namespace
}  // namespace mock_provider::worker_pool_test
