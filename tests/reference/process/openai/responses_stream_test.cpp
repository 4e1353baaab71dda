#include "prompty/process/openai/responses_stream.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::responses_stream_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<PromptyStream> events(std::vector<char const*> const& texts) {
  std::vector<Json> list;
  for (char const* const text : texts) list.push_back(Json::parse(text));
  return std::make_shared<PromptyStream>(stream_of(std::move(list)));
}

constexpr char const* completed = R"({"type":"response.completed","response":{"id":"r"}})";

StreamItem text(char const* value) {
  return std::string(value);
}

std::vector<StreamItem> items_of(std::vector<char const*> const& texts) {
  ItemStream stream = processing::process_response_stream(events(texts));
  while (stream.next()) {
  }
  return stream.items();
}

template <class Expected = ValueError>
std::string problem(std::vector<char const*> const& texts) {
  return raised<Expected>([&] { static_cast<void>(items_of(texts)); });
}

TEST(ResponseStreams, HandEachDeltaOnBeforeTheNextEventIsRead) {
  std::shared_ptr<PromptyStream> const chunks =
      events({R"({"type":"response.output_text.delta","delta":"a"})",
              R"({"type":"response.output_text.delta","delta":"b"})", completed});
  ItemStream stream = processing::process_response_stream(chunks);
  EXPECT_THAT(chunks->items(), IsEmpty());
  EXPECT_EQ(stream.next(), text("a"));
  EXPECT_EQ(chunks->items().size(), 1U);
  EXPECT_EQ(stream.next(), text("b"));
  EXPECT_EQ(stream.next(), std::nullopt);
  EXPECT_TRUE(chunks->is_exhausted());
}

TEST(ResponseStreams, EndWithTheCallsOfTheOutput) {
  StreamItem const first = ToolCall{.id = "c1", .name = "f", .arguments = "{\"a\":1}"};
  StreamItem const second = ToolCall{.id = "c2", .name = "g", .arguments = "{}"};
  EXPECT_THAT(items_of({R"({"type":"response.output_item.added","output_index":10,
                    "item":{"type":"function_call","id":"i2","call_id":"c2","name":"g","arguments":""}})",
                        R"({"type":"response.output_item.added","output_index":9,
                    "item":{"type":"function_call","id":"i1","call_id":"c1","name":"f","arguments":""}})",
                        R"({"type":"response.function_call_arguments.delta","output_index":9,"delta":"{\"a\""})",
                        R"({"type":"response.function_call_arguments.delta","output_index":9,"delta":":1}"})",
                        R"({"type":"response.function_call_arguments.done","output_index":10,"arguments":"{}"})",
                        R"({"type":"response.output_text.delta","delta":"a"})", completed}),
              ElementsAre(text("a"), first, second));
}

std::string arguments_after(std::vector<char const*> texts) {
  texts.insert(texts.begin(), R"({"type":"response.output_item.added","output_index":0,
      "item":{"type":"function_call","call_id":"c","name":"f","arguments":""}})");
  texts.push_back(completed);
  return std::get<ToolCall>(items_of(texts).at(0)).arguments;
}

TEST(ResponseStreams, AddNothingToFinalArguments) {
  constexpr char const* piece = R"({"type":"response.function_call_arguments.delta","output_index":0,"delta":"{}"})";
  EXPECT_EQ(arguments_after(
                {R"({"type":"response.function_call_arguments.done","output_index":0,"arguments":"[1]"})", piece}),
            "[1]");
  EXPECT_EQ(arguments_after({R"({"type":"response.output_item.done","output_index":0,
                    "item":{"type":"function_call","call_id":"c","name":"f","arguments":"[2]"}})",
                             piece}),
            "[2]");
  EXPECT_EQ(
      arguments_after({piece, R"({"type":"response.function_call_arguments.done","output_index":0,"arguments":""})"}),
      "{}");
}

TEST(ResponseStreams, GiveNoCallForPiecesOfNone) {
  EXPECT_THAT(
      items_of({R"({"type":"response.function_call_arguments.delta","output_index":0,"delta":"{}"})", completed}),
      IsEmpty());
}

TEST(ResponseStreams, IgnoreWhatComesBehindTheEnd) {
  EXPECT_THAT(items_of({completed, R"({"type":"response.output_text.delta","delta":"late"})", "7"}), IsEmpty());
}

TEST(ResponseStreams, RaiseRefusalsAndFailures) {
  EXPECT_EQ(problem({R"({"type":"response.refusal.delta","delta":"no"})", completed}), "Model refused: no");
  EXPECT_EQ(problem({R"({"type":"response.refusal.done","refusal":"never"})", completed}), "Model refused: never");
  EXPECT_EQ(problem({R"({"type":"response.failed","response":{"error":{"message":"aground"}}})"}), "aground");
  EXPECT_EQ(problem({R"({"type":"response.failed","response":{"error":{"code":3}}})"}), R"({"code":3})");
  EXPECT_EQ(problem({R"({"type":"response.failed"})"}), "The response failed and does not say why");
}

TEST(ResponseStreams, RaiseErrorsAndCuts) {
  EXPECT_EQ(problem<ExecuteError>({R"({"type":"error","message":"busy"})", completed}),
            "the provider failed in the middle of its answer: busy");
  EXPECT_EQ(problem<ExecuteError>({R"({"type":"error"})", completed}),
            "the provider failed in the middle of its answer: no explanation");
  EXPECT_EQ(problem<ConnectionError>({R"({"type":"response.output_text.delta","delta":"a"})"}),
            "The answer from the provider was cut short: it ended before response.completed");
}

TEST(ResponseStreams, RefuseEventsOfAnotherShape) {
  EXPECT_EQ(problem({"7"}), "Unexpected response format: a chunk must be an object, not the number 7");
  EXPECT_EQ(problem({R"({"type":7})"}), "Unexpected response format: /type must be a string, not the number 7");
  EXPECT_EQ(problem({R"({"type":"response.output_text.delta","delta":[]})"}),
            "Unexpected response format: /delta must be a string, not a list of 0");
  EXPECT_EQ(problem({R"({"type":"response.function_call_arguments.delta","delta":"{}"})"}),
            "Unexpected response format: /output_index must be an integer, not nothing");
  EXPECT_EQ(problem({R"({"type":"response.output_item.added","output_index":0})"}),
            "Unexpected response format: /item must be an output item, not nothing");
  EXPECT_EQ(problem({R"({"type":"response.output_item.done","output_index":0,"item":{"type":"function_call"}})"}),
            "Unexpected response format: /item/call_id must be a string, not nothing");
}

}  // namespace
}  // namespace prompty::responses_stream_test
