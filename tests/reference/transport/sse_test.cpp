#include "prompty/transport/sse.hpp"

#include <gmock/gmock.h>

#include <vector>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::sse_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Events = std::vector<SseEvent>;

Events events_of(std::vector<std::string_view> const& pieces) {
  SseDecoder decoder;
  Events events;
  for (std::string_view const piece : pieces) {
    decoder.feed(piece, [&](SseEvent const& event) { events.push_back(event); });
  }
  return events;
}

SseEvent data(std::string text) {
  return {.type = "message", .data = std::move(text), .last_id = ""};
}

/// Up to an id with a NUL, which makes it none.
std::string const beginning =
    "\xEF\xBB\xBF: hello\r\n"
    "data: one\n\n"
    "event: note\rdata: two\rdata:three\r\r"
    "id: 7\r\ndata\r\n\r\n"
    "retry: 250\n:\n\n"
    "data:  blank\nid\n\n"
    "event: lost\n\n\n"
    "data: \xE2\x82\xAC \xF0\x9F\x8C\x8A \xFF\xE2\x82 end\n\r\n"
    "nonsense\ndatum: x\ndata: a:b: c\nid: 8";

Events const all_events = {data("one"),
                           {.type = "note", .data = "two\nthree", .last_id = ""},
                           {.type = "message", .data = "", .last_id = "7"},
                           data(" blank"),
                           data("\xE2\x82\xAC \xF0\x9F\x8C\x8A \xEF\xBF\xBD\xEF\xBF\xBD end"),
                           data("a:b: c")};

std::string whole_text() {
  constexpr std::string_view rest("\0 no\n\ndata: cut", 15);
  return beginning + std::string(rest);
}

TEST(SseDecoders, GiveTheSameEventsForEveryTwoCuts) {
  std::string const text = whole_text();
  std::string_view const view = text;
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); ++second) {
      ASSERT_EQ(events_of({view.substr(0, first), view.substr(first, second - first), view.substr(second)}), all_events)
          << "cut at " << first << " and " << second;
    }
  }
}

TEST(SseDecoders, GiveTheSameEventsByteByByte) {
  std::string const text = whole_text();
  std::vector<std::string_view> bytes;
  for (std::size_t at = 0; at < text.size(); ++at) bytes.push_back(std::string_view(text).substr(at, 1));
  EXPECT_EQ(events_of(bytes), all_events);
}

TEST(SseDecoders, HandAnEventOnWithTheByteThatEndsIt) {
  for (std::string_view const stream : {"data: a\n\n", "data: a\r\r", "data: a\r\n\r"}) {
    EXPECT_THAT(events_of({stream.substr(0, stream.size() - 1)}), IsEmpty());
    EXPECT_THAT(events_of({stream}), ElementsAre(data("a")));
  }
}

TEST(SseDecoders, TakeTheLineFeedOfASplitLineEndForNoLineOfItsOwn) {
  EXPECT_THAT(events_of({"data: a\r", "\ndata: b\r\n", "\r", "\n"}), ElementsAre(data("a\nb")));
}

TEST(SseDecoders, TakeOneMarkAtTheStartOnly) {
  EXPECT_THAT(events_of({"\xEF\xBB\xBF\xEF\xBB\xBF"
                         "data: a\n\ndata: \xEF\xBB\xBFz\n\n"}),
              ElementsAre(data("\xEF\xBB\xBFz")));
  EXPECT_THAT(events_of({"\xEF", "\xBB",
                         "\xBF"
                         "data: a\n\n"}),
              ElementsAre(data("a")));
  EXPECT_THAT(events_of({"\xEF", "data: a\n\ndata: b\n\n"}), ElementsAre(data("b")));
}

TEST(SseDecoders, DropAnEventThatDoesNotEnd) {
  EXPECT_THAT(events_of({"data: a\n\ndata: b\n"}), ElementsAre(data("a")));
  EXPECT_THAT(events_of({""}), IsEmpty());
}

TEST(SseDecoders, KeepTheLastIdAndForgetTheType) {
  EXPECT_THAT(events_of({"event: x\nid: 1\ndata: a\n\ndata: b\n\n"}),
              ElementsAre(SseEvent{.type = "x", .data = "a", .last_id = "1"},
                          SseEvent{.type = "message", .data = "b", .last_id = "1"}));
}

TEST(SseDecoders, ReplaceWhatIsNoUtf8AsBrowsersDo) {
  EXPECT_THAT(events_of({"data: \xC0\xAF|\xED\xA0\x80|\xF0\x9F\x98|\xE2\x28|\xF5\x80\n\n"}),
              ElementsAre(data("\xEF\xBF\xBD\xEF\xBF\xBD|\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD|\xEF\xBF\xBD|\xEF\xBF\xBD"
                               "(|\xEF\xBF\xBD\xEF\xBF\xBD")));
}

TEST(SseDecoders, NoteTheDelayThatTheServerAsksFor) {
  SseDecoder decoder;
  auto const feed = [&](char const* bytes) { decoder.feed(bytes, [](SseEvent const&) {}); };
  EXPECT_EQ(decoder.retry(), std::nullopt);
  feed("retry: 250\n");
  EXPECT_EQ(decoder.retry(), std::chrono::milliseconds(250));
  feed("retry: soon\nretry: -1\nretry:\nretry: 99999999999999999999\n");
  EXPECT_EQ(decoder.retry(), std::chrono::milliseconds(250));
}

TEST(SseDecoders, BoundWhatTheyKeepOfAnEvent) {
  std::string const expected =
      "Unexpected response format: an event of the stream is larger than 16 bytes, which is as much as is kept";
  for (std::string const& stream :
       {std::string("data: 0123456789ab"), std::string(17, ':'), std::string("data: 01234\ndata: 01234\n")}) {
    for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
      SseDecoder decoder(16);
      EXPECT_EQ(raised<ValueError>([&] {
                  decoder.feed(stream.substr(0, cut), [](SseEvent const&) {});
                  decoder.feed(stream.substr(cut), [](SseEvent const&) {});
                }),
                expected);
    }
  }
}

TEST(SseDecoders, TakeAnyNumberOfSmallEvents) {
  SseDecoder decoder(16);
  std::size_t events = 0;
  for (int round = 0; round < 1000; ++round) {
    decoder.feed("data: 0123456\n\n:ping\n", [&](SseEvent const&) { ++events; });
  }
  EXPECT_EQ(events, 1000U);
}

}  // namespace
}  // namespace prompty::sse_test
