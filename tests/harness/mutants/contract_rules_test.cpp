#include <gtest/gtest.h>

#include "harness/mutants/batch_rules.hpp"
#include "harness/mutants/converse_rules.hpp"
#include "harness/mutants/stored_rules.hpp"
#include "harness/subject/in_process.hpp"

namespace conformance::mutants::contract_rules_test {
namespace {

Reply reply_under(Rule const& rule, std::string const& operation, char const* params) {
  InProcessSubject subject;
  return rule(operation, Json::parse(params),
              [&](std::string const& asked, Json const& with) { return subject.call(asked, with); });
}

Json value_under(Rule const& rule, std::string const& operation, char const* params) {
  return reply_under(rule, operation, params).value;
}

void mark(Json& message, Json const&) {
  message["marked"] = true;
}

constexpr char const* two_messages =
    R"({"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]})";

TEST(SendingRules, ChangeMessagesOfARole) {
  EXPECT_EQ(value_under(changed_sent_message("user", mark), "messages_to_wire", two_messages),
            Json::parse(R"([{"role":"user","content":"a","marked":true},{"role":"assistant","content":"b"}])"));
}

TEST(SendingRules, TellTheWireFromTheClient) {
  constexpr char const* to_client = R"({"target":"client","messages":[{"role":"user","content":"a"}]})";
  EXPECT_FALSE(value_under(changed_any_sent_message(mark), "messages_to_wire", to_client).front().contains("marked"));
  EXPECT_TRUE(value_under(changed_handed_message(mark), "messages_to_wire", to_client).front().contains("marked"));
  EXPECT_FALSE(value_under(changed_handed_message(mark), "messages_to_wire", two_messages).front().contains("marked"));
}

TEST(SendingRules, LeaveErrorsAlone) {
  constexpr char const* fifth_role = R"({"messages":[{"role":"prophet","content":"a"}]})";
  EXPECT_EQ(reply_under(changed_any_sent_message(mark), "messages_to_wire", fifth_role).status, Reply::Status::error);
}

TEST(KeepingRules, ChangeWhatComesInAndWhatIsKept) {
  constexpr char const* whole = R"({"response":{"choices":[{"message":{"content":"a"}}]}})";
  constexpr char const* streamed = R"({"chunks":[{"choices":[]},{"choices":[{"delta":{"content":"a"}}]}]})";
  Rule const other = changed_incoming([](Json& message) { message["content"] = "b"; });
  for (char const* const params : {whole, streamed}) {
    EXPECT_EQ(value_under(other, "messages_from_wire", params)["message"]["content"], "b") << params;
    EXPECT_TRUE(value_under(changed_kept(mark), "messages_from_wire", params)["message"].contains("marked")) << params;
  }
  Rule const silent = changed_handed_on([](Json& deltas, Json const&) { deltas = Json::array(); });
  EXPECT_EQ(value_under(silent, "messages_from_wire", streamed)["deltas"], Json::array());
}

constexpr char const* batch = R"({"assistant":{"role":"assistant","content":"","tool_calls":[
    {"id":"x","function":{"name":"f","arguments":"{\"n\":\"1\"}"}},{"id":"y","function":{"name":"f","arguments":"{"}}]},
    "tools":[{"name":"f","parameters":{"properties":{"n":{"type":"integer"}}}}],
    "handlers":{"f":{"returns":"ok","delayMs":1}},"gate":{"deny":{"1":"no"}}})";

TEST(BatchRules, KnowWhatWasAsked) {
  Json const asked = Json::parse(batch);
  Json const calls = calls_of_batch(asked);
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(id_of(calls[0]), "x");
  EXPECT_EQ(name_of(calls[0]), "f");
  EXPECT_FALSE(is_malformed(calls[0]));
  EXPECT_TRUE(is_malformed(calls[1]));
  EXPECT_FALSE(is_denied(asked, 0));
  EXPECT_TRUE(is_denied(asked, 1));
  EXPECT_EQ(delay_of(asked, calls[0]), 1);
  EXPECT_TRUE(calls_of_batch(Json::object()).empty());
}

TEST(BatchRules, ChangeResultsAndWhatIsAsked) {
  Json const results = value_under(changed_result(mark), "run_tools", batch)["messages"];
  EXPECT_TRUE(results[0].contains("marked") && results[1].contains("marked"));
  Rule const untyped = other_schemas([](Json& schema) { schema.erase("type"); });
  EXPECT_EQ(value_under(untyped, "run_tools", batch)["messages"][0]["content"], "ok");
}

TEST(ConversationRules, LeaveConversationsAloneThatFail) {
  constexpr char const* nowhere = R"({"endpoint":"http://127.0.0.1:1/v1","tools":[],"handlers":{},
      "runs":[{"sessionId":"s","prompt":"p"}]})";
  Rule const further = further_requests([](Json const& sessions) { return sessions.size(); });
  EXPECT_EQ(reply_under(further, "converse", nowhere).status, Reply::Status::error);
  EXPECT_EQ(reply_under(changed_sessions([](Json& messages, Json const&) { messages = nullptr; }), "converse", nowhere)
                .status,
            Reply::Status::error);
}

TEST(ConversationRules, CountMessagesByRole) {
  Json const sessions = Json::parse(R"({"a":[{"role":"tool"},{"role":"user"}],"b":[{"role":"tool"}]})");
  EXPECT_EQ(count_of_role(sessions, "tool"), 2U);
  EXPECT_EQ(count_of_role(sessions, "system"), 0U);
}

}  // namespace
}  // namespace conformance::mutants::contract_rules_test
