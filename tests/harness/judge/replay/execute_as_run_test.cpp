#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/json_rpc.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::execute_as_run_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Json given() {
  Json const connection = {{"kind", "key"}, {"endpoint", "${MOCK}/v1"}, {"apiKey", "k"}};
  Json const model = {{"id", "m"}, {"provider", "openai"}, {"connection", connection}};
  return {{"agent", {{"kind", "prompt"}, {"model", model}, {"instructions", ""}}},
          {"messages", Json::array({{{"role", "user"}, {"content", Json::array()}}})}};
}

Vector execute_vector(Json const& respond, Json const& expect) {
  return one_sample_vector({{"operation", "execute"},
                            {"provider", Json::array({{{"respond", respond}, {"repeat", 2}}})},
                            {"given", given()},
                            {"expect", expect}});
}

Json const teapot = {{"error", {{"status", 418}, {"message", "short and stout"}}}};
Json const as_it_came = {{"value", {{"$type", "object"}}}};

/// Runs as the reference does, but sends every request a second time.
class HastySubject final : public Subject {
 public:
  [[nodiscard]] Capabilities const& capabilities() const override { return inner_.capabilities(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    static_cast<void>(inner_.call(operation, params));
    return inner_.call(operation, params);
  }
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }

 private:
  InProcessSubject inner_;
};

class HttpExecuteAsRun : public testing::Test {
 protected:
  Judgement replay(Subject& subject, Vector const& vector) {
    Attempt const attempt =
        replay_http(vector, {.subject = subject, .registry = registry_, .profile = Profile::lenient, .mock = mock_});
    EXPECT_EQ(attempt.way, Way::http);
    EXPECT_EQ(attempt.operation, "run");
    return attempt.judgement;
  }

 private:
  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpExecuteAsRun, JudgesTheErrorOfRun) {
  InProcessSubject reference;
  Judgement const same =
      replay(reference,
             execute_vector(teapot, {{"error", {{"kind", "ExecuteError"}, {"messageContains", "short and stout"}}}}));
  EXPECT_EQ(same.status, Status::pass) << same.detail;
  EXPECT_EQ(replay(reference, execute_vector(teapot, {{"error", {{"kind", "ConnectionError"}}}})).status, Status::fail);
  EXPECT_EQ(replay(reference, execute_vector(teapot, as_it_came)).status, Status::fail);
}

TEST_F(HttpExecuteAsRun, LeavesOpenWhatBecomesOfAnAnswer) {
  InProcessSubject reference;
  for (Json const& respond : {Json{{"text", "ok"}}, Json{{"body", {{"nothing", "to be read"}}}}}) {
    Judgement const judgement = replay(reference, execute_vector(respond, as_it_came));
    EXPECT_EQ(judgement.status, Status::pass) << judgement.detail;
  }
}

TEST_F(HttpExecuteAsRun, JudgesTheRequestsOfRun) {
  InProcessSubject reference;
  HastySubject hasty;
  Json expect = as_it_came;
  EXPECT_THAT(replay(hasty, execute_vector({{"text", "ok"}}, expect)).detail, HasSubstr("the mock provider saw 2"));
  expect["requests"] = Json::array({{{"path", "/chat/completions"}}});
  EXPECT_EQ(replay(reference, execute_vector({{"text", "ok"}}, expect)).status, Status::pass);
  EXPECT_EQ(replay(hasty, execute_vector({{"text", "ok"}}, expect)).status, Status::fail);
}

TEST_F(HttpExecuteAsRun, JudgesTheRequestsOfARunThatEndsOtherwiseAsWell) {
  InProcessSubject reference;
  Json expect = {{"error", {{"kind", "ConnectionError"}}}};
  expect["requests"] = Json::array({{{"path", "/completions"}}});
  Judgement const judgement = replay(reference, execute_vector(teapot, expect));
  ASSERT_EQ(judgement.differences.size(), 2U);
  EXPECT_EQ(judgement.differences[0].pointer, "/kind");
  EXPECT_EQ(judgement.differences[1].pointer, "/requests/0/path");
}

TEST_F(HttpExecuteAsRun, IsDueWhenRunIsDeclared) {
  Vector const vector = execute_vector({{"text", "ok"}}, as_it_came);
  Capabilities capabilities{.providers = {"openai"}, .api_types = {"chat"}};
  capabilities.operations = {"execute"};
  EXPECT_THAT(due_ways(vector, capabilities).ways, ElementsAre(Way::direct));
  capabilities.operations.insert("run");
  EXPECT_THAT(due_ways(vector, capabilities).ways, ElementsAre(Way::direct, Way::http));
}

TEST_F(HttpExecuteAsRun, IsNotDueForWhatRunCannotShow) {
  EXPECT_FALSE(runs_as_execute(one_sample_vector({{"operation", "execute"}})));
  Json traced = given();
  traced["trace"] = true;
  Json const provider = Json::array({{{"respond", teapot}}});
  EXPECT_FALSE(runs_as_execute(one_sample_vector(
      {{"operation", "execute"}, {"provider", provider}, {"given", traced}, {"expect", as_it_came}})));
}

}  // namespace
}  // namespace conformance::execute_as_run_test
