#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/transport/http_transport.hpp"
#include "reference/support/certificate.hpp"
#include "reference/support/local_server.hpp"
#include "reference/support/raised.hpp"
#include "support/memory_limit.hpp"
#include "support/raw_server.hpp"
#include "support/sanitizers.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::http_bounds_test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::chrono::seconds soon(8);

HttpRequest post(std::string url) {
  return {.method = "POST", .url = std::move(url), .headers = {}, .body = "{}"};
}

HttpRequest post(RawServer const& server) {
  return post("http://" + server.address() + "/v1");
}

std::string answer(std::string const& headers, std::string const& body) {
  return "HTTP/1.1 200 OK\r\n" + headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// What is received of a body until it ends or breaks off.
std::string rest_of(StreamedResponse const& response, std::string& text) {
  return raised<AnswerLimitError>([&] {
    while (std::optional<std::string> const block = response.body()) text += *block;
  });
}

std::string problem_of_whole(HttpOptions const& options, HttpRequest const& request) {
  return raised<AnswerLimitError>([&] { static_cast<void>(HttpTransport(options).send(request)); });
}

std::string problem_of_stream(HttpOptions const& options, HttpRequest const& request) {
  return raised<AnswerLimitError>([&] {
    StreamedResponse const response = HttpTransport(options).stream(request);
    while (response.body()) {
    }
  });
}

TEST(HttpBounds, LetThroughWhatFitsExactly) {
  RawServer const server(answer("", std::string(1000, 'x')), AfterBytes::close);
  EXPECT_EQ(HttpTransport({.max_answer_bytes = 1000}).send(post(server)).body.size(), 1000U);
}

TEST(HttpBounds, EndABodyThatIsTooLong) {
  RawServer const server(answer("", std::string(1001, 'x')), AfterBytes::close);
  HttpRequest const request = post(server);
  EXPECT_EQ(problem_of_whole({.max_answer_bytes = 1000}, request),
            "The answer of " + request.url +
                " has more than 1000 bytes; raise max_answer_bytes (--max-answer-bytes), or request less");
}

TEST(HttpBounds, EndABodyInChunksThatIsTooLong) {
  RawServer const server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n",
                         AfterBytes::close);
  EXPECT_THAT(problem_of_whole({.max_answer_bytes = 5}, post(server)), HasSubstr("has more than 5 bytes"));
}

TEST(HttpBounds, EndABodyWithoutALengthThatIsTooLong) {
  RawServer const server("HTTP/1.1 200 OK\r\n\r\n" + std::string(6, 'x'), AfterBytes::close);
  EXPECT_THAT(problem_of_whole({.max_answer_bytes = 5}, post(server)), HasSubstr("has more than 5 bytes"));
}

TEST(HttpBounds, HoldForAnAnswerThatIsReadInPieces) {
  RawServer const server(answer("Content-Type: application/json\r\n", "abcdef"), AfterBytes::close);
  EXPECT_THAT(problem_of_stream({.max_answer_bytes = 5}, post(server)), HasSubstr("raise max_answer_bytes"));
}

/// 100,000 zeros, compressed by gzip into 132 bytes.
std::string bomb() {
  constexpr std::string_view start =
      "1f8b0800000000000203edc13101000000c2a0f54f6d0d0fa000000000000000000000000000000000000000000000000000000000";
  constexpr std::string_view end = "8057037d9511d4a0860100";
  constexpr std::size_t size = 132;
  std::string hexadecimal(start);
  hexadecimal.append(2 * size - start.size() - end.size(), '0').append(end);
  std::string bytes;
  for (std::size_t at = 0; at < hexadecimal.size(); at += 2) {
    bytes += static_cast<char>(std::stoi(hexadecimal.substr(at, 2), nullptr, 16));
  }
  return bytes;
}

