#include "harness/judge/subject/in_flight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

namespace conformance::request_gate_test {
namespace {

TEST(RequestConcurrency, IsForbiddenForRequestsThatChangeTheProcess) {
  EXPECT_EQ(concurrency_allowed_by(Json::parse(R"({"text":"a"})")), Concurrency::any);
  EXPECT_EQ(concurrency_allowed_by(Json::parse(R"({"agent":{"env":1}})")), Concurrency::any);
  EXPECT_EQ(concurrency_allowed_by(Json::parse(R"({"path":"a","env":{}})")), Concurrency::alone);
  EXPECT_EQ(concurrency_allowed_by(Json::parse(R"({"path":"a","envAfter":{}})")), Concurrency::alone);
  EXPECT_EQ(concurrency_allowed_by(Json::parse(R"({"path":"a","cwd":"b"})")), Concurrency::alone);
  EXPECT_EQ(concurrency_allowed_by(Json::parse(R"({"register":{}})")), Concurrency::alone);
}

/// Counts who is inside, and remembers the most that were.
class Room {
 public:
  void visit(RequestGate& gate, Concurrency concurrency) {
    RequestGate::Pass const pass = gate.enter(concurrency);
    int const inside = ++inside_;
    int before = most_;
    while (before < inside && !most_.compare_exchange_weak(before, inside)) {
    }
    if (concurrency == Concurrency::alone && inside != 1) ++disturbed_;
    std::this_thread::yield();
    if (concurrency == Concurrency::alone && inside_ != 1) ++disturbed_;
    --inside_;
  }
  [[nodiscard]] int most() const { return most_; }
  [[nodiscard]] int disturbed() const { return disturbed_; }

 private:
  std::atomic<int> inside_ = 0;
  std::atomic<int> most_ = 0;
  std::atomic<int> disturbed_ = 0;
};

TEST(ThreadsAtTheRequestGate, NeverExceedTheLimitAndLeaveTheLonelyAlone) {
  RequestGate gate(3);
  Room room;
  std::vector<std::thread> visitors;
  for (int visitor = 0; visitor < 8; ++visitor) {
    visitors.emplace_back([&, visitor] {
      for (int visit = 0; visit < 300; ++visit) {
        room.visit(gate, (visit + visitor) % 10 == 0 ? Concurrency::alone : Concurrency::any);
      }
    });
  }
  for (std::thread& visitor : visitors) visitor.join();
  EXPECT_LE(room.most(), 3);
  EXPECT_EQ(room.disturbed(), 0);
}

TEST(ThreadsAtTheRequestGate, GetInTogetherUpToTheLimit) {
  RequestGate gate(2);
  RequestGate::Pass const here = gate.enter(Concurrency::any);
  std::thread([&gate] { RequestGate::Pass const there = gate.enter(Concurrency::any); }).join();
}

TEST(ThreadsAtTheRequestGate, GetInOnBehalfOfARequestThatIsInside) {
  RequestGate gate(1);
  RequestGate::Pass const here = gate.enter(Concurrency::alone);
  std::thread([&gate] {
    WithinRequest const within;
    RequestGate::Pass const nested = gate.enter(Concurrency::alone);
    RequestGate::Pass const another = gate.enter(Concurrency::any);
  }).join();
}

}  // namespace
}  // namespace conformance::request_gate_test
