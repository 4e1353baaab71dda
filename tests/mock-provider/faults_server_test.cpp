#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "mock-provider/support/chat.hpp"
#include "mock-provider/support/raw_socket.hpp"

namespace mock_provider::faults_server_test {
namespace {

using mock_provider_tests::RawSocket;
using std::chrono::milliseconds;
using testing::HasSubstr;

/// What ends a stream that ends well.
constexpr std::string_view last_chunk = "\r\n0\r\n\r\n";

/// What is behind the head of an answer.
std::string after_head(std::string const& answer) {
  std::size_t const end = answer.find("\r\n\r\n");
  return end == std::string::npos ? "" : answer.substr(end + 4);
}

class HttpFaults : public testing::Test {
 protected:
  /// Has the mock answer the next request so, and asks.
  RawSocket requested(char const* respond) {
    server.put_scenario("s", {{"steps", Json::array({{{"respond", Json::parse(respond)}}})}});
    Json question = mock_provider_tests::sound_request();
    if (std::string_view(respond).find("chunks") != std::string_view::npos) question["stream"] = true;
    std::string const body = json_text::dump(question);
    ++requested_;
    RawSocket socket(server.port());
    socket.send("POST /s/chat/completions HTTP/1.1\r\nAuthorization: Bearer k\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
    return socket;
  }

  /// How much of the answer's body the journal says was sent when the client went, once it says so.
  std::size_t aborted_after() const {
    for (;;) {
      std::vector<JournalEntry> const entries = server.requests("s");
      if (entries.size() == requested_ && entries.back().aborted_after_bytes)
        return *entries.back().aborted_after_bytes;
      std::this_thread::yield();
    }
  }

  Server server{ServerOptions{}};

 private:
  std::size_t requested_ = 0;
};

TEST_F(HttpFaults, CutStreamsInOrderWithoutTheirLastChunk) {
  std::string const answer =
      requested(R"({"chunks": [{"a": 1}, {"b": 2}], "fault": {"kind": "cut", "afterFrames": 1}})").read_to_end();
  EXPECT_EQ(after_head(answer), "f\r\ndata: {\"a\":1}\n\n\r\n");
}

TEST_F(HttpFaults, ResetTheConnection) {
  for (char const* const respond : {R"({"fault": {"kind": "cut", "afterBytes": 5, "end": "reset"}})",
                                    R"({"chunks": [1, 2], "fault": {"kind": "cut", "afterFrames": 1, "end": "reset"}})",
                                    R"({"fault": {"kind": "silence", "end": "reset"}})"}) {
    EXPECT_TRUE(requested(respond).is_reset_at_the_end()) << respond;
  }
  EXPECT_FALSE(requested(R"({"fault": {"kind": "cut", "afterBytes": 5}})").is_reset_at_the_end());
}

TEST_F(HttpFaults, CloseWithoutAnAnswer) {
  EXPECT_EQ(requested(R"({"fault": {"kind": "silence", "end": "close"}})").read_to_end(), "");
}

TEST_F(HttpFaults, StaySilentUntilTheClientGoes) {
  {
    RawSocket const socket = requested(R"({"fault": {"kind": "silence"}})");
    EXPECT_FALSE(socket.receives_items_within(milliseconds(100)));
  }
  EXPECT_EQ(aborted_after(), 0U);
}

TEST_F(HttpFaults, StallInTheMiddleUntilTheClientGoes) {
  {
    RawSocket const socket = requested(R"({"chunks": [1, 2], "fault": {"kind": "stall", "afterFrames": 1}})");
    EXPECT_THAT(socket.read_until("data: 1\n\n\r\n"), HasSubstr("\r\n9\r\ndata: 1\n\n\r\n"));
    EXPECT_FALSE(socket.receives_items_within(milliseconds(50)));
  }
  EXPECT_EQ(aborted_after(), 9U);
}

TEST_F(HttpFaults, DripAByteAtATime) {
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  std::string const answer =
      requested(R"({"body": "0123456789", "fault": {"kind": "drip", "bytes": 4, "everyMs": 20}})")
          .read_until(last_chunk);
  EXPECT_EQ(after_head(answer), "4\r\n\"012\r\n4\r\n3456\r\n4\r\n789\"\r\n0\r\n\r\n");
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(40));
}

TEST_F(HttpFaults, SplitCharactersAndLineEnds) {
  EXPECT_THAT(requested(R"({"chunks": ["ü"], "fault": {"kind": "split"}})").read_until(last_chunk),
              HasSubstr("8\r\ndata: \"\xC3\r\n"));
  EXPECT_THAT(requested(R"({"chunks": [1], "fault": {"kind": "split", "inside": "lineEnd"}})").read_until(last_chunk),
              HasSubstr("8\r\ndata: 1\r\r\n2\r\n\n\r\r\n"));
}

TEST_F(HttpFaults, PutAnErrorIntoTheStreamOfEachProvider) {
  std::string const respond = R"({"chunks": [1, 2], "fault": {"kind": "errorEvent"}})";
  EXPECT_THAT(requested(respond.c_str()).read_until(last_chunk),
              testing::AllOf(HasSubstr("data: 1\n\ndata: {\"error\":{"), testing::EndsWith("\r\n0\r\n\r\n")));
  server.put_scenario("s", {{"steps", Json::array({{{"respond", Json::parse(respond)}}})}});
  Json streaming = mock_provider_tests::sound_request();
  streaming["stream"] = true;
  httplib::Result const result = mock_provider_tests::post(server.port(), "/s/v1/messages", streaming);
  ASSERT_TRUE(result);
  EXPECT_THAT(result->body, HasSubstr("event: error\ndata: {\"type\":\"error\""));
}

TEST_F(HttpFaults, SendHugeBodies) {
  server.put_scenario("s",
                      Json::parse(R"({"steps": [{"respond": {"fault": {"kind": "hugeBody", "bytes": 3000000}}}]})"));
  httplib::Result const result =
      mock_provider_tests::post(server.port(), "/s/v1/chat/completions", mock_provider_tests::sound_request());
  ASSERT_TRUE(result);
  EXPECT_EQ(result->body.size(), 3'000'000U);
  EXPECT_EQ(mock_provider_tests::json_of(result->body).at("object"), "chat.completion");
}

TEST_F(HttpFaults, LeaveTheNextRequestAlone) {
  server.put_scenario(
      "s", Json::parse(R"({"steps": [{"respond": {"fault": {"kind": "cut"}}}, {"respond": {"text": "x"}}]})"));
  EXPECT_FALSE(mock_provider_tests::post(server.port(), "/s/chat/completions", mock_provider_tests::sound_request()));
  EXPECT_TRUE(mock_provider_tests::post(server.port(), "/s/chat/completions", mock_provider_tests::sound_request()));
}

TEST_F(HttpFaults, HoldFramesUntilTheyAreLetOut) {
  RawSocket const socket = requested(R"({"chunks": [1, 2], "hold": 1})");
  EXPECT_THAT(socket.read_until("data: 1\n\n\r\n"), HasSubstr("\r\n9\r\ndata: 1\n\n\r\n"));
  EXPECT_FALSE(socket.receives_items_within(milliseconds(50)));
  server.let_out("s", 2);
  EXPECT_EQ(socket.read_until("data: 2\n\n\r\n"), "9\r\ndata: 2\n\n\r\n");
  EXPECT_FALSE(socket.receives_items_within(milliseconds(50)));
  httplib::Client client("127.0.0.1", server.port());
  EXPECT_EQ(client.Post("/_mock/scenarios/s/frames?count=3")->status, 200);
  EXPECT_THAT(socket.read_until(last_chunk), testing::EndsWith("data: [DONE]\n\n\r\n0\r\n\r\n"));
  EXPECT_EQ(client.Post("/_mock/scenarios/s/frames")->status, 400);
  EXPECT_EQ(client.Post("/_mock/scenarios/t/frames?count=1")->status, 404);
}

TEST(HttpServerStop, EndsOpenStreamsAtOnce) {
  Server server{ServerOptions{}};
  server.put_scenario("s", Json::parse(R"({"steps": [
    {"respond": {"chunks": [1, 2], "chunkDelayMs": 60000}}, {"respond": {"chunks": [1], "hold": 0}},
    {"respond": {"fault": {"kind": "silence"}}}, {"respond": {"text": "x", "fault": {"kind": "stall"}}}]})"));
  Json question = mock_provider_tests::sound_request();
  question["stream"] = true;
  std::string const body = json_text::dump(question);
  std::string const request =
      "POST /s/chat/completions HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  std::vector<std::unique_ptr<RawSocket>> sockets;
  for (int client = 0; client < 4; ++client) {
    sockets.push_back(std::make_unique<RawSocket>(server.port()));
    sockets.back()->send(request);
  }
  while (server.requests("s").size() < 4) std::this_thread::yield();
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  server.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - start, mock_provider_tests::at_once);
}

}  // namespace
}  // namespace mock_provider::faults_server_test
