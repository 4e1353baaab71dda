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

TEST(ThreadsFrameGate, IsReachedWhenAHeldFrameIsWaitedFor) {
  FrameGate gate;
  EXPECT_FALSE(gate.opens_for(0, at_once));
  EXPECT_FALSE(gate.is_reached_within(at_once));
  std::thread writer([&gate] { EXPECT_TRUE(gate.opens_for(0, std::chrono::seconds(10))); });
  EXPECT_TRUE(gate.is_reached_within(std::chrono::seconds(10)));
  gate.let_out(1);
  writer.join();
  gate.close();
  EXPECT_FALSE(gate.is_reached_within(at_once));
}

}  // namespace
}  // namespace mock_provider::frame_gate_test
