// Where an answer of another shape is wrong, which no vector shows, and what a C++ caller sees of a stream.
#include <gmock/gmock.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/process/answers.hpp"
#include "prompty/process/reading.hpp"
#include "reference/support/raised.hpp"

namespace prompty::answers_test {
namespace {

using testing::IsEmpty;

struct Broken {
  char const* answer;
  char const* reason;
};

template <class Process>
void expect_refusals(std::vector<Broken> const& answers, Process process) {
  for (Broken const& broken : answers) {
    EXPECT_EQ(raised<ValueError>([&] { process(Json::parse(broken.answer)); }),
              std::string("Unexpected response format: ") + broken.reason)
        << broken.answer;
  }
}

TEST(ChatAnswers, AreRefusedWithTheirPlace) {
  expect_refusals(
      {{R"({"choices":[]})", "/choices must be a list with at least one choice, not a list of 0"},
       {R"({"error":{"message":"m"}})", "/choices must be a list with at least one choice, not nothing"},
       {"[]", "/choices must be a list with at least one choice, not nothing"},
       {"null", "/choices must be a list with at least one choice, not nothing"},
       {R"({"choices":[{}]})", "/choices/0/message must be a message, not nothing"},
       {R"({"choices":[7]})", "/choices/0/message must be a message, not nothing"},
       {R"({"choices":[{"message":{"content":[1]}}]})", "/choices/0/message/content must be a string, not a list of 1"},
       {R"({"choices":[{"message":{"tool_calls":{}}}]})",
        "/choices/0/message/tool_calls must be a list, not a mapping"},
       {R"({"choices":[{"message":{"tool_calls":[{"id":"1","type":"custom"}]}}]})",
        "/choices/0/message/tool_calls/0/function must be a function call, not nothing"},
       {R"({"choices":[{"message":{"tool_calls":[{"id":"1","function":{"name":"f","arguments":{}}}]}}]})",
        "/choices/0/message/tool_calls/0/function/arguments must be a string, not a mapping"},
       {R"({"choices":[{"message":{"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]}}]})",
        "/choices/0/message/tool_calls/0/id must be a string, not nothing"}},
      [](Json const& answer) { static_cast<void>(processing::process_chat(PromptyAgent{}, answer, Profile::live)); });
}

TEST(StructuredAnswers, KeepTheTextOfTheModel) {
  RecordProperty("clause", "P8.8-01");
  PromptyAgent agent;
  agent.outputs = {{.name = "n", .kind = "float"}};
  std::string const written = R"({ "n" : 1.50 })";
  Outcome const expected = StructuredValue{.value = Json{{"n", 1.5}}, .raw = written};
  EXPECT_EQ(processing::process_chat(
                agent, Json{{"choices", Json::array({Json{{"message", Json{{"content", written}}}}})}}, Profile::live),
            expected);
  EXPECT_EQ(processing::text_outcome(agent, written), expected);
  EXPECT_EQ(processing::text_outcome(agent, "1.50 or so"), Outcome(Text{"1.50 or so"}));
}

// P8.8-02: what reads JSON of any other origin reads it.
TEST(StructuredAnswers, AreJsonAsAnyOther) {
  RecordProperty("clause", "P8.8-02");
  PromptyAgent agent;
  agent.outputs = {{.name = "n", .kind = "float"}};
  Outcome const outcome = processing::text_outcome(agent, R"({"n": 1.5, "also": [true]})");
  EXPECT_EQ(structured(outcome), Json::parse(R"({"n": 1.5, "also": [true]})"));
  EXPECT_EQ(structured(outcome).at("also").at(0), true);
  EXPECT_EQ(outcome_to_json(outcome), Json::parse(R"({"type": "json", "value": {"n": 1.5, "also": [true]}})"));
}

TEST(EmbeddingAnswers, AreRefusedWithTheirPlace) {
  expect_refusals(
      {{"{}", "/data must be a list, not nothing"},
       {R"({"data":[{"embedding":[1]},{"embedding":"AACA"}]})",
        "/data/1/embedding must be a list of numbers, not the string \"AACA\""},
       {R"({"data":[{"embedding":["1"]}]})", "/data/0/embedding must be a list of numbers, not a list of 1"}},
      [](Json const& answer) { static_cast<void>(processing::process_embedding(answer)); });
}

TEST(ImageAnswers, AreRefusedWithTheirPlace) {
  expect_refusals({{R"({"data":"x"})", "/data must be a list, not the string \"x\""},
                   {R"({"data":[{"url":7}]})", "/data/0/url must be a string, not the number 7"}},
                  [](Json const& answer) { static_cast<void>(processing::process_image(answer)); });
}

TEST(ResponsesAnswers, AreRefusedWithTheirPlace) {
  expect_refusals({{R"({"choices":[]})", "/output must be a list, not nothing"},
                   {R"({"output":[{"type":"function_call","call_id":"c","name":"f","arguments":{}}]})",
                    "/output/0/arguments must be a string, not a mapping"},
                   {R"({"output":[{"type":"message","content":[{"type":"output_text"}]}]})",
                    "/output/0/content/0/text must be a string, not nothing"}},
                  [](Json const& answer) { static_cast<void>(processing::process_responses(PromptyAgent{}, answer)); });
}

