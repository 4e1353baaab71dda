#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/scenario/scenario.hpp"

namespace mock_provider::scenario_test {
namespace {

Scenario decoded(char const* text) {
  return scenario::decode(Json::parse(text));
}

TEST(ScenarioDecoding, ReadsEveryMemberOfAScenario) {
  Scenario const found = decoded(R"({
    "$schema": "x", "name": "a.b_c-9", "description": "d", "seed": 7,
    "steps": [
      {"match": {"method": "POST", "path": "/v1/x", "query": "a=1", "headers": {"X-A": "1", "x-b": {"$absent": true}},
                 "body": {"$subset": {}}},
       "respond": {"text": "hi"}, "repeat": 3},
      {"respond": {"text": "he"}},
      {"respond": {"text": "ho"}, "repeat": "always"}]})");
  EXPECT_EQ(found.name, "a.b_c-9");
  EXPECT_EQ(found.seed, 7U);
  ASSERT_EQ(found.steps.size(), 3U);
  ASSERT_TRUE(found.steps[0].match.has_value());
  EXPECT_EQ(found.steps[0].match->method, Json("POST"));
  EXPECT_EQ(found.steps[0].match->path, Json("/v1/x"));
  EXPECT_EQ(found.steps[0].match->query, Json("a=1"));
  ASSERT_EQ(found.steps[0].match->headers.size(), 2U);
  EXPECT_EQ(found.steps[0].match->headers[1].first, "x-b");
  EXPECT_EQ(found.steps[0].plays, 3U);
  EXPECT_EQ(found.steps[1].plays, 1U);
  EXPECT_EQ(found.steps[1].match, std::nullopt);
  EXPECT_EQ(found.steps[2].plays, std::nullopt);
}

struct Mistake {
  char const* name;
  char const* text;
  char const* pointer;
  char const* reason;
};

class ScenarioMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(ScenarioMistakes, AreReportedWithTheirPlaceAndHowToMendThem) {
  try {
    static_cast<void>(decoded(GetParam().text));
    FAIL() << "was accepted";
  } catch (ScenarioError const& error) {
    EXPECT_EQ(error.pointer(), GetParam().pointer);
    EXPECT_THAT(error.reason(), testing::HasSubstr(GetParam().reason));
    EXPECT_THAT(error.what(), testing::HasSubstr(GetParam().reason));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ScenarioMistakes,
    testing::Values(
        Mistake{"NoObject", "[]", "", "must be an object"},
        Mistake{"UnknownMember", R"({"step": []})", "/step",
                "unknown member; did you mean \"steps\"? known here: $schema, name"},
        Mistake{"UnlikeAnyMember", R"({"voice": []})", "/voice", "unknown member; known here: $schema, name"},
        Mistake{"NoSteps", "{}", "", "\"steps\" is missing"},
        Mistake{"StepsNoArray", R"({"steps": {}})", "/steps", "must be an array"},
        Mistake{"NameNoText", R"({"name": 1, "steps": []})", "/name", "must be a string"},
        Mistake{"NameOfARoute", R"({"name": "v1", "steps": []})", "/name", "none of v1"},
        Mistake{"NameWithSlash", R"({"name": "a/b", "steps": []})", "/name", "letters, digits"},
        Mistake{"NegativeSeed", R"({"seed": -1, "steps": []})", "/seed", "whole number from 0"},
        Mistake{"HugeSeed", R"({"seed": 18446744073709551615, "steps": []})", "/seed", "whole number from 0"},
        Mistake{"StepNoObject", R"({"steps": [1]})", "/steps/0", "must be an object"},
        Mistake{"NoRespond", R"({"steps": [{}]})", "/steps/0", "\"respond\" is missing"},
        Mistake{"RepeatZero", R"({"steps": [{"respond": {"text": ""}, "repeat": 0}]})", "/steps/0/repeat", "from 1"},
        Mistake{"RepeatWord", R"({"steps": [{"respond": {"text": ""}, "repeat": "often"}]})", "/steps/0/repeat",
                "\"always\""},
        Mistake{"UnknownMatchPart", R"({"steps": [{"match": {"url": 1}, "respond": {"text": ""}}]})",
                "/steps/0/match/url", "unknown member"},
        Mistake{"UnknownMatcher", R"({"steps": [{"match": {"body": {"a": {"$like": 1}}}, "respond": {"text": ""}}]})",
                "/steps/0/match/body/a", "unknown matcher"},
        Mistake{"StepAfterOneOfAnyRequest",
                R"({"steps": [{"respond": {"text": ""}, "repeat": "always"}, {"respond": {"text": "x"}}]})", "/steps/1",
                "is never played: /steps/0"},
        Mistake{"StepAfterOneOfTheSame",
                R"({"steps": [{"match": {"model": "m"}, "respond": {"text": ""}, "repeat": "always"},
                              {"match": {"turn": 2, "model": "m"}, "respond": {"text": "x"}}]})",
                "/steps/1", "is never played: /steps/0"},
        Mistake{"StepAfterOneOfAShorterPart",
                R"({"steps": [{"match": {"lastUserMessage": {"contains": "RAIN", "ignoreCase": true}},
                               "respond": {"text": ""}, "repeat": "always"},
                              {"match": {"lastUserMessage": "rainbow"}, "respond": {"text": "x"}}]})",
                "/steps/1", "is never played: /steps/0"},
        Mistake{"StepAfterOneOfMoreTexts",
                R"({"steps": [{"match": {"model": {"anyOf": ["a", {"regex": "^b"}]}}, "respond": {"text": ""},
                               "repeat": "always"},
                              {"match": {"model": {"anyOf": ["b1", "a"]}}, "respond": {"text": "x"}}]})",
                "/steps/1", "is never played: /steps/0"},
        Mistake{"StepAfterOneOfTheSameHeader",
                R"({"steps": [{"match": {"headers": {"x-a": "1"}}, "respond": {"text": ""}, "repeat": "always"},
                              {"match": {"headers": {"X-A": "1"}}, "respond": {"text": "x"}}]})",
                "/steps/1", "is never played: /steps/0"},
        Mistake{"StepOfAModelPathAfterOneOfAnyRequest",
                R"({"steps": [{"respond": {"text": ""}, "repeat": "always"},
                              {"match": {"path": "/v1/messages"}, "respond": {"text": "x"}}]})",
                "/steps/1", "is never played"},
        Mistake{"HeaderTwiceInMatch",
                R"({"steps": [{"match": {"headers": {"X-A": "1", "x-a": "1"}}, "respond": {"text": ""}}]})",
                "/steps/0/match/headers/x-a", "is the header \"X-A\" once more"},
        Mistake{"MalformedHeaderExpectation",
                R"({"steps": [{"match": {"headers": {"x-a": {"$like": 1}}}, "respond": {"text": ""}}]})",
                "/steps/0/match/headers/x-a", "unknown matcher"},
        Mistake{"BrokenRegularExpression",
                R"({"steps": [{"match": {"systemMessage": {"regex": "("}}, "respond": {"text": ""}}]})",
                "/steps/0/match/systemMessage/regex", "no regular expression of RE2"},
        Mistake{"TurnZero", R"({"steps": [{"match": {"turn": 0}, "respond": {"text": ""}}]})", "/steps/0/match/turn",
                "from 1"},
        Mistake{"EmptySequenceHeader", R"({"sequencePerHeader": "", "steps": []})", "/sequencePerHeader",
                "name of a header"},
        Mistake{"MethodThatNoModelTakes", R"({"steps": [{"match": {"method": "GET"}, "respond": {"text": ""}}]})",
                "/steps/0/match/method", "is never met: without a \"path\""},
        Mistake{"TurnOnARouteOfNoModel",
                R"({"steps": [{"match": {"path": "/v1/models", "turn": 2}, "respond": {"text": ""}}]})",
                "/steps/0/match/turn", "call no model"},
        Mistake{"MessageOnARouteOfNoModel",
                R"({"steps": [{"match": {"path": "/api/x", "lastUserMessage": "hi"}, "respond": {"text": ""}}]})",
                "/steps/0/match/lastUserMessage", "call no model"},
        Mistake{"McpToolTwice",
                R"({"steps": [], "mcp": {"tools": [{"name": "f"}, {"name": "g"}, {"name": "f", "title": "F"}]}})",
                "/mcp/tools/2/name", "is that of /mcp/tools/0, too"},
        Mistake{"McpResultWithoutStructuredContent",
                R"({"steps": [], "mcp": {"tools": [{"name": "f", "outputSchema": {}, "result": {"text": "a"}}]}})",
                "/mcp/tools/0/result", "needs structuredContent"},
        Mistake{"McpToolWithoutStructuredContent",
                R"({"steps": [], "mcp": {"tools": [{"name": "f", "outputSchema": {}}]}})", "/mcp/tools/0",
                "needs structuredContent"},
        Mistake{"McpStructuredContentNoObject",
                R"({"steps": [], "mcp": {"tools": [{"name": "f", "outputSchema": {},
                    "result": {"text": "a", "structuredContent": 1}}]}})",
                "/mcp/tools/0/result/structuredContent", "must be an object"},
        Mistake{"McpOutputSchemaNoObject",
                R"({"steps": [], "mcp": {"tools": [{"name": "f", "outputSchema": true, "result": {"text": "a"}}]}})",
                "/mcp/tools/0/outputSchema", "must be a JSON Schema"},
        Mistake{"HeadersNoObject", R"({"steps": [{"match": {"headers": []}, "respond": {"text": ""}}]})",
                "/steps/0/match/headers", "header name"}),
    [](testing::TestParamInfo<Mistake> const& tested) { return tested.param.name; });

