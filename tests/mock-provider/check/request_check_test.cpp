#include "mock-provider/check/request_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace mock_provider::request_check_test {
namespace {

Headers sound_headers() {
  return {{"authorization", "Bearer k"}, {"content-type", "application/json"}};
}
Json sound_body() {
  return Json::parse(R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})");
}

std::vector<std::string> rules_broken_by(Headers const& headers, Json const& body) {
  std::vector<std::string> rules;
  for (Finding const& finding : request_check::check_chat(headers, body)) rules.push_back(finding.rule);
  return rules;
}

TEST(RequestCheck, FindsNothingInASoundRequest) {
  EXPECT_THAT(rules_broken_by(sound_headers(), sound_body()), testing::IsEmpty());
}

TEST(RequestCheck, WantsAKeyInOneOfTwoHeaders) {
  std::string const rule = "chat.auth.present";
  auto const with = [](std::pair<std::string, std::string> const& header) {
    return rules_broken_by({header, {"content-type", "application/json"}}, sound_body());
  };
  EXPECT_THAT(with({"Authorization", "bearer k"}), testing::IsEmpty());
  EXPECT_THAT(with({"API-Key", "k"}), testing::IsEmpty());
  EXPECT_THAT(with({"x", "k"}), testing::ElementsAre(rule));
  EXPECT_THAT(with({"Authorization", "Bearer "}), testing::ElementsAre(rule));
  EXPECT_THAT(with({"Authorization", "k"}), testing::ElementsAre(rule));
  EXPECT_THAT(with({"api-key", ""}), testing::ElementsAre(rule));
}

TEST(RequestCheck, WantsTheContentTypeOfJson) {
  auto const with = [](std::string const& type) {
    return rules_broken_by({{"api-key", "k"}, {"Content-Type", type}}, sound_body());
  };
  EXPECT_THAT(with("Application/JSON ; charset=utf-8"), testing::IsEmpty());
  EXPECT_THAT(with("text/plain"), testing::ElementsAre("chat.content-type"));
  EXPECT_THAT(with("application/json5"), testing::ElementsAre("chat.content-type"));
  EXPECT_THAT(rules_broken_by({{"api-key", "k"}}, sound_body()), testing::ElementsAre("chat.content-type"));
}

TEST(RequestCheck, WantsAnObjectForABody) {
  for (char const* const body : {"null", "[]", "\"x\"", "1"}) {
    EXPECT_THAT(rules_broken_by(sound_headers(), Json::parse(body)), testing::ElementsAre("chat.body.json")) << body;
  }
}

TEST(RequestCheck, LetsThroughWhatClientsPutIntoAnswersThatTheySendBack) {
  Json body = sound_body();
  Json const call{{"id", "c"},
                  {"type", "function"},
                  {"index", 0},
                  {"function", {{"name", "f"}, {"arguments", "{}"}, {"parsed_arguments", Json::object()}}}};
  body["messages"].push_back(
      {{"role", "assistant"}, {"content", nullptr}, {"parsed", nullptr}, {"prefix", false}, {"tool_calls", {call}}});
  body["messages"].push_back({{"role", "tool"}, {"tool_call_id", "c"}, {"content", "r"}});
  EXPECT_THAT(rules_broken_by(sound_headers(), body), testing::IsEmpty());
  body["messages"][0]["prefix"] = false;
  EXPECT_THAT(rules_broken_by(sound_headers(), body), testing::ElementsAre("chat.message.shape"));
}

TEST(RequestCheck, GivesFindingsARuleAPointerAndAReason) {
  Json body = sound_body();
  body["messages"][0]["role"] = "usr";
  EXPECT_EQ(request_check::check_chat(sound_headers(), body),
            (std::vector<Finding>{{"chat.message.role", "/messages/0/role",
                                   "\"role\" must be one of developer, system, user, assistant, tool, function; got "
                                   "\"usr\""}}));
}

TEST(RequestCheck, SaysWhichMembersThereAre) {
  Json body = sound_body();
  body["max_output_tokens"] = 5;
  std::vector<Finding> const findings = request_check::check_chat(sound_headers(), body);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_THAT(findings[0].message,
              testing::AllOf(testing::StartsWith("\"max_output_tokens\" is no member of a chat request; known are "
                                                 "messages, model, audio, "),
                             testing::HasSubstr(", max_completion_tokens, ")));
}

TEST(RequestCheck, UsesTheWordsOfTheProviderWhereTheyAreKnown) {
  auto const message_with = [](char const* members) {
    Json body = sound_body();
    body.merge_patch(Json::parse(members));
    std::vector<Finding> const findings = request_check::check_chat(sound_headers(), body);
    return findings.size() == 1 ? findings[0].message : std::to_string(findings.size()) + " findings";
  };
  EXPECT_EQ(message_with(R"({"response_format": {"type": "json_object"}})"),
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.");
  EXPECT_EQ(message_with(R"({"messages": [{"role": "user", "content": "hi", "name": "Ann Lee"}]})"),
            "Invalid 'messages[0].name': string does not match pattern. Expected a string that matches the pattern "
            "'^[^\\s<|\\\\/>]+$'.");
  std::string const description = std::string(1025, 'a');
  EXPECT_EQ(message_with((R"({"tools": [{"type": "function", "function": {"name": "f", "description": ")" +
                          description + R"("}}]})")
                             .c_str()),
            "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024, but "
            "got a string with length 1025 instead.");
}

TEST(ParamOf, WritesPointersAsTheProviderDoes) {
  EXPECT_EQ(request_check::param_of(""), "");
  EXPECT_EQ(request_check::param_of("/model"), "model");
  EXPECT_EQ(request_check::param_of("/messages/0/content/12/type"), "messages[0].content[12].type");
  EXPECT_EQ(request_check::param_of("/metadata/a~1b~0c"), "metadata.a/b~c");
  EXPECT_EQ(request_check::param_of("/tools/0/function/parameters/properties/0"),
            "tools[0].function.parameters.properties[0]");
}

}  // namespace
}  // namespace mock_provider::request_check_test