TEST(ResponsesAnswers, GiveAnErrorWithoutAMessageAsJson) {
  EXPECT_EQ(
      raised<ValueError>([] {
        static_cast<void>(processing::process_responses(PromptyAgent{}, Json::parse(R"({"error":{"code":"c"}})")));
      }),
      R"({"code":"c"})");
}

TEST(AnthropicAnswers, AreRefusedWithTheirPlace) {
  expect_refusals(
      {{"{}", "/content must be a list, not nothing"},
       {R"({"content":[{"type":"text"}]})", "/content/0/text must be a string, not nothing"},
       {R"({"content":[{"type":"tool_use","id":"1","name":"f"}]})", "/content/0/input must be an object, not nothing"},
       {R"({"content":[1,{"type":"tool_use","name":"f","input":{}}]})", "/content/1/id must be a string, not nothing"}},
      [](Json const& answer) {
        static_cast<void>(processing::process_message(PromptyAgent{}, answer, Profile::as_written));
      });
}

TEST(StructuredOutput, NestedTooDeepIsText) {
  std::string const deep(2000, '[');
  EXPECT_EQ(processing::text_outcome(PromptyAgent{.outputs = {{.name = "a"}}}, deep), Outcome(Text{.value = deep}));
}

StreamItem text(char const* value) {
  return std::string(value);
}

std::shared_ptr<PromptyStream> chunks_of(std::vector<char const*> const& texts) {
  std::vector<Json> chunks;
  for (char const* const chunk : texts) chunks.push_back(Json::parse(chunk));
  return std::make_shared<PromptyStream>(stream_of(std::move(chunks)));
}

std::vector<StreamItem> drained(ItemStream stream) {
  while (stream.next()) {
  }
  return stream.items();
}

TEST(ChatStreams, HandEachPieceOnBeforeTheNextChunkIsRead) {
  RecordProperty("clause", "P8.6-13");
  std::shared_ptr<PromptyStream> const chunks =
      chunks_of({R"({"choices":[{"delta":{"content":"a"}}]})", R"({"choices":[{"delta":{"content":"b"}}]})", "{}"});
  ItemStream stream = processing::process_chat_stream(chunks, Profile::as_written);
  EXPECT_THAT(chunks->items(), IsEmpty());
  EXPECT_EQ(stream.next(), text("a"));
  EXPECT_EQ(chunks->items().size(), 1U);
  EXPECT_EQ(stream.next(), text("b"));
  EXPECT_EQ(chunks->items().size(), 2U);
  EXPECT_EQ(stream.next(), std::nullopt);
  EXPECT_TRUE(chunks->is_exhausted());
  EXPECT_EQ(chunks->items().size(), 3U);
}

TEST(ChatStreams, RefuseChunksWithTheirPlace) {
  expect_refusals(
      {{"7", "a chunk must be an object, not the number 7"},
       {R"({"choices":{}})", "/choices must be a list, not a mapping"},
       {R"({"choices":[1]})", "/choices/0 must be a choice, not the number 1"},
       {R"({"choices":[{"delta":[]}]})", "/choices/0/delta must be a delta, not a list of 0"},
       {R"({"choices":[{"delta":{"content":3}}]})", "/choices/0/delta/content must be a string, not the number 3"},
       {R"({"choices":[{"delta":{"refusal":true}}]})", "/choices/0/delta/refusal must be a string, not true"},
       {R"({"choices":[{"delta":{"tool_calls":{}}}]})", "/choices/0/delta/tool_calls must be a list, not a mapping"},
       {R"({"choices":[{"delta":{"tool_calls":[1]}}]})",
        "/choices/0/delta/tool_calls/0 must be a fragment of a tool call, not the number 1"},
       {R"({"choices":[{"delta":{"tool_calls":[{},{"index":"1"}]}}]})",
        "/choices/0/delta/tool_calls/1/index must be an integer, not the string \"1\""},
       {R"({"choices":[{"delta":{"tool_calls":[{"id":7}]}}]})",
        "/choices/0/delta/tool_calls/0/id must be a string, not the number 7"},
       {R"({"choices":[{"delta":{"tool_calls":[{"function":"f"}]}}]})",
        "/choices/0/delta/tool_calls/0/function must be a function call, not the string \"f\""},
       {R"({"choices":[{"delta":{"tool_calls":[{"function":{"arguments":{}}}]}}]})",
        "/choices/0/delta/tool_calls/0/function/arguments must be a string, not a mapping"}},
      [](Json const& chunk) {
        static_cast<void>(drained(
            processing::process_chat_stream(std::make_shared<PromptyStream>(stream_of({chunk})), Profile::live)));
      });
}