TEST(ScenarioSteps, AreReachedWhenTheyMayTakeARequestThatNoneBeforeTakes) {
  char const* const reachable = R"({"steps": [
    {"match": {"model": "a", "headers": {"x": "1"}}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"model": "a"}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"model": "b"}, "respond": {"text": ""}},
    {"match": {"model": "b"}, "respond": {"text": ""}, "repeat": "always"},
    {"respond": {"text": ""}, "repeat": "always"},
    {"match": {"path": {"$match": "/v1/.*"}}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"path": "/api/x"}, "respond": {"text": ""}}]})";
  EXPECT_EQ(decoded(reachable).steps.size(), 7U);
}

TEST(ScenarioSteps, MayNameAnyMethodAndTextWhereRequestsHaveThem) {
  char const* const playable = R"({"steps": [
    {"match": {"method": "POST", "turn": 2}, "respond": {"text": ""}},
    {"match": {"method": {"$match": "P.*"}}, "respond": {"text": ""}},
    {"match": {"method": "GET", "path": "/v1/models", "turn": 1}, "respond": {"text": ""}},
    {"match": {"path": "/v1/messages", "resultOfTool": "f"}, "respond": {"text": ""}},
    {"match": {"path": {"$match": ".*"}, "offeredTool": "f"}, "respond": {"text": ""}}]})";
  EXPECT_EQ(decoded(playable).steps.size(), 5U);
}

