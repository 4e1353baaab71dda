#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/check/request_check.hpp"
#include "mock-provider/check/schema_rules.hpp"

namespace mock_provider::finding_list_test {
namespace {

TEST(FindingList, KeepsTheFirstHundredAndSaysHowManyMoreThereWere) {
  FindingList list;
  for (int finding = 0; finding < 100; ++finding) list.add("r", std::to_string(finding), "wrong");
  for (int finding = 0; finding < 7; ++finding) list.add("other", "x", "wrong");
  std::vector<Finding> const findings = list.take();
  ASSERT_EQ(findings.size(), 100U);
  EXPECT_EQ(findings[98].message, "wrong");
  EXPECT_EQ(findings[99].rule, "r");
  EXPECT_EQ(findings[99].message, "wrong (and 7 more findings, left out: the mock keeps 100 of a request)");
}

TEST(FindingList, ShortensWhatRequestsCanMakeLong) {
  FindingList list;
  list.add("r", std::string(1'000'000, 'a'), std::string(1'000'000, 'b'));
  std::vector<Finding> const findings = list.take();
  EXPECT_LT(findings[0].pointer.size(), 1'010U);
  EXPECT_LT(findings[0].message.size(), 1'010U);
}

TEST(FindingList, StaysShortForAMillionWrongMessages) {
  Json const body{{"model", "m"}, {"messages", Json(1'000'000, Json(1))}};
  std::vector<Finding> const findings = request_check::check_chat({}, body);
  ASSERT_EQ(findings.size(), FindingList::most_findings);
  EXPECT_THAT(findings.back().message, testing::HasSubstr("more findings"));
}

TEST(StrictSchemas, TakeNoLongerForEachPropertyOfAWideObject) {
  Json properties = Json::object();
  Json required = Json::array();
  // Not with the operator of brackets, which looks for the name among all before it.
  Json::object_t::Container& members = properties.get_ref<Json::object_t&>();
  for (int name = 0; name < 50'000; ++name) {
    members.emplace_back(std::to_string(name), Json{{"type", "string"}});
    required.push_back(std::to_string(name));
  }
  Json const schema{
      {"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
  FindingList findings;
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  strict_schema::check("r", schema, "", findings);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_THAT(findings.take(), testing::IsEmpty());
}

}  // namespace
}  // namespace mock_provider::finding_list_test
