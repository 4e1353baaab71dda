#include "prompty/process/anthropic/message_stream.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::message_stream_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char const* message_stop = R"({"type":"message_stop"})";

StreamItem text(char const* value) {
  return std::string(value);
}

std::vector<StreamItem> items_of(std::vector<char const*> const& events) {
  std::vector<Json> chunks;
  for (char const* const event : events) chunks.push_back(Json::parse(event));
  ItemStream stream = processing::process_message_stream(std::make_shared<PromptyStream>(stream_of(std::move(chunks))));
  while (stream.next()) {
  }
  return stream.items();
}

template <class Expected = ValueError>
std::string problem(std::vector<char const*> const& events) {
  return raised<Expected>([&] { static_cast<void>(items_of(events)); });
}

TEST(MessageStreams, HandTextOnFromWhicheverBlock) {
  EXPECT_THAT(items_of({R"({"type":"message_start","message":{}})",
                        R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":"a"}})",
                        R"({"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"b"}})",
                        R"({"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":""}})",
                        R"({"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":" "}})",
                        R"({"type":"ping"})", message_stop}),
              ElementsAre(text("a"), text("b"), text(" ")));
}

TEST(MessageStreams, EndWithTheCallsByBlock) {
  StreamItem const first = ToolCall{.id = "1", .name = "f", .arguments = R"({"a": 1})"};
  StreamItem const second = ToolCall{.id = "2", .name = "g", .arguments = R"({"b":[2]})"};
  StreamItem const third = ToolCall{.id = "3", .name = "h", .arguments = "{}"};
  EXPECT_THAT(
      items_of(
          {R"({"type":"content_block_start","index":10,"content_block":{"type":"tool_use","id":"3","name":"h"}})",
           R"({"type":"content_block_start","index":9,
               "content_block":{"type":"tool_use","id":"2","name":"g","input":{"b":[2]}}})",
           R"({"type":"content_block_start","index":1,
               "content_block":{"type":"tool_use","id":"1","name":"f","input":{}}})",
           R"({"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":""}})",
           R"({"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a\":"}})",
           R"({"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":" 1}"}})",
           message_stop}),
      ElementsAre(first, second, third));
}

TEST(MessageStreams, GiveNothingForWhatIsNeitherTextNorACall) {
  EXPECT_THAT(
      items_of({R"({"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"x"}})",
                R"({"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"x"}})",
                R"({"type":"content_block_start","index":1,
                    "content_block":{"type":"server_tool_use","id":"s","name":"w","input":{}}})",
                R"({"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}})",
                R"({"type":"message_delta","delta":{"stop_reason":"max_tokens"}})", "{}", message_stop}),
      IsEmpty());
}

TEST(MessageStreams, RaiseARefusalInItsOwnWords) {
  EXPECT_EQ(problem({R"({"type":"message_delta","delta":{"stop_reason":"refusal"}})", message_stop}),
            "Model refused: the provider gave no explanation");
  EXPECT_EQ(problem({R"({"type":"message_delta",
                         "delta":{"stop_reason":"refusal","stop_details":{"explanation":"unsafe"}}})",
                     message_stop}),
            "Model refused: unsafe");
}

TEST(MessageStreams, RaiseErrorsAndCuts) {
  EXPECT_EQ(problem<ExecuteError>({R"({"type":"error","error":{"message":"Overloaded"}})", message_stop}),
            "the provider failed in the middle of its answer: Overloaded");
  EXPECT_EQ(problem<ConnectionError>({R"({"type":"message_delta","delta":{"stop_reason":"end_turn"}})"}),
            "The answer from the provider was cut short: it ended before message_stop");
}

TEST(MessageStreams, RefuseEventsOfAnotherShape) {
  EXPECT_EQ(problem({R"({"type":"content_block_start","index":0})"}),
            "Unexpected response format: /content_block must be an object, not nothing");
  EXPECT_EQ(problem({R"({"type":"content_block_delta","delta":3})"}),
            "Unexpected response format: /delta must be an object, not the number 3");
  EXPECT_EQ(problem({R"({"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{}"}})"}),
            "Unexpected response format: /index must be an integer, not nothing");
  EXPECT_EQ(problem({R"({"type":"content_block_start","index":0,
                         "content_block":{"type":"tool_use","id":"1","name":"f","input":"{}"}})"}),
            "Unexpected response format: /content_block/input must be an object, not the string \"{}\"");
  EXPECT_EQ(problem({R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","name":"f"}})"}),
            "Unexpected response format: /content_block/id must be a string, not nothing");
}

}  // namespace
}  // namespace prompty::message_stream_test
