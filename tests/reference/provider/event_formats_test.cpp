#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/provider/event_chunks.hpp"
#include "reference/support/raised.hpp"

namespace prompty::event_formats_test {
namespace {

using testing::ElementsAre;

/// A body that arrives in these blocks, then ends.
ByteSource blocks(std::vector<std::string> arriving) {
  return [arriving = std::move(arriving), next = std::size_t{0}]() mutable -> std::optional<std::string> {
    if (next == arriving.size()) return std::nullopt;
    return arriving[next++];
  };
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

TEST(EventFormats, EndWithTheirLastEventWhichIsGivenToo) {
  EXPECT_EQ(all_of(stream_of_bytes({message_body}, StreamFormat::message)).size(), 4U);
  EXPECT_EQ(all_of(stream_of_bytes({response_body}, StreamFormat::response)).back()["type"], "response.completed");
  for (char const* const last : {"response.incomplete", "response.failed"}) {
    EXPECT_EQ(all_of(stream_of_bytes({event(last)}, StreamFormat::response)).size(), 1U) << last;
  }
}

TEST(EventFormats, AreNotReadBeyondTheirLastEvent) {
  EXPECT_EQ(all_of(stream_of_bytes({message_body + "data: nonsense\n\n", "more"}, StreamFormat::message)).size(), 4U);
  EXPECT_EQ(all_of(stream_of_bytes({response_body + "data: [DONE]\n\n"}, StreamFormat::response)).size(), 3U);
}

TEST(EventFormats, AreTheSameForEveryCut) {
  RecordProperty("clause", "P10.1-06");
  std::vector<Json> const message = all_of(stream_of_bytes({message_body}, StreamFormat::message));
  for (std::size_t cut = 0; cut <= message_body.size(); ++cut) {
    EXPECT_EQ(all_of(stream_of_bytes({message_body.substr(0, cut), message_body.substr(cut)}, StreamFormat::message)),
              message)
        << cut;
  }
  std::vector<Json> const response = all_of(stream_of_bytes({response_body}, StreamFormat::response));
  for (std::size_t cut = 0; cut <= response_body.size(); ++cut) {
    EXPECT_EQ(
        all_of(stream_of_bytes({response_body.substr(0, cut), response_body.substr(cut)}, StreamFormat::response)),
        response)
        << cut;
  }
}

TEST(EventFormats, AreNeverWholeWhenTheyAreCutShortAnywhere) {
  for (std::size_t length = 0; length < message_body.size(); ++length) {
    // The sign that ends the last event may be missing only when the line end before it was a whole CR LF.
    if (length + 1 == message_body.size()) continue;
    EXPECT_EQ(raised<ConnectionError>([&] {
                static_cast<void>(all_of(stream_of_bytes({message_body.substr(0, length)}, StreamFormat::message)));
              }),
              "The answer from http://a/v1 was cut short: it ended before message_stop (request id req_7)")
        << length;
  }
  for (std::size_t length = 0; length < response_body.size(); ++length) {
    EXPECT_EQ(raised<ConnectionError>([&] {
                static_cast<void>(all_of(stream_of_bytes({response_body.substr(0, length)}, StreamFormat::response)));
              }),
              "The answer from http://a/v1 was cut short: it ended before response.completed (request id req_7)")
        << length;
  }
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
}  // namespace prompty::event_formats_test