TEST(ChatAnswers, MayCallWithoutArguments) {
  for (char const* const function :
       {R"({"name":"f"})", R"({"name":"f","arguments":null})", R"({"name":"f","arguments":""})"}) {
    Json const call{{"id", "c"}, {"type", "function"}, {"function", Json::parse(function)}};
    Json const answer{{"choices", Json::array({Json{{"message", Json{{"tool_calls", Json::array({call})}}}}})}};
    EXPECT_EQ(processing::process_chat({}, answer, Profile::live),
              Outcome(std::vector<ToolCall>{{.id = "c", .name = "f", .arguments = ""}}))
        << function;
  }
}

TEST(ChatAnswers, AreNotEmptyWhenTheyCallByTheOldMember) {
  RecordProperty("clause", "P8.1-14");
  auto const answer = [](char const* message) {
    return Json{{"choices", Json::array({Json{{"message", Json::parse(message)}}})}};
  };
  Json const old = answer(R"({"content":null,"function_call":{"name":"ring","arguments":"{}"}})");
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(processing::process_chat({}, old, Profile::live)); }),
              testing::HasSubstr("'ring'"));
  EXPECT_EQ(processing::process_chat({}, old, Profile::as_written), Outcome(Text{""}));
  Json const beside = answer(R"({"content":"Ringing","function_call":{"name":"ring","arguments":"{}"}})");
  EXPECT_EQ(processing::process_chat({}, beside, Profile::live), Outcome(Text{"Ringing"}));
  EXPECT_EQ(processing::process_chat({}, answer(R"({"content":null,"function_call":null})"), Profile::live),
            Outcome(Text{""}));
  auto const streamed = [](Profile profile) {
    return drained(processing::process_chat_stream(
        chunks_of({R"({"choices":[{"delta":{"function_call":{"name":"ring","arguments":""}}}]})",
                   R"({"choices":[{"delta":{"function_call":{"arguments":"{}"}}}]})"}),
        profile));
  };
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(streamed(Profile::live)); }), testing::HasSubstr("'ring'"));
  EXPECT_THAT(streamed(Profile::as_written), IsEmpty());
}

TEST(ResponseStreams, IgnoreWhatComesBehindTheEnd) {
  EXPECT_THAT(drained(processing::process_response_stream(
                  chunks_of({R"({"type":"response.completed","response":{"id":"r"}})",
                             R"({"type":"response.output_text.delta","delta":"late"})", "7"}))),
              IsEmpty());
}

TEST(ResponseStreams, GiveNoCallForPiecesOfNone) {
  EXPECT_THAT(drained(processing::process_response_stream(
                  chunks_of({R"({"type":"response.function_call_arguments.delta","output_index":0,"delta":"{}"})",
                             R"({"type":"response.completed","response":{"id":"r"}})"}))),
              IsEmpty());
}

TEST(ResponseStreams, FailInTheirOwnWordsOrWithoutAny) {
  auto const failure = [](char const* event) {
    return raised<ValueError>(
        [&] { static_cast<void>(drained(processing::process_response_stream(chunks_of({event})))); });
  };
  EXPECT_EQ(failure(R"({"type":"response.failed","response":{"error":{"code":3}}})"), R"({"code":3})");
  EXPECT_EQ(failure(R"({"type":"response.failed"})"), "The response failed and does not say why");
}

TEST(ResponseStreams, RefuseEventsWithTheirPlace) {
  expect_refusals(
      {{"7", "a chunk must be an object, not the number 7"},
       {R"({"type":7})", "/type must be a string, not the number 7"},
       {R"({"type":"response.output_text.delta","delta":[]})", "/delta must be a string, not a list of 0"},
       {R"({"type":"response.function_call_arguments.delta","delta":"{}"})",
        "/output_index must be an integer, not nothing"},
       {R"({"type":"response.output_item.added","output_index":0})", "/item must be an output item, not nothing"},
       {R"({"type":"response.output_item.done","output_index":0,"item":{"type":"function_call"}})",
        "/item/call_id must be a string, not nothing"}},
      [](Json const& event) {
        static_cast<void>(
            drained(processing::process_response_stream(std::make_shared<PromptyStream>(stream_of({event})))));
      });
}

TEST(MessageStreams, RefuseEventsWithTheirPlace) {
  expect_refusals({{R"({"type":"content_block_start","index":0})", "/content_block must be an object, not nothing"},
                   {R"({"type":"content_block_delta","delta":3})", "/delta must be an object, not the number 3"},
                   {R"({"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{}"}})",
                    "/index must be an integer, not nothing"},
                   {R"({"type":"content_block_start","index":0,
            "content_block":{"type":"tool_use","id":"1","name":"f","input":"{}"}})",
                    "/content_block/input must be an object, not the string \"{}\""},
                   {R"({"type":"content_block_start","index":0,"content_block":{"type":"tool_use","name":"f"}})",
                    "/content_block/id must be a string, not nothing"}},
                  [](Json const& event) {
                    static_cast<void>(drained(
                        processing::process_message_stream(std::make_shared<PromptyStream>(stream_of({event})))));
                  });
}

}  // namespace
}  // namespace prompty::answers_test
