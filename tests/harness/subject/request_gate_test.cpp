#include "harness/subject/in_flight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

namespace conformance::request_gate_test {
namespace {

TEST(RequestCompany, IsForbiddenForRequestsThatChangeTheProcess) {
  EXPECT_EQ(company_allowed_by(Json::parse(R"({"text":"a"})")), Company::any);
  EXPECT_EQ(company_allowed_by(Json::parse(R"({"agent":{"env":1}})")), Company::any);
  EXPECT_EQ(company_allowed_by(Json::parse(R"({"path":"a","env":{}})")), Company::alone);
  EXPECT_EQ(company_allowed_by(Json::parse(R"({"path":"a","envAfter":{}})")), Company::alone);
  EXPECT_EQ(company_allowed_by(Json::parse(R"({"path":"a","cwd":"b"})")), Company::alone);
  EXPECT_EQ(company_allowed_by(Json::parse(R"({"register":{}})")), Company::alone);
}

/// Counts who is inside, and remembers the most that were.
class Room {
 public:
  void visit(RequestGate& gate, Company company) {
    RequestGate::Pass const pass = gate.enter(company);
    int const inside = ++inside_;
    int before = most_;
    while (before < inside && !most_.compare_exchange_weak(before, inside)) {
    }
    if (company == Company::alone && inside != 1) ++disturbed_;
    std::this_thread::yield();
    if (company == Company::alone && inside_ != 1) ++disturbed_;
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
        room.visit(gate, (visit + visitor) % 10 == 0 ? Company::alone : Company::any);
      }
    });
  }
  for (std::thread& visitor : visitors) visitor.join();
  EXPECT_LE(room.most(), 3);
  EXPECT_EQ(room.disturbed(), 0);
}

TEST(ThreadsAtTheRequestGate, GetInTogetherUpToTheLimit) {
  RequestGate gate(2);
  RequestGate::Pass const here = gate.enter(Company::any);
  std::thread([&gate] { RequestGate::Pass const there = gate.enter(Company::any); }).join();
}

}  // namespace
}  // namespace conformance::request_gate_test
