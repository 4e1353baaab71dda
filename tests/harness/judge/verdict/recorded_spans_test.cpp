#include "harness/judge/verdict/judgement.hpp"

#include <gtest/gtest.h>

namespace conformance::recorded_spans_test {
namespace {

std::string pointer_of(char const* expected, char const* spans) {
  std::vector<Difference> const found = span_differences(Json::parse(expected), Json::parse(spans));
  return found.empty() ? "" : found.front().pointer;
}

TEST(RecordedSpans, AreHeldAgainstThoseOfTheirName) {
  char const* const spans = R"([{"name": "run"}, {"name": "execute", "parent": "run"}, {"name": "process"}])";
  EXPECT_EQ(pointer_of(R"([{"name": "execute"}])", spans), "");
  EXPECT_EQ(pointer_of(R"([{"name": "execute"}, {"name": "execute"}])", spans), "/spans/1");
  EXPECT_EQ(pointer_of(R"([{"name": "process"}, {"name": "run"}])", spans), "/spans/0/name");
  EXPECT_EQ(pointer_of(R"([{"name": "turn"}])", spans), "/spans/0");
}

TEST(RecordedSpans, AreComparedInTheMembersThatAreNamed) {
  char const* const spans =
      R"([{"name": "a", "attributes": {"x": 1}, "error": {"kind": "ValueError", "message": "m"}}])";
  EXPECT_EQ(pointer_of(R"([{"name": "a"}])", spans), "");
  EXPECT_EQ(pointer_of(R"([{"name": "a", "error": {"$absent": true}}])", spans), "/spans/0/error");
  EXPECT_EQ(pointer_of(R"([{"name": "a", "parent": "b"}])", spans), "/spans/0/parent");
  EXPECT_EQ(pointer_of(R"([{"name": "a", "attributes": {}}])", spans), "/spans/0/attributes/x");
}

TEST(RecordedSpans, AreJoinedInsideOneOfTheirName) {
  char const* const spans = R"([{"name": "a", "attributes": {"x": 1}},
                                {"name": "a", "parent": "a", "attributes": {"x": 2, "y": 3}},
                                {"name": "b", "parent": "a"}])";
  EXPECT_EQ(pointer_of(R"([{"name": "a", "attributes": {"x": 1, "y": 3}}])", spans), "");
  EXPECT_EQ(pointer_of(R"([{"name": "a"}, {"name": "b", "parent": "a"}])", spans), "");
  EXPECT_EQ(pointer_of(R"([{"name": "a"}])", R"([{"name": "a"}, {"name": "a"}])"), "/spans/1");
}

TEST(RecordedSpans, MayBeMisshapen) {
  EXPECT_EQ(pointer_of(R"([{"name": "a"}])", "7"), "/spans");
  EXPECT_EQ(pointer_of(R"([{"name": "a"}])", "[7]"), "/spans/0");
}

TEST(RecordedSpans, AreTakenOffBeforeTheRestIsJudged) {
  ExpectedOutcome expected;
  expected.value = Json{{"type", "text"}};
  expected.spans = Json::array({{{"name", "run"}}});
  Reply reply;
  reply.value = {{"type", "text"}, {"spans", Json::array({{{"name", "run"}}})}};
  EXPECT_EQ(judge_outcome(expected, reply).status, Status::pass);
  reply.value["spans"] = Json::array();
  EXPECT_EQ(judge_outcome(expected, reply).detail, "other spans were recorded");
  reply.value.erase("spans");
  EXPECT_EQ(judge_outcome(expected, reply).detail, "the answer shows no spans although they were requested");
}

}  // namespace
}  // namespace conformance::recorded_spans_test
