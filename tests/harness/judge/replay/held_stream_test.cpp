#include "harness/judge/replay/scenario.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/replay/replay.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"

namespace conformance::held_stream_test {
namespace {

/// A run of a chat stream whose second chunk is held back until one item was seen.
Vector held_run() {
  Json const chunks =
      Json::parse(R"([{"choices":[{"delta":{"content":"a"}}]}, {"choices":[{"delta":{"content":"b"}}]}])");
  Json const connection = {{"kind", "key"}, {"endpoint", "${MOCK}/v1"}, {"apiKey", "k"}};
  Json const model = {{"id", "m"}, {"provider", "openai"}, {"connection", connection}};
  Json const part = {{"kind", "text"}, {"value", "Hi"}};
  Json const message = {{"role", "user"}, {"content", Json::array({part})}};
  return one_sample_vector({{"operation", "run"},
                            {"provider", Json::array({{{"respond", {{"chunks", chunks}, {"hold", 1}}}}})},
                            {"given",
                             {{"agent", {{"kind", "prompt"}, {"model", model}, {"instructions", ""}}},
                              {"messages", Json::array({message})},
                              {"stream", true}}},
                            {"expect", {{"value", {{"$subset", {{"items", Json::array({"a", "b"})}}}}}}}});
}

class HttpHeldStreams : public testing::Test {
 protected:
  Attempt replay(Subject& subject) {
    return replay_direct(
        held_run(),
        {.subject = subject, .registry = registry_, .profile = Profile::lenient, .mock = mock_, .patience = patience},
        Way::direct);
  }

  std::chrono::milliseconds patience = std::chrono::seconds(30);
  InProcessSubject reference_;

 private:
  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpHeldStreams, GoOnWhenTheItemsOfTheirChunksWereSeen) {
  Attempt const attempt = replay(reference_);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
}

TEST_F(HttpHeldStreams, FailWhoeverTellsItemsWithTheAnswer) {
  Deviation const late{.answer = [](std::string const& operation, Json const& params,
                                    AskReference const& reference) { return reference(operation, params); },
                       .tells_late = [](std::string const&, Json const&) { return true; }};
  patience = std::chrono::milliseconds(200);
  DeviatingSubject subject(late, reference_);
  Attempt const attempt = replay(subject);
  EXPECT_EQ(attempt.judgement.status, Status::fail);
  EXPECT_EQ(attempt.judgement.detail,
            "the provider held chunk 1 and all behind it back for 200 ms; the chunks before it make 1 item, of which 0 "
            "had been handed on by then");
}

TEST_F(HttpHeldStreams, WaitForWhoeverIsSlowToSendTheRequest) {
  // The reference, too, has no more than this once its request is there.
  patience = std::chrono::seconds(2);
  Deviation const slow{
      .answer = [this](std::string const& operation, Json const& params, AskReference const& reference) {
        std::this_thread::sleep_for(patience + std::chrono::milliseconds(200));
        return reference(operation, params);
      }};
  DeviatingSubject subject(slow, reference_);
  Attempt const attempt = replay(subject);
  EXPECT_EQ(attempt.judgement.status, Status::pass) << attempt.judgement.detail;
}

TEST(HeldChunks, AreThoseThatTheFirstStepHolds) {
  EXPECT_EQ(hold_of(held_run()), (Hold{.chunk = 1, .items = 1}));
  EXPECT_EQ(hold_of(one_sample_vector(Json::object())), std::nullopt);
  EXPECT_EQ(hold_of(one_sample_vector({{"provider", Json::array({{{"respond", {{"text", "ok"}}}}})}})), std::nullopt);
}

TEST(HeldChunks, MakeAsManyItemsAsTheStepSays) {
  Json const step = {{"respond", {{"chunks", Json::array({1, 2, 3})}, {"hold", 2}}}, {"afterItems", 1}};
  Vector const vector = one_sample_vector({{"provider", Json::array({step})}});
  EXPECT_EQ(hold_of(vector), (Hold{.chunk = 2, .items = 1}));
  EXPECT_EQ(scenario_of(vector).at("steps"), Json::array({{{"respond", step.at("respond")}}}));
}

TEST(ScenariosOfVectors, AskForAKeyUnlessTheConnectionIsAnonymous) {
  EXPECT_EQ(scenario_of(held_run()).at("admits"), "with-key");
  Vector const vector = one_sample_vector(
      {{"given", {{"agent", {{"model", {{"connection", {{"kind", "anonymous"}}}}}}}}}, {"operation", "run"}});
  EXPECT_EQ(scenario_of(vector).at("admits"), "anyone");
}

TEST(ScenariosOfVectors, HaveAnMcpServerOnlyWhereTheVectorHasOne) {
  EXPECT_FALSE(scenario_of(held_run()).contains("mcp"));
  Json const server = {{"tools", Json::array({{{"name", "echo"}}})}};
  EXPECT_EQ(scenario_of(one_sample_vector({{"mcp", server}})).at("mcp"), server);
}

}  // namespace
}  // namespace conformance::held_stream_test
