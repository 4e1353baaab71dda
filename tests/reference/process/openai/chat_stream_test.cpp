#include "prompty/process/openai/chat_stream.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::chat_stream_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

StreamItem text(char const* value) {
  return std::string(value);
}

/// Each text is the delta of one chunk.
std::shared_ptr<PromptyStream> deltas(std::vector<char const*> const& texts) {
  std::vector<Json> chunks;
  for (char const* const delta : texts) {
    chunks.push_back(Json{{"choices", Json::array({Json{{"index", 0}, {"delta", Json::parse(delta)}}})}});
  }
  return std::make_shared<PromptyStream>(stream_of(chunks));
}

std::vector<StreamItem> items_of(std::shared_ptr<PromptyStream> const& chunks) {
  ItemStream stream = processing::process_chat_stream(chunks);
  while (stream.next()) {
  }
  return stream.items();
}

std::string problem(char const* chunk) {
  return raised<ValueError>(
      [&] { static_cast<void>(items_of(std::make_shared<PromptyStream>(stream_of({Json::parse(chunk)})))); });
}

TEST(ChatStreams, HandEachPieceOnBeforeTheNextChunkIsRead) {
  RecordProperty("clause", "P8.6-01");
  std::shared_ptr<PromptyStream> const chunks = deltas({R"({"content":"a"})", R"({"content":"b"})"});
  ItemStream stream = processing::process_chat_stream(chunks);
  EXPECT_THAT(chunks->items(), IsEmpty());
  EXPECT_EQ(stream.next(), text("a"));
  EXPECT_EQ(chunks->items().size(), 1U);
  EXPECT_EQ(stream.next(), text("b"));
  EXPECT_EQ(chunks->items().size(), 2U);
}

TEST(ChatStreams, AreReadThroughThePromptyStream) {
  RecordProperty("clause", "P8.6-13");
  std::shared_ptr<PromptyStream> const chunks =
      deltas({R"({"content":"a"})", R"({"tool_calls":[{"index":0,"id":"1","function":{"name":"f"}}]})", "{}"});
  EXPECT_EQ(items_of(chunks).size(), 2U);
  EXPECT_TRUE(chunks->is_exhausted());
  EXPECT_EQ(chunks->items().size(), 3U);
}

TEST(ChatStreams, GiveNothingForContentThatIsEmptyNullOrMissing) {
  EXPECT_THAT(items_of(deltas({R"({"role":"assistant","content":""})", R"({"content":null})", "{}"})), IsEmpty());
}

TEST(ChatStreams, PassOverChunksWithoutDelta) {
  std::vector<Json> const chunks = {
      Json::parse(R"({"choices":[],"usage":{"total_tokens":3}})"),
      Json::parse(R"({"choices":null})"),
      Json::parse("{}"),
      Json::parse(R"({"choices":[{"delta":null}]})"),
      Json::parse(R"({"choices":[{"index":0}]})"),
      Json::parse(R"({"choices":[{"delta":{"content":"a"}},{"delta":{"content":"b"}}]})")};
  EXPECT_THAT(items_of(std::make_shared<PromptyStream>(stream_of(chunks))), ElementsAre(text("a")));
}

TEST(ChatStreams, EndWithTheToolCallsByIndex) {
  StreamItem const first = ToolCall{.id = "1", .name = "f", .arguments = "{}"};
  StreamItem const tenth = ToolCall{.id = "10", .name = "g", .arguments = "[1]"};
  EXPECT_THAT(items_of(deltas({R"({"tool_calls":[{"index":10,"id":"10","function":{"name":"g","arguments":"[1"}}]})",
                               R"({"tool_calls":[{"index":9,"id":"1","function":{"name":"f","arguments":"{}"}}]})",
                               R"({"content":"a","tool_calls":[{"index":10,"function":{"arguments":"]"}}]})"})),
              ElementsAre(text("a"), first, tenth));
}

TEST(ChatStreams, RaiseARefusalBehindTheContentBesideIt) {
  ItemStream stream = processing::process_chat_stream(
      deltas({R"({"tool_calls":[{"index":0,"id":"1","function":{"name":"f","arguments":"{}"}}]})",
              R"({"content":"a","refusal":"no"})", R"({"content":"b"})"}));
  EXPECT_EQ(stream.next(), text("a"));
  for (int attempt = 0; attempt < 2; ++attempt) {
    EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(stream.next()); }), "Model refused: no");
  }
  EXPECT_THAT(stream.items(), ElementsAre(text("a")));
}

TEST(ChatStreams, DoNotTakeAnEmptyRefusalForOne) {
  EXPECT_THAT(items_of(deltas({R"({"refusal":"","content":"a"})", R"({"refusal":null})"})), ElementsAre(text("a")));
}

TEST(ChatStreams, PassOnHowTheirChunksBreakOff) {
  std::shared_ptr<PromptyStream> const chunks =
      std::make_shared<PromptyStream>([first = true]() mutable -> std::optional<Json> {
        if (!std::exchange(first, false)) throw ConnectionError("reset");
        return Json::parse(R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"f"}}]}}]})");
      });
  ItemStream stream = processing::process_chat_stream(chunks);
  for (int attempt = 0; attempt < 2; ++attempt) {
    EXPECT_EQ(raised<ConnectionError>([&] { static_cast<void>(stream.next()); }), "reset");
  }
  EXPECT_THAT(stream.items(), IsEmpty());
}

TEST(ChatStreams, RefuseChunksOfAnotherShape) {
  EXPECT_EQ(problem("7"), "Unexpected response format: a chunk must be an object, not the number 7");
  EXPECT_EQ(problem(R"({"choices":{}})"), "Unexpected response format: /choices must be a list, not a mapping");
  EXPECT_EQ(problem(R"({"choices":[1]})"), "Unexpected response format: /choices/0 must be a choice, not the number 1");
  EXPECT_EQ(problem(R"({"choices":[{"delta":[]}]})"),
            "Unexpected response format: /choices/0/delta must be a delta, not a list of 0");
  EXPECT_EQ(problem(R"({"choices":[{"delta":{"content":3}}]})"),
            "Unexpected response format: /choices/0/delta/content must be a string, not the number 3");
  EXPECT_EQ(problem(R"({"choices":[{"delta":{"refusal":true}}]})"),
            "Unexpected response format: /choices/0/delta/refusal must be a string, not true");
}

}  // namespace
}  // namespace prompty::chat_stream_test
