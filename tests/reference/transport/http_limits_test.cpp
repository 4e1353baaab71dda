#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "prompty/core/error.hpp"
#include "prompty/transport/http_transport.hpp"
#include "reference/support/raised.hpp"
#include "support/raw_server.hpp"

namespace prompty::http_limits_test {
namespace {

constexpr char const* head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n";

HttpRequest post(RawServer const& server) {
  return {.method = "POST", .url = "http://" + server.address() + "/v1", .headers = {}, .body = "{}"};
}

RequestLimits within(std::chrono::milliseconds time) {
  return {.deadline = std::chrono::steady_clock::now() + time};
}

std::string rest_of(StreamedResponse const& response) {
  std::string text;
  while (std::optional<std::string> const block = response.body()) text += *block;
  return text;
}

TEST(HttpLimits, LeaveAnAnswerInTimeAlone) {
  RawServer const server(std::string(head) + "abcde", AfterBytes::close);
  EXPECT_EQ(rest_of(HttpTransport().stream_within(post(server), within(std::chrono::seconds(30)))), "abcde");
}

TEST(HttpLimits, LeaveAnAnswerWithoutABodyAlone) {
  RawServer const server("HTTP/1.1 204 No Content\r\nX-A: b\r\n\r\n", AfterBytes::close);
  StreamedResponse const response = HttpTransport().stream_within(post(server), within(std::chrono::seconds(30)));
  EXPECT_EQ(response.status, 204);
  EXPECT_EQ(find_header(response.headers, "x-a"), "b");
  EXPECT_EQ(rest_of(response), "");
}

TEST(HttpLimits, EndTheWaitForAHead) {
  RawServer const server("", AfterBytes::hold);
  EXPECT_THAT(raised<ConnectionError>([&] {
                static_cast<void>(HttpTransport().stream_within(post(server), within(std::chrono::milliseconds(50))));
              }),
              testing::EndsWith("the time limit of the request is over"));
}

TEST(HttpLimits, EndTheWaitForTheRestOfABody) {
  RawServer const server(std::string(head) + "ab", AfterBytes::hold);
  StreamedResponse const response = HttpTransport().stream_within(post(server), within(std::chrono::seconds(1)));
  EXPECT_THAT(raised<ConnectionError>([&] { rest_of(response); }), testing::EndsWith("the request is over"));
}

TEST(HttpLimits, EndWhenSomebodyAsksToStop) {
  RawServer const server(std::string(head) + "ab", AfterBytes::hold);
  RequestLimits const limits;
  StreamedResponse const response = HttpTransport().stream_within(post(server), limits);
  std::thread impatient([&] { limits.cancellation.request(); });
  EXPECT_THAT(raised<CancelledError>([&] { rest_of(response); }), testing::HasSubstr("was cancelled"));
  impatient.join();
}

class WholeTransport final : public Transport {
 public:
  [[nodiscard]] HttpResponse send(HttpRequest const&) const override { return {.status = 200, .body = "x"}; }
};

TEST(HttpLimits, AreNoticedBetweenThePiecesOfAnyTransport) {
  HttpRequest const request{.method = "GET", .url = "http://e", .headers = {}, .body = ""};
  RequestLimits const limits;
  StreamedResponse const response = WholeTransport().stream_within(request, limits);
  EXPECT_EQ(response.body(), "x");
  limits.cancellation.request();
  raised<CancelledError>([&] { static_cast<void>(response.body()); });
  raised<ConnectionError>(
      [&] { static_cast<void>(WholeTransport().stream_within(request, within(std::chrono::milliseconds(-1)))); });
}

}  // namespace
}  // namespace prompty::http_limits_test
