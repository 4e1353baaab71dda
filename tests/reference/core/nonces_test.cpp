#include "prompty/core/host.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace prompty::nonces_test {
namespace {

TEST(Nonces, AreSixteenHexadecimalDigitsThatNoTwoShare) {
  RecordProperty("clause", "P5.1-07");
  NonceSource const source = system_nonces();
  std::set<std::string> seen;
  for (int round = 0; round < 20'000; ++round) {
    std::string const nonce = source();
    ASSERT_EQ(nonce.size(), 16U);
    ASSERT_EQ(nonce.find_first_not_of("0123456789abcdef"), std::string::npos) << nonce;
    ASSERT_TRUE(seen.insert(nonce).second) << nonce << " came twice";
  }
}

// A counter or a clock would leave some digits where they are. Of 20,000 draws each digit is expected 1,250 times; 300
// away from that is more than eight standard deviations.
TEST(Nonces, HaveEveryDigitEverywhereAboutAsOften) {
  RecordProperty("clause", "P5.1-07");
  NonceSource const source = system_nonces();
  std::array<std::array<int, 16>, 16> counts{};
  for (int round = 0; round < 20'000; ++round) {
    std::string const nonce = source();
    for (std::size_t place = 0; place < 16; ++place) {
      ++counts.at(place).at(std::string("0123456789abcdef").find(nonce.at(place)));
    }
  }
  for (std::array<int, 16> const& place : counts) {
    for (int const count : place) EXPECT_NEAR(count, 1250, 300);
  }
}

TEST(ThreadsNonces, AreSharedByNoTwoThreads) {
  NonceSource const source = system_nonces();
  std::vector<std::vector<std::string>> drawn(8);
  std::vector<std::thread> threads;
  for (std::vector<std::string>& list : drawn) {
    threads.emplace_back([&source, &list] {
      for (int round = 0; round < 1'000; ++round) list.push_back(source());
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::set<std::string> seen;
  for (std::vector<std::string> const& list : drawn) seen.insert(list.begin(), list.end());
  EXPECT_EQ(seen.size(), 8'000U);
}

}  // namespace
}  // namespace prompty::nonces_test
