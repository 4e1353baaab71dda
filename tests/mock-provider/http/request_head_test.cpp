#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/http/request_reader.hpp"

namespace mock_provider::http::request_head_test {
namespace {

RequestHead parsed(std::string_view lines) {
  std::variant<RequestHead, Refusal> const result = request_head::parse(lines);
  if (RequestHead const* const head = std::get_if<RequestHead>(&result)) return *head;
  ADD_FAILURE() << std::get<Refusal>(result).message;
  return {};
}

BodyFraming framed(Headers headers) {
  std::variant<BodyFraming, Refusal> const result = request_head::framing_of({.headers = std::move(headers)});
  if (BodyFraming const* const framing = std::get_if<BodyFraming>(&result)) return *framing;
  ADD_FAILURE() << std::get<Refusal>(result).message;
  return {};
}

TEST(RequestHead, KeepsNamesValuesAndOrder) {
  EXPECT_EQ(parsed("POST /a?b=%20 HTTP/1.1\r\nX-B:  1 2\t\r\nx-a:\r\nX-B: \xC3\xBC\r\n"),
            (RequestHead{.method = "POST",
                         .target = "/a?b=%20",
                         .version = RequestHead::Version::http_1_1,
                         .headers = {{"X-B", "1 2"}, {"x-a", ""}, {"X-B", "\xC3\xBC"}}}));
  EXPECT_EQ(parsed("GET / HTTP/1.0\r\n").version, RequestHead::Version::http_1_0);
}

class RequestHeadMistakes : public testing::TestWithParam<char const*> {};

TEST_P(RequestHeadMistakes, AreRefused) {
  std::variant<RequestHead, Refusal> const result = request_head::parse(GetParam());
  ASSERT_TRUE(std::holds_alternative<Refusal>(result));
  EXPECT_EQ(std::get<Refusal>(result).status, 400);
  EXPECT_THAT(std::get<Refusal>(result).message, testing::StartsWith("The request cannot be read as HTTP/1.1. "));
}

INSTANTIATE_TEST_SUITE_P(All, RequestHeadMistakes,
                         testing::Values("", "HELLO\r\n", "GET /\r\n", "GET  HTTP/1.1\r\n", "G(T / HTTP/1.1\r\n",
                                         "GET /a b HTTP/1.1\r\n", "GET /\x01 HTTP/1.1\r\n", "GET / HTTP/2\r\n",
                                         "GET / HTTP/1.1\r\nx\r\n", "GET / HTTP/1.1\r\n: 1\r\n",
                                         "GET / HTTP/1.1\r\nx y: 1\r\n", "GET / HTTP/1.1\r\nx : 1\r\n",
                                         "GET / HTTP/1.1\r\n x: folded\r\n", "GET / HTTP/1.1\r\nx: 1\n\r\n"));

TEST(RequestFraming, IsNoneSizedOrChunked) {
  EXPECT_EQ(framed({}), BodyFraming{});
  EXPECT_EQ(framed({{"content-length", "0"}}), BodyFraming{});
  EXPECT_EQ(framed({{"Content-Length", "12"}}), (BodyFraming{.kind = BodyFraming::Kind::sized, .length = 12}));
  EXPECT_EQ(framed({{"Content-Length", "12"}, {"content-length", "12"}}).length, 12U);
  EXPECT_EQ(framed({{"transfer-encoding", "Chunked"}}), (BodyFraming{.kind = BodyFraming::Kind::chunked}));
}

class RequestFramingMistakes : public testing::TestWithParam<Headers> {};

TEST_P(RequestFramingMistakes, AreRefused) {
  EXPECT_TRUE(std::holds_alternative<Refusal>(request_head::framing_of({.headers = GetParam()})));
}

INSTANTIATE_TEST_SUITE_P(All, RequestFramingMistakes,
                         testing::Values(Headers{{"content-length", "1x"}}, Headers{{"content-length", ""}},
                                         Headers{{"content-length", "-1"}},
                                         Headers{{"content-length", "18446744073709551616"}},
                                         Headers{{"content-length", "1"}, {"content-length", "2"}},
                                         Headers{{"content-length", "1"}, {"transfer-encoding", "chunked"}},
                                         Headers{{"transfer-encoding", "gzip, chunked"}},
                                         Headers{{"transfer-encoding", "chunked"}, {"transfer-encoding", "chunked"}}));

TEST(RequestConnection, StaysOpenByDefault) {
  EXPECT_TRUE(request_head::keeps_connection({}));
  EXPECT_FALSE(request_head::keeps_connection({.headers = {{"connection", "x, Close"}}}));
  RequestHead old{.version = RequestHead::Version::http_1_0};
  EXPECT_FALSE(request_head::keeps_connection(old));
  old.headers = {{"Connection", "keep-alive"}};
  EXPECT_TRUE(request_head::keeps_connection(old));
}

}  // namespace
}  // namespace mock_provider::http::request_head_test
