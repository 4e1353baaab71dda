#include "prompty/provider/event_chunks.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/transport/sse.hpp"
#include "reference/support/raised.hpp"

namespace prompty::event_chunks_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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

TEST(EventChunks, EndWithDone) {
  EXPECT_THAT(chunks_in({"data: {\"a\":1}\n\ndata: 2\n\ndata: [DONE]\n\n"}), ElementsAre(Json{{"a", 1}}, Json(2)));
  EXPECT_THAT(chunks_in({"data: [DONE]\n\n"}), IsEmpty());
}

TEST(EventChunks, AreNotReadBeyondDone) {
  EXPECT_THAT(chunks_in({"data: 1\n\n", "data: [DONE]\n\ndata: nonsense\n\n", "data: more"}), ElementsAre(Json(1)));
}

TEST(EventChunks, AreTheSameForEveryCut) {
  std::string const body = ": hi\r\n\r\ndata: {\"a\":\"\xE2\x82\xAC\"}\r\n\r\ndata: 2\n\ndata: [DONE]\n\n";
  for (std::size_t cut = 0; cut <= body.size(); ++cut) {
    EXPECT_THAT(chunks_in({body.substr(0, cut), body.substr(cut)}), ElementsAre(Json{{"a", "\xE2\x82\xAC"}}, Json(2)))
        << cut;
  }
}

TEST(EventChunks, AreGivenBeforeLaterBytesAreAskedFor) {
  int asked = 0;
  PromptyStream stream = chat_from([&]() -> std::optional<std::string> {
    ++asked;
    return asked == 1 ? "data: 1\n\ndata: 2\n\n" : "data: [DONE]\n\n";
  });
  EXPECT_EQ(stream.next(), Json(1));
  EXPECT_EQ(stream.next(), Json(2));
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(stream.next(), std::nullopt);
}

TEST(EventChunks, AreNeverWholeWithoutDone) {
  for (char const* const cut : {"", "data: [DONE]", "data: [DONE]\n", "data: {\"a\"", ": ping\n\n"}) {
    EXPECT_EQ(problem_after_two<ConnectionError>({"data: 1\n\ndata: 2\n\n", cut}),
              "The answer from http://a/v1 was cut short: it ended before [DONE]");
  }
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

TEST(EventChunks, RefuseEventsThatAreNotJson) {
  EXPECT_EQ(problem_after_two<ValueError>({"data: 1\n\ndata: 2\n\ndata: <html>\n\ndata: [DONE]\n\n"}),
            "Unexpected response format: the data of an event must be JSON or [DONE], not <html>");
}

TEST(EventChunks, RefuseEndlessEventsAndGiveWhatCameBefore) {
  std::string const endless = "data: " + std::string(SseDecoder::default_most_bytes, 'x');
  EXPECT_EQ(problem_after_two<AnswerLimitError>({"data: 1\n\ndata: 2\n\n" + endless}),
            "An event in the stream of http://a/v1 has more than 16777216 bytes; raise max_event_bytes "
            "(--max-event-bytes), or ask for less");
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
                "(--max-event-bytes), or ask for less");
    }
  }
}

}  // namespace
}  // namespace prompty::event_chunks_test
