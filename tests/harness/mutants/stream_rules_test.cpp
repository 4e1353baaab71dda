#include "harness/mutants/stream_rules.hpp"

#include <gtest/gtest.h>

#include "harness/subject/in_process.hpp"

namespace conformance::mutants::stream_rules_test {
namespace {

Json delta(char const* text) {
  return {{"choices", Json::array({Json{{"delta", Json::parse(text)}}})}};
}

Json chunks_about(std::vector<char const*> const& deltas) {
  Json chunks = Json::array();
  for (char const* const text : deltas) chunks.push_back(delta(text));
  return chunks;
}

Reply reply_under(Rule const& rule, Json const& chunks) {
  InProcessSubject subject;
  Json const agent = {{"kind", "prompt"}, {"model", {{"id", "m"}, {"provider", "openai"}}}, {"instructions", ""}};
  return rule("process_stream", {{"agent", agent}, {"chunks", chunks}},
              [&](std::string const& operation, Json const& params) { return subject.call(operation, params); });
}

Json items_under(Rule const& rule, std::vector<char const*> const& deltas) {
  return items_of(reply_under(rule, chunks_about(deltas)));
}

TEST(StreamRules, FindTheDeltaOfTheFirstChoice) {
  EXPECT_EQ(first_delta(delta(R"({"content":"a"})")), Json({{"content", "a"}}));
  for (char const* const text : {"{}", "7", R"({"choices":[]})", R"({"choices":[{}]})", R"({"choices":7})"}) {
    EXPECT_TRUE(first_delta(Json::parse(text)).is_null()) << text;
  }
}

TEST(StreamRules, KnowWhatRefuses) {
  EXPECT_TRUE(refuses(delta(R"({"refusal":"no"})")));
  EXPECT_FALSE(refuses(delta(R"({"refusal":""})")));
  EXPECT_FALSE(refuses(delta(R"({"refusal":null})")));
  EXPECT_FALSE(refuses(Json::object()));
}

TEST(StreamRules, KeepListAndNotificationsAlike) {
  Reply const reply = reply_under(changed_items([](Json& items, Json const&) { items.push_back("c"); }),
                                  chunks_about({R"({"content":"a"})"}));
  EXPECT_EQ(items_of(reply), Json::array({"a", "c"}));
  EXPECT_EQ(reply.value.at("items"), Json::array({"a", "c"}));
  EXPECT_EQ(reply.value.at("outcome").at("value"), "ac");
}

TEST(StreamRules, PutItemsInForDeltas) {
  Rule const rule = item_for([](Json const& given) { return given.empty(); }, "");
  EXPECT_EQ(items_under(rule, {R"({"content":"a"})", "{}", R"({"content":"b"})"}), Json::array({"a", "", "b"}));
}

TEST(StreamRules, RefuseAChunkBehindWhatCameBefore) {
  Rule const rule = refused_chunk([](Json const& chunk) { return first_delta(chunk).empty(); });
  Reply const reply = reply_under(rule, chunks_about({R"({"content":"a"})", "{}", R"({"content":"b"})"}));
  EXPECT_EQ(reply.status, Reply::Status::error);
  EXPECT_EQ(items_of(reply), Json::array({"a"}));
  EXPECT_EQ(reply_under(rule, chunks_about({R"({"content":"a"})"})).status, Reply::Status::result);
}

TEST(StreamRules, ChangeFragmentsAndTellTheFirstOfEachIndex) {
  Rule const rule = changed_fragments([](Json& fragment, bool is_first) {
    if (is_first) fragment["id"] = "first";
  });
  Json const items = items_under(rule, {R"({"tool_calls":[{"index":0,"id":"a","function":{"name":"f"}}]})",
                                        R"({"tool_calls":[{"index":1,"id":"b","function":{"name":"g"}}]})"});
  EXPECT_EQ(items.at(0).at("id"), "first");
  EXPECT_EQ(items.at(1).at("id"), "first");
}

TEST(StreamRules, ChangeTheCallsOfWholeAnswersToo) {
  Rule const rule = changed_given_calls([](Json& call, std::size_t place) { call["id"] = place; });
  AskReference const reference = [](std::string const&, Json const&) {
    return answered({{"type", "tool_calls"}, {"value", Json::array({{{"id", "a"}}, {{"id", "b"}}})}});
  };
  EXPECT_EQ(rule("process", Json::object(), reference).value.at("value"), Json::parse(R"([{"id":0},{"id":1}])"));
}

}  // namespace
}  // namespace conformance::mutants::stream_rules_test
