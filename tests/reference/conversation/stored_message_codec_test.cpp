#include "prompty/conversation/stored_message_codec.hpp"

#include <gmock/gmock.h>

#include "prompty/core/error.hpp"

namespace prompty::conversation::stored_message_codec_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<StoredMessage> read(char const* text) {
  return stored_message_codec::read(Json::parse(text), "messages");
}

TEST(StoredMessages, AreReadAndWrittenAlike) {
  Json const list = Json::parse(R"([
    {"role":"system","content":"Be brief."},
    {"role":"user","content":[{"type":"text","text":"Hi","x":1}],"seen":true},
    {"role":"assistant","content":"","reasoning":"r","reasoning_details":[{"index":1}],
     "tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{ }"}}],
     "finishReason":"tool_calls","isError":true},
    {"role":"tool","tool_call_id":"c","content":"","toolName":"f","isError":true}])");
  EXPECT_EQ(stored_message_codec::write(stored_message_codec::read(list, "messages")), list);
}

TEST(StoredMessages, TakeMissingAndNullMembersAlike) {
  EXPECT_EQ(read(R"([{"role":"assistant","content":null,"tool_calls":null,"reasoning":null}])"),
            read(R"([{"role":"assistant"}])"));
}

TEST(StoredMessages, KeepWhatTheirOwnerPutOnThem) {
  StoredMessage const message = read(R"([{"role":"user","content":"a","at":7,"toolName":"x"}])").front();
  EXPECT_EQ(message.own_members, Json::parse(R"({"at":7})"));
}

TEST(StoredMessages, GiveCallsWithoutAnIdAnEmptyOne) {
  StoredMessage const message =
      read(R"([{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}])").front();
  ToolCall const call{.id = "", .name = "f", .arguments = "{}"};
  EXPECT_EQ(std::get<AssistantTurn>(message.turn).tool_calls, std::vector{call});
}

TEST(StoredMessages, AreRefusedWithTheirPlace) {
  EXPECT_THAT([] { return read("7"); }, ThrowsMessage<ValueError>(HasSubstr("messages must be a list")));
  EXPECT_THAT([] { return read("[7]"); }, ThrowsMessage<ValueError>(HasSubstr("messages[0] must be an object")));
  EXPECT_THAT([] { return read(R"([{"role":"user","content":7}])"); },
              ThrowsMessage<ValueError>(HasSubstr("messages[0].content")));
  EXPECT_THAT([] { return read(R"([{"role":"assistant","tool_calls":[{}]}])"); },
              ThrowsMessage<ValueError>(HasSubstr("messages[0].tool_calls[0].function is missing")));
  EXPECT_THAT([] { return read(R"([{"role":"tool","content":"a","isError":"no"}])"); },
              ThrowsMessage<ValueError>(HasSubstr("messages[0].isError")));
  EXPECT_THAT([] { return read(R"([{"role":"system","content":"a"},{"role":"developer","content":"b"}])"); },
              ThrowsMessage<ValueError>(AllOf(HasSubstr("messages[1].role"), HasSubstr("developer"))));
}

}  // namespace
}  // namespace prompty::conversation::stored_message_codec_test