TEST(HttpBounds, CountWhatABodyIsAfterDecompression) {
  std::string const packed = answer("Content-Encoding: gzip\r\n", bomb());
  {
    RawServer const server(packed, AfterBytes::close);
    EXPECT_EQ(HttpTransport({.max_answer_bytes = 100'000}).send(post(server)).body, std::string(100'000, '\0'));
  }
  RawServer const server(packed, AfterBytes::close);
  EXPECT_THAT(problem_of_whole({.max_answer_bytes = 99'999}, post(server)), HasSubstr("has more than 99999 bytes"));
}

TEST(HttpBounds, HoldForHeaders) {
  std::string headers;
  for (int at = 0; at < 100; ++at) headers += "X-Filling-" + std::to_string(at) + ": " + std::string(100, 'x') + "\r\n";
  RawServer const server(answer(headers, "a"), AfterBytes::close);
  HttpRequest const request = post(server);
  EXPECT_EQ(problem_of_whole({.max_header_bytes = 10'000}, request),
            "No answer from " + request.url +
                ": its headers have more than 10000 bytes; raise max_header_bytes, or have the server send fewer");
}

TEST(HttpBounds, LeaveHeadersAloneThatFit) {
  std::string const head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n";
  {
    RawServer const server(head + "a", AfterBytes::close);
    EXPECT_EQ(HttpTransport({.max_header_bytes = head.size()}).send(post(server)).body, "a");
  }
  RawServer const server(head + "a", AfterBytes::close);
  EXPECT_THAT(problem_of_stream({.max_header_bytes = head.size() - 1}, post(server)),
              HasSubstr("raise max_header_bytes"));
}

/// Long enough for a regular expression to run out of stack, as it does for a status line.
std::string const long_line(200'000, 'x');

TEST(HttpBounds, HoldForTheStatusLine) {
  RawServer const server("HTTP/1.1 200 " + long_line + "\r\nContent-Length: 0\r\n\r\n", AfterBytes::close);
  HttpRequest const request = post(server);
  EXPECT_EQ(problem_of_whole({}, request), "No answer from " + request.url +
                                               ": its status line, a header, or the line before a chunk has more than "
                                               "8192 bytes; have the server send shorter ones");
}

TEST(HttpBounds, HoldForAHeaderOfItsOwn) {
  RawServer const server(answer("X-Filling: " + long_line + "\r\n", "a"), AfterBytes::close);
  EXPECT_THAT(problem_of_whole({}, post(server)), HasSubstr("a header"));
}

TEST(HttpBounds, HoldForWhatStandsBetweenChunks) {
  RawServer const server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + long_line + "\r\na\r\n0\r\n\r\n",
                         AfterBytes::close);
  EXPECT_THAT(problem_of_whole({}, post(server)), HasSubstr("the line before a chunk"));
}

TEST(HttpBounds, HoldForHeadersBehindTls) {
  prompty_tests::TemporaryFolder const folder;
  TestCertificate const certificate;
  LocalServer<httplib::SSLServer> local(certificate.certificate(), certificate.key());
  local.server.Post("/v1", [](httplib::Request const&, httplib::Response& response) {
    response.set_header("X-Filling", std::string(2000, 'x'));
    response.set_content(std::string(50'000, 'a'), "text/plain");
  });
  local.start();
  HttpRequest const request = post("https://" + local.address() + "/v1");
  HttpOptions options{.certificate_authorities = folder.write("ca.pem", certificate.pem())};
  EXPECT_EQ(HttpTransport(options).send(request).body, std::string(50'000, 'a'));
  options.max_answer_bytes = 49'999;
  EXPECT_THAT(problem_of_whole(options, request), HasSubstr("has more than 49999 bytes"));
  options.max_header_bytes = 1000;
  EXPECT_THAT(problem_of_whole(options, request), HasSubstr("its headers have more than 1000 bytes"));
}

TEST(HttpBounds, OfAStreamCountAllOfIt) {
  RawServer const server(answer("Content-Type: text/event-stream\r\n", std::string(5000, '\n')), AfterBytes::close);
  HttpRequest const request = post(server);
  StreamedResponse const response = HttpTransport({.max_answer_bytes = 10, .max_stream_bytes = 4999}).stream(request);
  std::string text;
  EXPECT_EQ(rest_of(response, text),
            "The stream of " + request.url +
                " has more than 4999 bytes; raise max_stream_bytes (--max-stream-bytes), or request less");
}

TEST(HttpBounds, OfAStreamAreNotThoseOfAnAnswer) {
  std::string const bytes = answer("Content-Type: text/event-stream\r\n", std::string(5000, '\n'));
  {
    RawServer const server(bytes, AfterBytes::close);
    HttpTransport const transport({.max_answer_bytes = 10, .max_event_bytes = 20, .max_stream_bytes = 5000});
    StreamedResponse const response = transport.stream(post(server));
    EXPECT_EQ(response.max_event_bytes, 20U);
    std::string text;
    while (std::optional<std::string> const block = response.body()) text += *block;
    EXPECT_EQ(text.size(), 5000U);
  }
  // Read as a whole it has to fit as one.
  RawServer const server(bytes, AfterBytes::close);
  EXPECT_THAT(problem_of_whole({.max_answer_bytes = 10}, post(server)), HasSubstr("raise max_answer_bytes"));
}

/// Sends bytes one by one until the client is gone, so that something always comes and nothing ever ends.
class EndlessServer {
 public:
  EndlessServer() {
    local_.server.Post("/v1", [](httplib::Request const&, httplib::Response& response) {
      response.set_chunked_content_provider("text/event-stream",
                                            [](std::size_t, httplib::DataSink& sink) { return sink.write("\n", 1); });
    });
    local_.start();
  }
  [[nodiscard]] std::string url() const { return "http://" + local_.address() + "/v1"; }

 private:
  LocalServer<httplib::Server> local_;
};

std::string within(std::string const& url) {
  return "No answer from " + url +
         ": it was not complete within 0.3 seconds; raise total_timeout (--total-timeout), or request less";
}

HttpOptions hurried() {
  return {.total_timeout = std::chrono::milliseconds(300)};
}

TEST(HttpDeadline, EndsAnAnswerThatDripsWithoutEnd) {
  EndlessServer const server;
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(problem_of_whole(hurried(), post(server.url())), within(server.url()));
  EXPECT_LT(std::chrono::steady_clock::now() - start, soon);
}

TEST(HttpDeadline, EndsAStreamThatDripsWithoutEnd) {
  EndlessServer const server;
  EXPECT_EQ(problem_of_stream(hurried(), post(server.url())), within(server.url()));
}

TEST(HttpDeadline, EndsTheWaitForAHead) {
  RawServer const server("HTTP/1.1 200 OK\r\n", AfterBytes::hold);
  EXPECT_EQ(problem_of_whole(hurried(), post(server)), within(post(server).url));
}

TEST(HttpDeadline, EndsAHandshake) {
  RawServer const server("", AfterBytes::hold);
  std::string const url = "https://" + server.address() + "/v1";
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(problem_of_whole(hurried(), post(url)), within(url));
  EXPECT_LT(std::chrono::steady_clock::now() - start, soon);
}

TEST(HttpDeadline, LeavesTheLimitsOfARequestAlone) {
  RawServer const server("", AfterBytes::hold);
  RequestLimits const limits{.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50)};
  EXPECT_THAT(
      raised<ConnectionError>([&] { static_cast<void>(HttpTransport(hurried()).stream_within(post(server), limits)); }),
      AllOf(StartsWith("No answer from "), EndsWith("the time limit of the request is over")));
}

TEST(HttpDeadline, MayBeLeftOut) {
  RawServer const server(answer("", "a"), AfterBytes::close);
  EXPECT_EQ(HttpTransport({.total_timeout = std::nullopt}).send(post(server)).body, "a");
}

TEST(HttpDeadline, MayBeBeyondTheClock) {
  RawServer const server(answer("", "a"), AfterBytes::close);
  EXPECT_EQ(HttpTransport({.total_timeout = std::chrono::milliseconds::max()}).send(post(server)).body, "a");
}

TEST(HttpBounds, EndInAnErrorWhereMemoryDoes) {
  if (prompty_tests::has_sanitizer) return;
  constexpr std::size_t megabyte = 1'000'000;
  RawServer const server(answer("", std::string(120 * megabyte, 'x')), AfterBytes::hold);
  HttpOptions const options{.max_answer_bytes = 1000 * megabyte};
  prompty_tests::MemoryLimit const limit(60 * megabyte);
  EXPECT_THAT(raised<AnswerLimitError>([&] { static_cast<void>(HttpTransport(options).send(post(server))); }),
              HasSubstr("there is not enough memory for it"));
}

TEST(HttpBounds, AreNamedWithoutTheSecretsOfTheUrl) {
  RawServer const server(answer("", std::string(2000, 'x')), AfterBytes::close);
  EXPECT_THAT(problem_of_whole({.max_answer_bytes = 1000}, post("http://" + server.address() + "/v1?api-key=abcdefgh")),
              AllOf(HasSubstr("more than 1000 bytes"), HasSubstr("api-key=[REDACTED]")));
}

}  // namespace
}  // namespace prompty::http_bounds_test
