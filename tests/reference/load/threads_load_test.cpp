#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "prompty/load/load.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::threads_load_test {
namespace {

TEST(ThreadsLoad, OneFileLoadedByManyThreadsIsOneAgent) {
  prompty_tests::TemporaryFolder const folder;
  static_cast<void>(folder.write("more.json", R"({"answer": [1, "${env:N}"]})"));
  std::string const path = folder.write(
      "a.prompty", "---\nname: ${env:N}\nmetadata: ${file:more.json}\ninputs: {a: {default: 1}}\n---\nuser:\nHi");
  LoadOptions const options{.environment = fixed_environment({{"N", "n"}})};
  PromptyAgent const expected = load(path, options);
  std::atomic<int> differing{0};
  std::vector<std::thread> threads;
  for (int number = 0; number < 8; ++number) {
    threads.emplace_back([&] {
      for (int round = 0; round < 25; ++round) {
        if (!(load(path, options) == expected)) ++differing;
        if (!(load_async(path, options).get() == expected)) ++differing;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(differing, 0);
}

}  // namespace
}  // namespace prompty::threads_load_test
