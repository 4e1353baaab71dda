#include <gtest/gtest.h>

#include <thread>

#include "mock-provider/http/answer.hpp"

namespace mock_provider::frame_gate_test {
namespace {

constexpr std::chrono::milliseconds at_once{0};

TEST(ThreadsFrameGate, LetsOutNoMoreThanReleased) {
  FrameGate gate;
  EXPECT_FALSE(gate.opens_for(0, at_once));
  gate.let_out(2);
  EXPECT_TRUE(gate.opens_for(1, at_once));
  EXPECT_FALSE(gate.opens_for(2, at_once));
}

TEST(ThreadsFrameGate, TakesNothingBackUntilItIsClosed) {
  FrameGate gate;
  gate.let_out(2);
  gate.let_out(1);
  EXPECT_TRUE(gate.opens_for(1, at_once));
  gate.close();
  EXPECT_FALSE(gate.opens_for(0, at_once));
}

TEST(ThreadsFrameGate, WakesWhoeverWaits) {
  FrameGate gate;
  std::thread opener([&gate] { gate.let_out(1); });
  EXPECT_TRUE(gate.opens_for(0, std::chrono::seconds(10)));
  opener.join();
}

TEST(ThreadsFrameGate, LetsEverythingOutWhenTheItemsWereMade) {
  FrameGate gate{LettingOut{.items = 2}};
  gate.note_items(1);
  EXPECT_FALSE(gate.opens_for(0, at_once));
  gate.note_items(2);
  EXPECT_TRUE(gate.opens_for(1'000, at_once));
  EXPECT_EQ(gate.late(), "");
  gate.close();
  EXPECT_FALSE(gate.opens_for(0, at_once)) << "items of before are none of now";
  EXPECT_TRUE(FrameGate{LettingOut{.items = 0}}.opens_for(0, at_once)) << "nothing comes before";
}

TEST(ThreadsFrameGate, LosesPatienceWithWhoeverWaitsOnly) {
  FrameGate gate{LettingOut{.items = 2, .patience = std::chrono::milliseconds(20)}};
  gate.note_items(1);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  EXPECT_FALSE(gate.opens_for(3, std::chrono::milliseconds(1))) << "no stream had come to what is held";
  EXPECT_EQ(gate.late(), "");
  EXPECT_TRUE(gate.opens_for(3, std::chrono::milliseconds(60)));
  EXPECT_EQ(
      gate.late(),
      "the provider held chunk 3 and all behind it back for 20 ms; the chunks before it make 2 items, of which 1 had "
      "been handed on by then");
  gate.close();
  EXPECT_EQ(gate.late(), "");
}

}  // namespace
}  // namespace mock_provider::frame_gate_test
