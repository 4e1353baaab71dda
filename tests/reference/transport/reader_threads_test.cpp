#include "prompty/transport/reader_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <set>
#include <thread>

namespace prompty::reader_threads_test {
namespace {

std::thread::id thread_of_a_task(ReaderThreads& threads) {
  std::promise<std::thread::id> id;
  threads.start([&id] { id.set_value(std::this_thread::get_id()); });
  return id.get_future().get();
}

TEST(ReaderThreads, AreKeptForTheNextTask) {
  ReaderThreads threads;
  std::set<std::thread::id> used;
  // A thread that has just done its task may not be waiting yet.
  for (int task = 0; task < 100; ++task) used.insert(thread_of_a_task(threads));
  EXPECT_LT(used.size(), 50U);
}

TEST(ReaderThreads, RunWhatIsStartedAtTheSameTime) {
  ReaderThreads threads;
  std::promise<void> first;
  std::promise<void> second;
  std::promise<bool> met;
  threads.start([&] {
    first.set_value();
    met.set_value(second.get_future().wait_for(std::chrono::seconds(10)) == std::future_status::ready);
  });
  threads.start([&] {
    first.get_future().wait();
    second.set_value();
  });
  EXPECT_TRUE(met.get_future().get());
}

TEST(ReaderThreads, AreWaitedFor) {
  std::atomic<bool> is_done = false;
  {
    ReaderThreads threads;
    threads.start([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      is_done = true;
    });
  }
  EXPECT_TRUE(is_done);
}

}  // namespace
}  // namespace prompty::reader_threads_test
