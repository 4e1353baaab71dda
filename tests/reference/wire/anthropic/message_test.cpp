#include "prompty/wire/anthropic/message.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::wire_anthropic_message_test {
namespace {

Message said(std::string role, std::string text, Json metadata = Json::object()) {
  return {.role = std::move(role), .content = {TextPart{.value = std::move(text)}}, .metadata = std::move(metadata)};
}

Message result(std::string id, std::string text) {
  return said("tool", std::move(text), Json{{"tool_call_id", std::move(id)}});
}

Json calling(char const* calls) {
  return Json{{"tool_calls", Json::parse(calls)}};
}

std::string wire(std::vector<Message> const& messages) {
  return json_text::dump(anthropic::messages_to_wire(messages));
}

std::string refusal(std::vector<Message> const& messages) {
  return raised<ValueError>([&] { static_cast<void>(anthropic::messages_to_wire(messages)); });
}

TEST(AnthropicMessages, AreRoleAndBlocksWithoutMetadata) {
  EXPECT_EQ(wire({said("user", "a", Json{{"name", "bob"}}), said("assistant", "b")}),
            R"([{"role":"user","content":[{"type":"text","text":"a"}]},)"
            R"({"role":"assistant","content":[{"type":"text","text":"b"}]}])");
}

TEST(AnthropicMessages, LeaveSystemMessagesOut) {
  EXPECT_EQ(wire({said("system", "s")}), "[]");
  EXPECT_EQ(
      wire({said("user", "a"), said("system", "s"), said("user", "b")}),
      R"([{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"user","content":[{"type":"text","text":"b"}]}])");
}

TEST(AnthropicMessages, LeaveOutPartsWithoutABlock) {
  EXPECT_EQ(wire({{.role = "user", .content = {AudioPart{.value = "Q"}, TextPart{.value = "a"}}}}),
            R"([{"role":"user","content":[{"type":"text","text":"a"}]}])");
}

TEST(AnthropicMessages, PutCallsBehindTheText) {
  char const* const call = R"([{"id":"c1","type":"function","function":{"name":"f","arguments":"{\"b\":1,\"a\":2}"}}])";
  EXPECT_EQ(wire({said("assistant", "t", calling(call))}),
            R"([{"role":"assistant","content":[{"type":"text","text":"t"},)"
            R"({"type":"tool_use","id":"c1","name":"f","input":{"b":1,"a":2}}]}])");
}

TEST(AnthropicMessages, HaveNoEmptyTextBesideCallsAndAnEmptyInputForNoArguments) {
  char const* const call = R"([{"id":"c1","type":"function","function":{"name":"f","arguments":""}}])";
  EXPECT_EQ(wire({said("assistant", "", calling(call))}),
            R"([{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":{}}]}])");
}

TEST(AnthropicMessages, TakeNoCallsForNone) {
  char const* const plain = R"([{"role":"assistant","content":[{"type":"text","text":""}]}])";
  EXPECT_EQ(wire({said("assistant", "", calling("[]"))}), plain);
  EXPECT_EQ(wire({said("assistant", "", calling("null"))}), plain);
}

TEST(AnthropicMessages, JoinResultsThatFollowEachOther) {
  EXPECT_EQ(wire({result("c1", "1"), result("c2", "2"), said("user", "a"), result("c3", "3")}),
            R"([{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"1"},)"
            R"({"type":"tool_result","tool_use_id":"c2","content":"2"}]},)"
            R"({"role":"user","content":[{"type":"text","text":"a"}]},)"
            R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"c3","content":"3"}]}])");
}

TEST(AnthropicMessages, HaveBlocksInResultsOfSeveralParts) {
  Message message = result("c1", "1");
  message.content.emplace_back(ImagePart{.value = "QUJD", .media_type = "image/png"});
  EXPECT_EQ(
      wire({message}),
      R"([{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":[{"type":"text","text":"1"},)"
      R"({"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}}]}]}])");
}

TEST(AnthropicMessages, NameTheIncompleteCallOrResult) {
  EXPECT_EQ(refusal({said("user", "a"), said("tool", "1")}).find("messages[1].metadata.tool_call_id is missing"), 0U);
  EXPECT_EQ(
      refusal({said("assistant", "", calling("[{}]"))}).find("messages[0].metadata.tool_calls[0].function is missing"),
      0U);
  EXPECT_EQ(refusal({said("assistant", "", calling(R"([{"function":{"name":"f","arguments":"{}"}}])"))})
                .find("messages[0].metadata.tool_calls[0].id is missing"),
            0U);
  for (char const* const arguments : {"[]", "{", "1"}) {
    Json const function{{"name", "f"}, {"arguments", arguments}};
    Json const calls = Json::array({Json{{"id", "c1"}, {"function", function}}});
    EXPECT_EQ(refusal({said("assistant", "", Json{{"tool_calls", calls}})})
                  .find("messages[0].metadata.tool_calls[0].function.arguments must be"),
              0U)
        << arguments;
  }
}

}  // namespace
}  // namespace prompty::wire_anthropic_message_test
