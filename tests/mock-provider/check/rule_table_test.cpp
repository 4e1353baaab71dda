#include "mock-provider/check/rule_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "mock-provider/check/request_check.hpp"
#include "mock-provider/support/rule_cases.hpp"

namespace mock_provider::rule_table_test {
namespace {

using mock_provider_tests::RuleCase;

std::vector<Finding> findings_in(std::string const& members) {
  Json body = Json::parse(R"({"model": "m", "messages": [{"role": "user", "content": "hi"}]})");
  body.merge_patch(Json::parse(members));
  return request_check::check_chat({{"authorization", "Bearer k"}, {"content-type", "application/json"}}, body);
}

class BodyRules : public testing::TestWithParam<RuleCase> {};

TEST_P(BodyRules, FireOnABrokenRequest) {
  std::vector<Finding> const findings = findings_in(GetParam().broken);
  ASSERT_EQ(findings.size(), 1U) << (findings.empty() ? "" : findings[1].message);
  EXPECT_EQ(findings[0].rule, GetParam().rule);
  EXPECT_EQ(findings[0].pointer, GetParam().pointer);
  EXPECT_FALSE(findings[0].message.empty());
}

TEST_P(BodyRules, KeepQuietOnItsSoundNeighbour) {
  for (Finding const& finding : findings_in(GetParam().sound)) {
    ADD_FAILURE() << finding.rule << " at " << finding.pointer << ": " << finding.message;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BodyRules, testing::ValuesIn(mock_provider_tests::rule_cases()),
                         [](testing::TestParamInfo<RuleCase> const& tested) { return tested.param.name; });

TEST(RuleTable, HasACaseForEachRuleAndNoOther) {
  // The three rules of header and body as a whole, and the members that must be there, have tests of their own.
  std::set<std::string> proven{"chat.auth.present", "chat.content-type", "chat.body.json", "chat.field.required"};
  for (RuleCase const& rule_case : mock_provider_tests::rule_cases()) proven.insert(rule_case.rule);
  std::set<std::string> known;
  for (Rule const& rule : chat_rules()) known.emplace(rule.id);
  EXPECT_EQ(proven, known);
  EXPECT_EQ(known.size(), chat_rules().size());
}

TEST(RuleTable, FindsRulesByTheirId) {
  ASSERT_NE(rule_named("chat.field.unknown"), nullptr);
  EXPECT_EQ(rule_named("chat.field.unknown")->code, "unknown_parameter");
  EXPECT_EQ(rule_named("chat.field"), nullptr);
}

TEST(RequiredFields, AreModelAndMessages) {
  Headers const headers{{"authorization", "Bearer k"}, {"content-type", "application/json"}};
  std::vector<Finding> const findings = request_check::check_chat(headers, Json::object());
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].rule, "chat.field.required");
  EXPECT_EQ(findings[0].pointer, "/model");
  EXPECT_EQ(findings[1].rule, "chat.field.required");
  EXPECT_EQ(findings[1].pointer, "/messages");
}

}  // namespace
}  // namespace mock_provider::rule_table_test
