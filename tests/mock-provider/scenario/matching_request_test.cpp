#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/scenario/matcher.hpp"

namespace mock_provider::matching_request_test {
namespace {

class MatchingRequest : public testing::Test {
 protected:
  [[nodiscard]] std::optional<Mismatch> against(char const* matcher) const {
    Json const step{{"match", Json::parse(matcher)}, {"respond", {{"text", ""}}}};
    Scenario const scenario = scenario::decode({{"steps", Json::array({step})}});
    return mismatch(*scenario.steps[0].match, {.method = method, .route = route, .headers = headers, .body = body});
  }

  std::string const method = "POST";
  Route const route = route_of("/s/v1/chat/completions?a=1");
  Headers const headers{{"Authorization", "Bearer k"}};
  Json const body = Json::parse(R"({"model": "m", "messages": [{"role": "user"}]})");
};

TEST_F(MatchingRequest, HoldsWithoutAnyPart) {
  EXPECT_EQ(against("{}"), std::nullopt);
}

TEST_F(MatchingRequest, HoldsWhenEveryPartDoes) {
  EXPECT_EQ(against(R"({"method": "POST", "path": "/v1/chat/completions", "query": "a=1",
                        "headers": {"authorization": {"$match": "Bearer .+"}, "x": {"$absent": true}},
                        "body": {"messages": [{"role": "user"}], "model": "m"}})"),
            std::nullopt);
}

TEST_F(MatchingRequest, NamesThePartThatDiffers) {
  EXPECT_EQ(against(R"({"method": "GET", "path": "/v1/chat/completions"})")->part, "method");
  EXPECT_EQ(against(R"({"path": "/s/v1/chat/completions"})")->part, "path");
  EXPECT_EQ(against(R"({"query": ""})")->part, "query");
  EXPECT_EQ(against(R"({"headers": {"x-a": "1"}})")->part, "header x-a");
  EXPECT_EQ(against(R"({"headers": {"authorization": {"$absent": true}}})")->part, "header authorization");
}

TEST_F(MatchingRequest, PointsIntoTheBody) {
  std::optional<Mismatch> const found = against(R"({"body": {"model": "m", "messages": [{"role": "system"}]}})");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->part, "body");
  EXPECT_EQ(found->pointer, "/messages/0/role");
  EXPECT_THAT(found->message, testing::AllOf(testing::HasSubstr("/messages/0/role"), testing::HasSubstr("\"system\""),
                                             testing::HasSubstr("\"user\"")));
}

TEST_F(MatchingRequest, IsStrictAboutMembersThatAreNotNamed) {
  EXPECT_EQ(against(R"({"body": {"model": "m"}})")->pointer, "/messages");
  EXPECT_EQ(against(R"({"body": {"$subset": {"model": "m"}}})"), std::nullopt);
}

TEST_F(MatchingRequest, LooksAtHeadersByPatternsToo) {
  EXPECT_EQ(against(R"({"headers": {"authorization": {"contains": "BEARER", "ignoreCase": true}}})"), std::nullopt);
  EXPECT_EQ(against(R"({"headers": {"authorization": {"anyOf": ["x", {"regex": "^Bearer k$"}]}}})"), std::nullopt);
  EXPECT_EQ(against(R"({"headers": {"x-a": {"contains": ""}}})")->message,
            "header x-a is missing, not one that contains \"\"");
}

TEST_F(MatchingRequest, LooksAtWhatTheRequestSays) {
  Json const talk = Json::parse(R"({"model": "gpt-4o", "tools": [{"function": {"name": "get_weather"}}], "messages": [
    {"role": "system", "content": "Be brief."}, {"role": "user", "content": "Weather in Paris?"},
    {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "get_weather"}},
                                         {"id": "2", "function": {"name": "get_time"}}]},
    {"role": "tool", "tool_call_id": "1", "content": "72°F"}, {"role": "tool", "tool_call_id": "2", "content": "noon"}]})");
  auto const found = [&](char const* matcher) {
    RequestMatcher const decoded = matcher_form::decode(Json::parse(matcher), "");
    return mismatch(decoded, {.method = method, .route = route, .headers = headers, .body = talk});
  };
  EXPECT_EQ(found(R"({"model": "gpt-4o", "turn": 2, "lastUserMessage": "Paris", "systemMessage": "brief",
                      "toolResult": "72", "resultOfTool": "get_weather", "offeredTool": "get_weather"})"),
            std::nullopt);
  EXPECT_EQ(found(R"({"model": "gpt"})")->part, "model");
  EXPECT_EQ(found(R"({"model": {"regex": "^gpt-4"}})"), std::nullopt);
  EXPECT_EQ(found(R"({"turn": 1})")->part, "turn");
  EXPECT_EQ(found(R"({"lastUserMessage": "paris"})")->message,
            "lastUserMessage is \"Weather in Paris?\", not one that contains \"paris\"");
  EXPECT_EQ(found(R"({"systemMessage": {"equals": "Be"}})")->part, "systemMessage");
  EXPECT_EQ(
      found(R"({"toolResult": "72", "resultOfTool": "get_time"})")->message,
      "toolResult differs: of 2 tool results since the model spoke last none is one whose text contains \"72\" and "
      "whose tool equals \"get_time\"; the last is \"noon\" of \"get_time\"");
  EXPECT_EQ(found(R"({"offeredTool": {"anyOf": ["a", "b"]}})")->message,
            "offeredTool differs: the request offers get_weather, and none whose name equals \"a\" or equals \"b\"");
}

TEST_F(MatchingRequest, CountsThePartsThatHold) {
  std::optional<Mismatch> const found = against(R"({"method": "POST", "path": "/x", "body": {"$type": "object"}})");
  EXPECT_EQ(found->part, "path");
  EXPECT_EQ(found->parts_met, 2U);
}

}  // namespace
}  // namespace mock_provider::matching_request_test
