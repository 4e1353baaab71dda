#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <mutex>
#include <set>
#include <thread>

#include "mock-provider/http/worker_pool.hpp"

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

TEST(ThreadsWorkerPool, NeverHasMoreThreadsThanAllowed) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  WorkerPool pool(3);
  for (int task = 0; task < 100; ++task) {
    pool.enqueue([&] {
      std::lock_guard const lock(mutex);
      seen.insert(std::this_thread::get_id());
    });
  }
  pool.shutdown();
  EXPECT_GE(seen.size(), 1U);
  EXPECT_LE(seen.size(), 3U);
}

TEST(ThreadsWorkerPool, EndsTwiceWithoutHarm) {
  WorkerPool pool(1);
  pool.shutdown();
  pool.shutdown();
}

TEST(ThreadsWorkerPool, TellsWhetherATaskHasToWait) {
  WorkerPool pool(1);
  std::promise<void> end;
  std::future<void> const ends = end.get_future();
  std::promise<void> begin;
  pool.enqueue([&] {
    begin.set_value();
    ends.wait();
  });
  begin.get_future().wait();
  EXPECT_EQ(pool.enqueue([] {}), WorkerPool::Start::later);
  end.set_value();
  pool.shutdown();
}

}  // namespace
}  // namespace mock_provider::worker_pool_test
