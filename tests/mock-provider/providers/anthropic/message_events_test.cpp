#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/anthropic/message.hpp"
#include "mock-provider/support/frames.hpp"

namespace mock_provider::message_events_test {
namespace {

using mock_provider_tests::data_of;
using mock_provider_tests::types_of;

std::vector<Json> events_of(Completion const& said) {
  return data_of(message_events::frames(anthropic_message::body(said, Json::object(), 1), Json::object(), Chunking{}));
}

TEST(MessageEvents, BuildUpAMessage) {
  std::vector<Json> const events =
      events_of({.text = "It is", .usage = Usage{.prompt_tokens = 7, .completion_tokens = 5}});
  EXPECT_THAT(types_of(events),
              testing::ElementsAre("message_start", "content_block_start", "ping", "content_block_delta",
                                   "content_block_delta", "content_block_stop", "message_delta", "message_stop"));
  EXPECT_EQ(events[0].at("message").at("content"), Json::array());
  EXPECT_EQ(events[0].at("message").at("stop_reason"), nullptr);
  EXPECT_EQ(events[0].at("message").at("usage").at("input_tokens"), 7);
  EXPECT_EQ(events[1].at("content_block"), Json::parse(R"({"type": "text", "text": ""})"));
  EXPECT_EQ(events[4].at("delta"), Json::parse(R"({"type": "text_delta", "text": " is"})"));
  EXPECT_EQ(events[6].at("delta").at("stop_reason"), "end_turn");
  EXPECT_EQ(events[6].at("usage").at("output_tokens"), 5);
}

TEST(MessageEvents, SendTheInputOfAToolAsPartialJson) {
  std::vector<Json> const events = events_of(
      {.tool_calls = {{.id = "t", .name = "f", .arguments = "{\"a\": 1}"}, {.name = "g", .arguments = "{}"}}});
  EXPECT_EQ(events[1].at("content_block"), Json::parse(R"({"type": "tool_use", "id": "t", "name": "f", "input": {}})"));
  std::string partial;
  std::vector<std::size_t> deltas(2, 0);
  for (Json const& event : events) {
    if (event.at("type") != "content_block_delta") continue;
    EXPECT_EQ(event.at("delta").at("type"), "input_json_delta");
    ++deltas[event.at("index").get<std::size_t>()];
    partial += event.at("delta").at("partial_json").get<std::string>();
  }
  EXPECT_EQ(partial, "{\"a\":1}");
  EXPECT_EQ(deltas[1], 1U);
}

TEST(MessageEvents, SignThinking) {
  std::vector<Json> const events = events_of({.text = "a", .reasoning = "Why"});
  EXPECT_EQ(events[1].at("content_block"), Json::parse(R"({"type": "thinking", "thinking": "", "signature": ""})"));
  EXPECT_EQ(events[3].at("delta"), Json::parse(R"({"type": "thinking_delta", "thinking": "Why"})"));
  EXPECT_EQ(events[4].at("delta").at("type"), "signature_delta");
  EXPECT_FALSE(events[4].at("delta").at("signature").get<std::string>().empty());
  EXPECT_EQ(events[6].at("index"), 1);
}

TEST(MessageEvents, PingEvenWithoutABlock) {
  EXPECT_THAT(types_of(events_of({})), testing::ElementsAre("message_start", "ping", "message_delta", "message_stop"));
}

TEST(EventsOfAScriptedMessage, SayWhatItSays) {
  Json const body = Json::parse(R"({"id": "m", "content": [{"type": "redacted_thinking", "data": "x"},
    {"type": "thinking", "thinking": "t"}, {"type": "text", "text": "a"}], "stop_reason": "pause_turn"})");
  std::vector<Json> const events = data_of(message_events::frames(body, {}, Chunking{}));
  std::vector<Json> blocks;
  for (Json const& event : events) {
    if (event.at("type") == "content_block_start") blocks.push_back(event.at("content_block"));
  }
  EXPECT_THAT(blocks, testing::ElementsAre(Json::parse(R"({"type": "redacted_thinking", "data": "x"})"),
                                           Json::parse(R"({"type": "thinking", "thinking": ""})"),
                                           Json::parse(R"({"type": "text", "text": ""})")));
  // Official clients count with the usage of both events.
  EXPECT_EQ(events.front().at("message").at("usage"), Json::parse(R"({"input_tokens": 0, "output_tokens": 1})"));
  Json const& end = events[events.size() - 2];
  EXPECT_EQ(end.at("delta").at("stop_reason"), "pause_turn");
  EXPECT_EQ(end.at("usage"), Json::parse(R"({"input_tokens": 0, "output_tokens": 0})"));
}

}  // namespace
}  // namespace mock_provider::message_events_test
