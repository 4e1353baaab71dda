#include "harness/judge/subject/adapter_session.hpp"

#include <gtest/gtest.h>

namespace conformance::output_tail_test {
namespace {

TEST(OutputTails, GiveWhatCameAfterTheMark) {
  OutputTail tail(16);
  tail.append("before ");
  std::uint64_t const mark = tail.written();
  tail.append("after");
  EXPECT_EQ(tail.since(mark), "after");
  EXPECT_EQ(tail.since(0), "before after");
  EXPECT_EQ(tail.since(tail.written()), "");
}

TEST(OutputTails, KeepOnlyTheEndOfAFlood) {
  OutputTail tail(8);
  for (int times = 0; times < 1000; ++times) tail.append("0123456789abcdef");
  EXPECT_EQ(tail.since(0), "89abcdef");
  EXPECT_EQ(tail.written(), 16000U);
}

TEST(OutputTails, KeepTheEndOfOneLargePiece) {
  OutputTail tail(4);
  tail.append(std::string(100000, 'x') + "abcd");
  EXPECT_EQ(tail.since(0), "abcd");
}

TEST(OutputTails, LeaveOutACharacterThatWasCut) {
  OutputTail tail(4);
  tail.append("x€€");  // three bytes each; the first is cut after its first two bytes
  EXPECT_EQ(tail.since(0), "€");
}

TEST(OutputTails, ReplaceBytesThatAreNoUtf8) {
  OutputTail tail(16);
  tail.append(
      "a\xFF"
      "b");
  EXPECT_EQ(tail.since(0),
            "a\xEF\xBF\xBD"
            "b");
}

}  // namespace
}  // namespace conformance::output_tail_test