TEST(ScenarioSteps, AreReachedByTextsThatNoStepBeforeMatches) {
  char const* const reachable = R"({"steps": [
    {"match": {"lastUserMessage": "rainbow"}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"lastUserMessage": {"contains": "Rainbow", "ignoreCase": true}}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"lastUserMessage": "rain"}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"lastUserMessage": {"regex": "rain.*"}}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"lastUserMessage": {"contains": "RAIN", "ignoreCase": true}}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"lastUserMessage": {"anyOf": ["rain", "sun"]}}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"headers": {"x-a": "1"}, "model": {"equals": "M", "ignoreCase": true}}, "respond": {"text": ""}, "repeat": "always"},
    {"match": {"headers": {"x-b": "1"}, "model": "m"}, "respond": {"text": ""}}]})";
  EXPECT_EQ(decoded(reachable).steps.size(), 8U);
}

TEST(ScenarioNames, AreSegmentsThatStartNoRoute) {
  EXPECT_TRUE(scenario::is_name("default"));
  EXPECT_TRUE(scenario::is_name("wire.openai-chat_1"));
  EXPECT_TRUE(scenario::is_name(std::string(128, 'a')));
  for (std::string const name :
       {"", "v1", "chat", "messages", "models", "_mock", ".", "..", "a/b", "a b", "ä", "a%20"}) {
    EXPECT_FALSE(scenario::is_name(name)) << name;
  }
  EXPECT_FALSE(scenario::is_name(std::string(129, 'a')));
}

TEST(McpResults, AreErrorsOrStructuredWhereTheToolHasAnOutputSchema) {
  Scenario const played = scenario::decode(Json::parse(R"({"steps": [], "mcp": {"tools": [
      {"name": "f", "outputSchema": {}, "result": {"text": "a", "structuredContent": {"b": 1}}},
      {"name": "g", "outputSchema": {}, "result": {"text": "no", "isError": true}}]}})"));
  EXPECT_EQ(played.mcp.tools.at(0).result.at("structuredContent"), Json::parse(R"({"b": 1})"));
  EXPECT_EQ(played.mcp.tools.at(1).result.at("isError"), true);
}

}  // namespace
}  // namespace mock_provider::scenario_test
