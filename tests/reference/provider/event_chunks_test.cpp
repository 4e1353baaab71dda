#include "prompty/provider/http_executor.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/transport/sse.hpp"
#include "reference/support/raised.hpp"

namespace prompty::event_chunks_test {
namespace {

using testing::ElementsAre;

/// A body that arrives in these blocks, then ends.
ByteSource blocks(std::vector<std::string> arriving) {
  return [arriving = std::move(arriving), next = std::size_t{0}]() mutable -> std::optional<std::string> {
    if (next == arriving.size()) return std::nullopt;
    return arriving[next++];
  };
}

PromptyStream chat_from(ByteSource bytes) {
  return chunks_of(std::move(bytes), {.url = "http://a/v1"}, StreamFormat::chat_completion);
}

std::vector<Json> chunks_in(std::vector<std::string> arriving) {
  PromptyStream stream = chat_from(blocks(std::move(arriving)));
  while (stream.next()) {
  }
  return stream.items();
}

/// Pulls two chunks, then expects the error that every further pull raises.
template <class Expected>
std::string problem_after_two(std::vector<std::string> arriving) {
  PromptyStream stream = chat_from(blocks(std::move(arriving)));
  EXPECT_EQ(stream.next(), Json(1));
  EXPECT_EQ(stream.next(), Json(2));
  std::string problem = raised<Expected>([&] { static_cast<void>(stream.next()); });
  EXPECT_EQ(raised<Expected>([&] { static_cast<void>(stream.next()); }), problem);
  EXPECT_FALSE(stream.is_exhausted());
  return problem;
}

TEST(EventChunks, AreNotReadBeyondDone) {
  EXPECT_THAT(chunks_in({"data: 1\n\n", "data: [DONE]\n\ndata: nonsense\n\n", "data: more"}), ElementsAre(Json(1)));
}

TEST(EventChunks, PassOnHowTheirBytesBreakOff) {
  PromptyStream stream = chat_from([first = true]() mutable -> std::optional<std::string> {
    if (!std::exchange(first, false)) throw ConnectionError("reset");
    return "data: 1\n\n";
  });
  EXPECT_EQ(stream.next(), Json(1));
  EXPECT_EQ(raised<ConnectionError>([&] { static_cast<void>(stream.next()); }), "reset");
}

TEST(EventChunks, RaiseWhatTheProviderReportsOnTheWay) {
  EXPECT_EQ(
      problem_after_two<ExecuteError>({"data: 1\n\ndata: 2\n\ndata: {\"error\":{\"message\":\"overloaded\"}}\n\n"}),
      "http://a/v1 failed in the middle of its answer: overloaded");
  EXPECT_EQ(problem_after_two<ExecuteError>({"data: 1\n\ndata: 2\n\nevent: error\ndata: {\"message\":\"gone\"}\n\n"}),
            "http://a/v1 failed in the middle of its answer: gone");
}

TEST(EventChunks, TakeAnErrorOfNullForNone) {
  EXPECT_EQ(chunks_in({"data: {\"error\":null}\n\ndata: [DONE]\n\n"}).size(), 1U);
}

TEST(EventChunks, RefuseEndlessEventsAndGiveWhatCameBefore) {
  std::string const endless = "data: " + std::string(SseDecoder::default_max_bytes, 'x');
  EXPECT_EQ(problem_after_two<AnswerLimitError>({"data: 1\n\ndata: 2\n\n" + endless}),
            "An event in the stream of http://a/v1 has more than 16777216 bytes; raise max_event_bytes "
            "(--max-event-bytes), or request less");
}

TEST(EventChunks, AreAsLargeAsTheTransportSays) {
  for (std::size_t const most : {std::size_t{30}, std::size_t{10}}) {
    StreamedResponse response{.status = 200,
                              .headers = {{"Content-Type", "text/event-stream"}},
                              .body = blocks({"data: 1\n\ndata: \"twelve signs\"\n\ndata: [DONE]\n\n"}),
                              .max_event_bytes = most};
    std::shared_ptr<PromptyStream> const chunks =
        read_stream(std::move(response), "http://a/v1", "x-request-id", StreamFormat::chat_completion);
    EXPECT_EQ(chunks->next(), Json(1));
    if (most == 30) {
      EXPECT_EQ(chunks->next(), Json("twelve signs"));
    } else {
      EXPECT_EQ(raised<AnswerLimitError>([&] { static_cast<void>(chunks->next()); }),
                "An event in the stream of http://a/v1 has more than 10 bytes; raise max_event_bytes "
                "(--max-event-bytes), or request less");
    }
  }
}

PromptyStream stream_of_bytes(std::vector<std::string> arriving, StreamFormat format) {
  return chunks_of(blocks(std::move(arriving)), {.url = "http://a/v1", .request_id = "req_7"}, format);
}

std::vector<Json> all_of(PromptyStream stream) {
  while (stream.next()) {
  }
  return stream.items();
}

std::string event(std::string const& type, std::string const& members = "") {
  return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + members + "}\n\n";
}

std::string const message_body = event("message_start") + event("ping") +
                                 event("content_block_delta", ",\"delta\":{\"text\":\"\xE2\x82\xAC\"}") +
                                 "event: message_stop\r\ndata: {\"type\":\"message_stop\"}\r\n\r\n";
std::string const response_body = event("response.created") + ": still here\n\n" +
                                  event("response.output_text.delta", ",\"delta\":\"\xF0\x9F\x90\x9F\"") +
                                  event("response.completed", ",\"response\":{\"error\":null}");

TEST(EventFormats, AreNotReadBeyondTheirLastEvent) {
  EXPECT_EQ(all_of(stream_of_bytes({message_body + "data: nonsense\n\n", "more"}, StreamFormat::message)).size(), 4U);
  EXPECT_EQ(all_of(stream_of_bytes({response_body + "data: [DONE]\n\n"}, StreamFormat::response)).size(), 3U);
}

TEST(EventFormats, DoNotEndWithTheSignOfChatCompletions) {
  for (StreamFormat const format : {StreamFormat::message, StreamFormat::response}) {
    EXPECT_NE(
        raised<ConnectionError>([&] { static_cast<void>(all_of(stream_of_bytes({"data: [DONE]\n\n"}, format))); }), "");
  }
}

TEST(EventFormats, RaiseErrorsOnTheWayWithTheRequestId) {
  std::string const of_anthropic = event("error", R"(,"error":{"type":"overloaded_error","message":"Overloaded"})");
  PromptyStream stream = stream_of_bytes({event("ping") + of_anthropic}, StreamFormat::message);
  EXPECT_EQ(stream.next()->at("type"), "ping");
  try {
    static_cast<void>(stream.next());
    FAIL() << "no error";
  } catch (ExecuteError const& error) {
    EXPECT_STREQ(error.what(), "http://a/v1 failed in the middle of its answer: Overloaded (request id req_7)");
    EXPECT_EQ(error.request_id(), "req_7");
    EXPECT_EQ(error.status(), 200);
  }
  EXPECT_EQ(raised<ExecuteError>([&] {
              static_cast<void>(all_of(
                  stream_of_bytes({"data: {\"type\":\"error\",\"message\":\"gone\"}\n\n"}, StreamFormat::response)));
            }),
            "http://a/v1 failed in the middle of its answer: gone (request id req_7)");
}

TEST(EventFormats, AreKeptByTheirStreamWithTheUsage) {
  RecordProperty("clause", "P10.1-08");
  PromptyStream stream = stream_of_bytes(
      {event("message_delta", R"(,"usage":{"output_tokens":7})") + event("message_stop")}, StreamFormat::message);
  while (stream.next()) {
  }
  EXPECT_TRUE(stream.is_exhausted());
  EXPECT_THAT(stream.items(), ElementsAre(Json{{"type", "message_delta"}, {"usage", Json{{"output_tokens", 7}}}},
                                          Json{{"type", "message_stop"}}));
}

}  // namespace
}  // namespace prompty::event_chunks_test
