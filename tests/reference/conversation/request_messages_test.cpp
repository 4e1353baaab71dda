#include "prompty/conversation/request_messages.hpp"

#include <gtest/gtest.h>

#include "prompty/conversation/stored_message_codec.hpp"

namespace prompty::conversation::request_messages_test {
namespace {

AssistantTurn thinking_turn() {
  return {.content = "a",
          .reasoning = "r",
          .reasoning_details = Json::array({Json{{"index", 2}, {"data", nullptr}}, Json{{"index", 1}}}),
          .finish_reason = "stop",
          .is_error = true};
}

AssistantTurn calling_turn() {
  AssistantTurn turn = thinking_turn();
  turn.tool_calls = {{.id = "c", .name = "f", .arguments = "{oops"}};
  return turn;
}

std::vector<StoredMessage> two_turns() {
  return {{.turn = thinking_turn()}, {.turn = calling_turn()}};
}

TEST(MessagesOfARequest, LeaveTheStoredOnesAsTheyAre) {
  RecordProperty("clause", "M6.1-01");
  std::vector<StoredMessage> const stored = two_turns();
  std::vector<StoredMessage> const handed = request_messages(stored);
  EXPECT_EQ(stored, two_turns());
  EXPECT_NE(handed.data(), stored.data());
  EXPECT_NE(handed, stored);
}

TEST(MessagesOfARequest, HaveNoReasoningOfPlainTurns) {
  std::vector<StoredMessage> const handed = request_messages({{.turn = thinking_turn()}, {.turn = calling_turn()}});
  AssistantTurn const& plain = std::get<AssistantTurn>(handed.front().turn);
  EXPECT_EQ(plain.reasoning, std::nullopt);
  EXPECT_TRUE(plain.reasoning_details.empty());
  EXPECT_EQ(plain.finish_reason, "stop");
  EXPECT_EQ(handed.back().turn, Turn(calling_turn()));
}

TEST(ChatMessages, HaveTheMembersOfTheWireInItsOrder) {
  std::vector<StoredMessage> const stored = {
      {.turn = SystemTurn{.content = "s"}, .own_members = {{"x", 1}}},
      {.turn = UserTurn{.content = Json::array({Json{{"type", "file"}, {"y", 2}}})}},
      {.turn = calling_turn()},
      {.turn = ToolTurn{.tool_call_id = "c", .content = "", .tool_name = "f", .is_error = true}}};
  EXPECT_EQ(chat_messages(request_messages(stored)).dump(),
            R"([{"role":"system","content":"s"},{"role":"user","content":[{"type":"file","y":2}]},)"
            R"({"role":"assistant","content":"a","reasoning_details":[{"index":2,"data":null},{"index":1}],)"
            R"("tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{oops"}}]},)"
            R"({"role":"tool","tool_call_id":"c","content":""}])");
}

TEST(ChatMessages, SendTheTextWhereThereAreNoBlocks) {
  AssistantTurn turn = calling_turn();
  turn.reasoning_details = Json::array();
  EXPECT_EQ(chat_messages({{.turn = turn}}).front()["reasoning_content"], Json("r"));
  turn.reasoning = "";
  EXPECT_FALSE(chat_messages({{.turn = turn}}).front().contains("reasoning_content"));
}

TEST(ChatMessages, AreNoneOfNone) {
  EXPECT_EQ(chat_messages({}), Json::array());
}

}  // namespace
}  // namespace prompty::conversation::request_messages_test
