#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "mock-provider/support/chat.hpp"
#include "mock-provider/support/raw_socket.hpp"
#include "support/random_text.hpp"

namespace mock_provider::hostile_bytes_test {
namespace {

using mock_provider_tests::RawSocket;
using prompty_tests::Random;

std::string sound_bytes() {
  std::string const body = json_text::dump(mock_provider_tests::sound_request());
  return "POST /s/v1/chat/completions?a=b HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer "
         "k\r\n"
         "Content-Type: application/json\r\nRange: bytes=0-9\r\nExpect: 100-continue\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

constexpr std::string_view fragments[] = {"\r\n",
                                          "\r\n\r\n",
                                          "%00",
                                          "Content-Length: 18446744073709551615\r\n",
                                          "Transfer-Encoding: chunked\r\n",
                                          "\xFF",
                                          "{",
                                          "[[[[",
                                          "\"",
                                          " HTTP/1.1",
                                          "multipart/form-data; boundary=x",
                                          "bytes=9-0,-",
                                          "../"};

class HttpHostileBytes : public testing::Test {
 protected:
  void expect_healthy() const {
    httplib::Result const health = mock_provider_tests::get(server.port(), "/_mock/health");
    ASSERT_TRUE(health);
    EXPECT_EQ(health->status, 200);
  }

  /// What comes back for bytes after which the server closes.
  std::string answer_to(std::string const& bytes) const {
    RawSocket const socket(server.port());
    EXPECT_TRUE(socket.is_connected());
    socket.send(bytes);
    return socket.read_to_end();
  }

  /// What comes back at first, for bytes that may leave the server waiting for more: it is told soon that none will
  /// come.
  std::string first_answer_to(std::string const& bytes) const {
    RawSocket const socket(server.port());
    EXPECT_TRUE(socket.is_connected());
    socket.send(bytes);
    static_cast<void>(socket.receives_items_within(std::chrono::milliseconds(5)));
    socket.finish_sending();
    return socket.read_to_end();
  }

  Server server{ServerOptions{}};
};

TEST_F(HttpHostileBytes, AreAnsweredOrClosedThousandsOfTimes) {
  server.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "x"}, "repeat": "always"}]})"));
  Random random(20'240'607);
  int answered = 0;
  for (int round = 0; round < 1000; ++round) {
    std::string const answer = first_answer_to(prompty_tests::mutated(sound_bytes(), random, fragments));
    if (!answer.empty()) ++answered;
    ASSERT_TRUE(answer.empty() || answer.starts_with("HTTP/1.1 ")) << answer;
  }
  EXPECT_GT(answered, 300);
  expect_healthy();
}

TEST_F(HttpHostileBytes, OfPureNoiseDoNoHarm) {
  Random random(7);
  for (int round = 0; round < 300; ++round) {
    std::string noise(random() % 2000, '\0');
    for (char& byte : noise) byte = static_cast<char>(random() % 256);
    static_cast<void>(first_answer_to(noise));
  }
  expect_healthy();
}

TEST_F(HttpHostileBytes, InALongPathAreAnswered) {
  std::string const path = "/" + std::string(8000, 'a');
  EXPECT_THAT(answer_to("POST " + path + " HTTP/1.1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
              testing::StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(answer_to("GET " + path + path + " HTTP/1.1\r\n\r\n"), testing::StartsWith("HTTP/1.1 414"));
  expect_healthy();
}

TEST_F(HttpHostileBytes, InALongRangeAreAnswered) {
  std::string ranges = "bytes=1-2";
  while (ranges.size() < 8000) ranges += ",1-2";
  EXPECT_THAT(answer_to("GET /v1/models HTTP/1.1\r\nConnection: close\r\nRange: " + ranges + "\r\n\r\n"),
              testing::StartsWith("HTTP/1.1 "));
  expect_healthy();
}

TEST_F(HttpHostileBytes, OfDeepJsonAreRefused) {
  std::string const body(1'000'000, '[');
  std::string const answer = answer_to("POST /v1/chat/completions HTTP/1.1\r\nConnection: close\r\nContent-Length: " +
                                       std::to_string(body.size()) + "\r\n\r\n" + body);
  EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer, testing::HasSubstr("200 levels"));
  expect_healthy();
}

TEST_F(HttpHostileBytes, ThatAreNoHttpAreRefusedInTheProvidersShape) {
  std::string const answer = answer_to("HELLO\r\n\r\n");
  EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(answer, testing::HasSubstr(R"({"error":{"message":"The request cannot be read as HTTP/1.1. )"));
}

TEST_F(HttpHostileBytes, AfterAGetAreNotTakenForTheNextRequest) {
  std::string const answer =
      answer_to("GET /v1/models HTTP/1.1\r\nContent-Length: 36\r\n\r\nDELETE /_mock/scenarios/s HTTP/1.1\r\n\r\n");
  EXPECT_THAT(answer, testing::StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(answer.find("HTTP/1.1", 8), std::string::npos);
}

TEST_F(HttpHostileBytes, ThatEndTooEarlyAreNoRequest) {
  static_cast<void>(first_answer_to("POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 10\r\n\r\n{}"));
  expect_healthy();
  EXPECT_THAT(server.requests("default"), testing::IsEmpty());
}

}  // namespace
}  // namespace mock_provider::hostile_bytes_test
