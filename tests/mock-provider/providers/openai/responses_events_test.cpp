#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/openai/responses.hpp"
#include "mock-provider/support/frames.hpp"

namespace mock_provider::responses_events_test {
namespace {

using mock_provider_tests::data_of;
using mock_provider_tests::types_of;

std::vector<Json> events_of(Completion const& said) {
  return data_of(responses_events::frames(responses_body::body(said, Json::object(), 1), Json::object(), Chunking{}));
}

TEST(ResponsesEvents, BuildUpAMessage) {
  std::vector<Json> const events = events_of({.text = "It is"});
  EXPECT_THAT(types_of(events),
              testing::ElementsAre("response.created", "response.in_progress", "response.output_item.added",
                                   "response.content_part.added", "response.output_text.delta",
                                   "response.output_text.delta", "response.output_text.done",
                                   "response.content_part.done", "response.output_item.done", "response.completed"));
  EXPECT_EQ(events[0].at("response").at("status"), "in_progress");
  EXPECT_EQ(events[0].at("response").at("output"), Json::array());
  EXPECT_EQ(events[0].at("response").at("usage"), nullptr);
  EXPECT_EQ(events[2].at("item").at("content"), Json::array());
  EXPECT_EQ(events[3].at("part"),
            Json::parse(R"({"type": "output_text", "text": "", "annotations": [], "logprobs": []})"));
  EXPECT_EQ(events[5].at("delta"), " is");
  EXPECT_EQ(events[6].at("text"), "It is");
  EXPECT_EQ(events[8].at("item"), events[9].at("response").at("output")[0]);
}

TEST(ResponsesEvents, AreNumberedAndAgreeInTheirIds) {
  std::vector<Json> const events =
      events_of({.text = "a", .reasoning = "r", .tool_calls = {{.id = "c", .name = "f", .arguments = "{\"a\":1}"}}});
  Json const& output = events.back().at("response").at("output");
  for (std::size_t index = 0; index < events.size(); ++index) {
    Json const& event = events[index];
    EXPECT_EQ(event.at("sequence_number"), index);
    if (event.contains("item_id")) {
      EXPECT_EQ(event.at("item_id"), output.at(event.at("output_index").get<std::size_t>()).at("id"));
    }
    if (event.contains("response")) {
      EXPECT_EQ(event.at("response").at("id"), events[0].at("response").at("id"));
    }
  }
}

TEST(ResponsesEvents, BuildUpACall) {
  std::vector<Json> const events = events_of({.tool_calls = {{.id = "c", .name = "f", .arguments = "{}"}}});
  EXPECT_THAT(types_of(events),
              testing::ElementsAre("response.created", "response.in_progress", "response.output_item.added",
                                   "response.function_call_arguments.delta", "response.function_call_arguments.done",
                                   "response.output_item.done", "response.completed"));
  EXPECT_EQ(events[2].at("item").at("arguments"), "");
  EXPECT_EQ(events[2].at("item").at("call_id"), "c");
  EXPECT_EQ(events[4].at("arguments"), "{}");
}

TEST(ResponsesEvents, BuildUpReasoningAndRefusal) {
  std::vector<std::string> const types = types_of(events_of({.refusal = "No", .reasoning = "Why"}));
  EXPECT_THAT(types,
              testing::IsSupersetOf({"response.reasoning_summary_part.added", "response.reasoning_summary_text.delta",
                                     "response.reasoning_summary_text.done", "response.reasoning_summary_part.done",
                                     "response.refusal.delta", "response.refusal.done"}));
}

TEST(ResponsesEvents, EndIncompleteWhenTheTextIsCutShort) {
  std::vector<Json> const events = events_of({.text = "a", .finish_reason = "length"});
  EXPECT_EQ(events.back().at("type"), "response.incomplete");
  EXPECT_EQ(events.front().at("response").at("incomplete_details"), nullptr);
}

TEST(EventsOfAScriptedBody, SayWhatItSays) {
  Json const body = Json::parse(R"({"id": "r", "status": "failed", "error": {"code": "server_error"}, "output": [
    {"type": "web_search_call", "id": "ws"}, {"type": "reasoning", "encrypted_content": "x"},
    {"type": "message", "content": [{"type": "output_text", "text": "a"}, {"type": "odd"}]}]})");
  std::vector<Json> const events = data_of(responses_events::frames(body, {}, Chunking{}));
  std::vector<std::string> types;
  for (Json const& event : events) types.push_back(event.at("type").get<std::string>());
  EXPECT_THAT(types, testing::ElementsAre(
                         "response.created", "response.in_progress", "response.output_item.added",
                         "response.output_item.done", "response.output_item.added", "response.output_item.done",
                         "response.output_item.added", "response.content_part.added", "response.output_text.delta",
                         "response.output_text.done", "response.content_part.done", "response.content_part.added",
                         "response.content_part.done", "response.output_item.done", "response.failed"));
  // Clients tell the events of one item by an id, which this message has none of.
  EXPECT_EQ(events[8].at("item_id"), "item_2");
  EXPECT_EQ(events[13].at("item").at("id"), "item_2");
  EXPECT_EQ(events.back().at("response").at("error"), body.at("error"));
}

}  // namespace
}  // namespace mock_provider::responses_events_test
