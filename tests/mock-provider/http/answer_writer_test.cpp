#include "mock-provider/http/answer_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "mock-provider/support/channel_pair.hpp"

namespace mock_provider::http::answer_writer_test {
namespace {

using mock_provider_tests::ChannelPair;
using std::chrono::milliseconds;

Answer text_answer(std::string body) {
  Answer answer;
  answer.body = std::move(body);
  return answer;
}

Answer stream_of(std::vector<std::string> frames, milliseconds between = milliseconds(0)) {
  Answer answer;
  answer.content_type = "text/event-stream";
  answer.events = EventFrames{.frames = std::move(frames), .between = between};
  return answer;
}

struct Written {
  Delivery delivery;
  std::string head;
  std::string body;
};

Written written(Answer const& answer, AnswerForm const& form = {}) {
  ChannelPair pair;
  Written result;
  result.delivery = AnswerWriter(pair.server(), form).write(answer);
  std::string const bytes = pair.client_hears();
  std::size_t const end = bytes.find("\r\n\r\n");
  result.head = bytes.substr(0, end);
  if (end != std::string::npos) result.body = bytes.substr(end + 4);
  return result;
}

TEST(AnswerWriter, SendsHeadAndBody) {
  Answer answer = text_answer("{}");
  answer.status = 429;
  answer.headers = {{"retry-after", "1"}};
  Written const result = written(answer);
  EXPECT_EQ(result.head,
            "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nContent-Length: 2\r\nretry-after: 1");
  EXPECT_EQ(result.body, "{}");
  EXPECT_EQ(result.delivery, (Delivery{.end = Delivery::End::whole, .body_bytes = 2}));
}

TEST(AnswerWriter, NamesStatusesThatHaveNoNameByTheirHundred) {
  Answer answer = text_answer("");
  answer.status = 529;
  EXPECT_THAT(written(answer).head, testing::StartsWith("HTTP/1.1 529 Server Error\r\n"));
  answer.status = 418;
  EXPECT_THAT(written(answer).head, testing::StartsWith("HTTP/1.1 418 Client Error\r\n"));
}

TEST(AnswerWriter, LeavesTheBodyOutForHead) {
  Written const result = written(text_answer("{}"), {.body = AnswerForm::Body::left_out});
  EXPECT_THAT(result.head, testing::HasSubstr("Content-Length: 2"));
  EXPECT_EQ(result.body, "");
}

TEST(AnswerWriter, SendsFramesThatAreDueTogetherInOneChunk) {
  Written const result = written(stream_of({"data: 1\n\n", "data: 2\n\n"}));
  EXPECT_THAT(result.head, testing::HasSubstr("Transfer-Encoding: chunked"));
  EXPECT_EQ(result.body, "12\r\ndata: 1\n\ndata: 2\n\n\r\n0\r\n\r\n");
  EXPECT_EQ(result.delivery.body_bytes, 18U);
}

TEST(AnswerWriter, SendsPacedFramesAtTheirTime) {
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  Written const result = written(stream_of({"a", "b", "c"}, milliseconds(20)));
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(40));
  // What is late on a busy machine may come together.
  EXPECT_THAT(result.body, testing::StartsWith("1\r\na\r\n"));
  EXPECT_EQ(result.delivery.body_bytes, 3U);
}

TEST(AnswerWriter, KeepsFramesApartThatMustBe) {
  Answer stream = stream_of({"a", "b"});
  stream.events->writes = EventFrames::Writes::apart;
  EXPECT_EQ(written(stream).body, "1\r\na\r\n1\r\nb\r\n0\r\n\r\n");
}

TEST(AnswerWriter, EndsStreamsWithTheConnectionForOldClients) {
  Written const result = written(stream_of({"a", "b"}), {.streams = AnswerForm::Streams::until_close});
  EXPECT_EQ(result.body, "ab");
  EXPECT_THAT(result.head, testing::Not(testing::HasSubstr("Transfer-Encoding")));
}

TEST(AnswerWriter, CutsBodiesAndStreamsAfterSoManyBytes) {
  Answer body = text_answer("0123456789");
  body.early_end = EarlyEnd{.after_bytes = 4};
  EXPECT_EQ(written(body).body, "0123");
  EXPECT_THAT(written(body).head, testing::HasSubstr("Content-Length: 10"));
  EXPECT_EQ(written(body).delivery, (Delivery{.end = Delivery::End::closed, .body_bytes = 4}));
  Answer stream = stream_of({"abc", "def", "ghi"});
  stream.early_end = EarlyEnd{.after_bytes = 4};
  EXPECT_EQ(written(stream).body, "4\r\nabcd\r\n");
  EXPECT_EQ(written(stream).delivery, (Delivery{.end = Delivery::End::closed, .body_bytes = 4}));
}

TEST(AnswerWriter, NeverEndsAStreamThatIsCutAtItsEnd) {
  Answer stream = stream_of({"abc"});
  stream.early_end = EarlyEnd{.after_bytes = 3};
  EXPECT_EQ(written(stream).body, "3\r\nabc\r\n");
}

TEST(AnswerWriter, SendsNothingWhenTheHeadIsWithheld) {
  Answer answer = text_answer("x");
  answer.early_end = EarlyEnd{.ending = Ending::close, .head = EarlyEnd::Head::withheld};
  EXPECT_EQ(written(answer).head, "");
  EXPECT_EQ(written(answer).delivery.end, Delivery::End::closed);
}

TEST(ThreadsAnswerWriter, StallsUntilTheClientLeaves) {
  ChannelPair pair;
  Answer stream = stream_of({"abc", "def"});
  stream.early_end = EarlyEnd{.ending = Ending::stall, .after_bytes = 3};
  std::thread client([&pair] {
    while (pair.client_hears().empty()) std::this_thread::yield();
    pair.client_leaves();
  });
  EXPECT_EQ(AnswerWriter(pair.server(), {}).write(stream),
            (Delivery{.end = Delivery::End::abandoned, .body_bytes = 3}));
  client.join();
}

TEST(ThreadsAnswerWriter, NoticesThatTheClientLeftBetweenFrames) {
  ChannelPair pair;
  std::thread client([&pair] {
    while (pair.client_hears().empty()) std::this_thread::yield();
    pair.client_leaves();
  });
  Delivery const delivery = AnswerWriter(pair.server(), {}).write(stream_of({"abc", "def"}, std::chrono::minutes(1)));
  EXPECT_EQ(delivery, (Delivery{.end = Delivery::End::abandoned, .body_bytes = 3}));
  client.join();
}

TEST(ThreadsAnswerWriter, NoticesThatTheClientLeftDuringTheDelay) {
  ChannelPair pair;
  pair.client_leaves();
  Answer answer = text_answer("x");
  answer.delay = std::chrono::minutes(1);
  EXPECT_EQ(AnswerWriter(pair.server(), {}).write(answer).end, Delivery::End::abandoned);
}

TEST(ThreadsAnswerWriter, HoldsFramesUntilTheyAreLetOut) {
  ChannelPair pair;
  Answer stream = stream_of({"a", "b", "c"});
  stream.events->held_from = 1;
  stream.events->gate = std::make_shared<FrameGate>();
  std::thread server([&] { EXPECT_EQ(AnswerWriter(pair.server(), {}).write(stream).end, Delivery::End::whole); });
  std::string heard;
  while (heard.find("1\r\na\r\n") == std::string::npos) heard += pair.client_hears();
  EXPECT_EQ(pair.client_hears(), "");
  stream.events->gate->let_out(2);
  while (heard.find("1\r\nb\r\n") == std::string::npos) heard += pair.client_hears();
  EXPECT_EQ(heard.find('c', heard.find("\r\n\r\n")), std::string::npos);
  stream.events->gate->let_out(3);
  server.join();
  heard += pair.client_hears();
  EXPECT_TRUE(heard.ends_with("1\r\nc\r\n0\r\n\r\n")) << heard;
}

TEST(AnswerWriter, GivesUpOnAClientThatDoesNotRead) {
  ChannelPair pair(std::chrono::seconds(20), std::chrono::milliseconds(50));
  Clock::time_point const start = Clock::now();
  EXPECT_EQ(AnswerWriter(pair.server(), {}).write(text_answer(std::string(10'000'000, 'x'))).end,
            Delivery::End::abandoned);
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(10));
}

TEST(AnswerWriter, DoesNotCountTheTimeThatTheScenarioTakes) {
  constexpr std::chrono::milliseconds total(800);
  ChannelPair pair(std::chrono::seconds(20), total);
  Answer stream = stream_of({"a", "b", "c"});
  stream.events->between = total;
  EXPECT_EQ(AnswerWriter(pair.server(), {}).write(stream).end, Delivery::End::whole);
}

}  // namespace
}  // namespace mock_provider::http::answer_writer_test
