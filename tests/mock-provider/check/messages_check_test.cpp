#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "mock-provider/check/messages_check.hpp"
#include "mock-provider/check/rule_table.hpp"
#include "mock-provider/support/messages_rule_cases.hpp"

namespace mock_provider::messages_check_test {
namespace {

using mock_provider_tests::RuleCase;

Headers sound_headers() {
  return {{"x-api-key", "k"}, {"anthropic-version", "2023-06-01"}, {"content-type", "application/json"}};
}

Json sound_body() {
  return Json::parse(R"({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "hi"}]})");
}

std::vector<std::string> rules_broken_by(Headers const& headers, Json const& body = sound_body()) {
  std::vector<std::string> rules;
  for (Finding const& finding : messages_check::check(headers, body)) rules.push_back(finding.rule);
  return rules;
}

std::vector<Finding> findings_in(std::string const& members) {
  Json body = sound_body();
  body.merge_patch(Json::parse(members));
  return messages_check::check(sound_headers(), body);
}

class MessagesRules : public testing::TestWithParam<RuleCase> {};

TEST_P(MessagesRules, FireOnABrokenRequest) {
  std::vector<Finding> const findings = findings_in(GetParam().broken);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].rule, GetParam().rule);
  EXPECT_EQ(findings[0].pointer, GetParam().pointer);
  EXPECT_FALSE(findings[0].message.empty());
}

TEST_P(MessagesRules, KeepQuietOnItsSoundNeighbour) {
  for (Finding const& finding : findings_in(GetParam().sound)) {
    ADD_FAILURE() << finding.rule << " at " << finding.pointer << ": " << finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(All, MessagesRules, testing::ValuesIn(mock_provider_tests::messages_rule_cases()),
                         [](testing::TestParamInfo<RuleCase> const& tested) { return tested.param.name; });

TEST(MessagesRuleTable, HasACaseForEachRuleAndNoOther) {
  // The rules of headers, of the body as a whole, and of the members that must be there have tests of their own.
  std::set<std::string> proven{"messages.auth.present", "messages.version",        "messages.content-type",
                               "messages.body.json",    "messages.field.required", "messages.field.sampling"};
  for (RuleCase const& rule_case : mock_provider_tests::messages_rule_cases()) proven.insert(rule_case.rule);
  std::set<std::string> known;
  for (Rule const& rule : messages_rules()) known.emplace(rule.id);
  EXPECT_EQ(proven, known);
  EXPECT_EQ(known.size(), messages_rules().size());
}

TEST(MessagesHeaders, CarryAKeyInOneOfTwo) {
  Headers headers = sound_headers();
  EXPECT_THAT(rules_broken_by(headers), testing::IsEmpty());
  headers[0] = {"Authorization", "Bearer k"};
  EXPECT_THAT(rules_broken_by(headers), testing::IsEmpty());
  for (std::pair<std::string, std::string> const& other : Headers{{"X-API-Key", ""}, {"api-key", "k"}}) {
    headers[0] = other;
    EXPECT_THAT(rules_broken_by(headers), testing::ElementsAre("messages.auth.present"));
  }
}

TEST(MessagesHeaders, NameTheVersionAndTheContentType) {
  Headers headers = sound_headers();
  for (std::string const version : {"", "1", "2023-06-1x", "2023_06_01", "2024-10-22"}) {
    headers[1].second = version;
    EXPECT_THAT(rules_broken_by(headers), testing::ElementsAre("messages.version")) << version;
  }
  headers = sound_headers();
  headers[2].second = "text/plain";
  EXPECT_THAT(rules_broken_by(headers), testing::ElementsAre("messages.content-type"));
}

TEST(MessagesHeaders, DecideWhetherSamplingIsTaken) {
  Headers headers = sound_headers();
  Json body = sound_body();
  body["temperature"] = 0.5;
  body["top_k"] = 3;
  EXPECT_THAT(rules_broken_by(headers, body), testing::IsEmpty());
  headers[1].second = "2026-10-21";
  EXPECT_THAT(rules_broken_by(headers, body),
              testing::ElementsAre("messages.field.sampling", "messages.field.sampling"));
  EXPECT_THAT(rules_broken_by(headers), testing::IsEmpty());
}

TEST(MessagesBody, OfACountHasNothingThatIsAboutTheAnswer) {
  auto const rules = [](std::string const& members) {
    Json body = sound_body();
    body.erase("max_tokens");
    body.merge_patch(Json::parse(members));
    std::vector<std::string> found;
    for (Finding const& finding : messages_check::check(sound_headers(), body, messages_check::Purpose::count)) {
      found.push_back(finding.rule + " " + finding.pointer);
    }
    return found;
  };
  EXPECT_THAT(rules("{}"), testing::IsEmpty());
  EXPECT_THAT(rules(R"({"system": "s", "tools": [{"name": "f", "input_schema": {"type": "object"}}], "speed": "fast",
                        "thinking": {"type": "enabled", "budget_tokens": 2048}})"),
              testing::IsEmpty());
  EXPECT_THAT(rules(R"({"max_tokens": 9, "nonsense": 1, "model": 1})"),
              testing::UnorderedElementsAre("messages.field.unknown /max_tokens", "messages.field.unknown /nonsense",
                                            "messages.field.type /model"));
  EXPECT_THAT(rules(R"({"messages": [{"role": "user", "content": ""}]})"), testing::SizeIs(1));
  EXPECT_THAT(rules(R"({"messages": null})"), testing::ElementsAre("messages.field.required /messages"));
}

TEST(MessagesBody, MustBeAnObjectWithThreeMembers) {
  EXPECT_THAT(rules_broken_by(sound_headers(), Json::array()), testing::ElementsAre("messages.body.json"));
  std::vector<Finding> const findings = messages_check::check(sound_headers(), Json::object());
  ASSERT_EQ(findings.size(), 3U);
  EXPECT_EQ(findings[0].pointer, "/model");
  EXPECT_EQ(findings[1].pointer, "/messages");
  EXPECT_EQ(findings[2].pointer, "/max_tokens");
  EXPECT_EQ(findings[2].rule, "messages.field.required");
}

}  // namespace
}  // namespace mock_provider::messages_check_test
