#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <array>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "mock-provider/server.hpp"
#include "mock-provider/support/chat.hpp"
#include "mock-provider/support/raw_socket.hpp"
#include "support/random_text.hpp"

// A hundred thousand requests that are nearly sound: what is wrong with them sits in the JSON, in the headers, in the
// chunks or in the framing.
namespace mock_provider::hostile_requests_test {
namespace {

using mock_provider_tests::RawSocket;
using prompty_tests::mutated;
using prompty_tests::pick;
using prompty_tests::Random;

constexpr int connections = 10'000;
constexpr int requests_of_a_connection = 10;

class Mutator {
 public:
  /// Wrong in every part, but so framed that the next request can be told.
  std::string framed_request() {
    std::string const body =
        random_() % 4 == 0 ? mutated(sound_body(), random_, fragments) : mutated_value(sound_body());
    std::string const head = pick(random_, request_lines) + pick(random_, headers) + pick(random_, headers);
    if (random_() % 3 != 0) return head + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    return head + "Transfer-Encoding: chunked\r\n\r\n" + chunked(body);
  }

  /// Wrong anywhere: what follows may be taken for a part of it.
  std::string broken_request() { return mutated(framed_request(), random_, fragments); }

 private:
  static constexpr std::array<char const*, 8> request_lines{
      "POST /s/v1/chat/completions HTTP/1.1\r\n", "POST /v1/messages HTTP/1.1\r\n",
      "POST /v1/embeddings?a=%zz HTTP/1.1\r\n",   "POST /v1/responses HTTP/1.1\r\n",
      "POST /v1/images/generations HTTP/1.1\r\n", "PUT /_mock/scenarios/t HTTP/1.1\r\n",
      "PATCH /%00/../\xFF HTTP/1.1\r\n",          "GET /v1/models/%41%4 HTTP/1.1\r\n"};
  static constexpr std::array<char const*, 8> headers{"Authorization: Bearer k\r\n",
                                                      "x-api-key: \xC3\x28\r\n",
                                                      "anthropic-version: 2023-06-01\r\n",
                                                      "Content-Type: application/json; charset=\r\n",
                                                      "Range: bytes=9-0,-\r\n",
                                                      "Content-Encoding: identity\r\n",
                                                      "Expect: 100-continue\r\n",
                                                      "Accept-Encoding: gzip\r\n"};
  static constexpr std::array<char const*, 14> fragments{"\r\n",
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
                                                         "\"stream\":true,",
                                                         "../",
                                                         "\xF0\x9F"};

  static std::string sound_body() {
    return R"({"model":"gpt-4o","stream":false,"messages":[{"role":"user","content":[{"type":"text","text":"ü \ud83d\ude00"}]}],)"
           R"("tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"input":["a"],"prompt":"p","max_tokens":5})";
  }

  /// Another value where one was, so that it often stays JSON.
  std::string mutated_value(std::string body) {
    constexpr std::array<char const*, 8> values{"null", "-1e999", "[]", "{}", "\"\"", "1e3", "true", "[[{\"a\":0}]]"};
    std::size_t const colon = body.find(':', random_() % body.size());
    if (colon == std::string::npos) return body;
    std::size_t const end = body.find_first_of(",}]", colon);
    return body.replace(colon + 1, end - colon - 1, pick(random_, values));
  }

  std::string chunked(std::string const& body) {
    constexpr std::array<char, 16> digits{'0', '1', '2', '3', '4', '5', '6', '7',
                                          '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    std::string result;
    for (std::size_t at = 0; at < body.size();) {
      std::size_t const size = std::min(body.size() - at, 1 + random_() % 15);
      result += std::string(1, digits[size]) + "\r\n" + body.substr(at, size) + "\r\n";
      at += size;
    }
    return result + "0\r\n\r\n";
  }

  Random random_{20'241'122};
};

/// What a leak would make grow.
struct Footprint {
  std::size_t heap_bytes = 0;
  std::ptrdiff_t descriptors = 0;
  std::ptrdiff_t threads = 0;
};

std::ptrdiff_t entries_of(char const* folder) {
  std::filesystem::directory_iterator const entries(folder);
  return std::distance(begin(entries), end(entries));
}

Footprint footprint() {
  return {.heap_bytes = mallinfo2().uordblks,
          .descriptors = entries_of("/proc/self/fd"),
          .threads = entries_of("/proc/self/task")};
}

TEST(HttpHostileRequests, AHundredThousandDoNoHarm) {
  ServerOptions options;
  options.journal_capacity = 100;
  Server server(options);
  server.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "x"}, "repeat": "always"}]})"));
  Mutator mutator;
  Footprint early;
  std::size_t answers = 0;
  for (int connection = 0; connection < connections; ++connection) {
    if (connection == connections / 2) early = footprint();
    RawSocket const socket(server.port());
    ASSERT_TRUE(socket.is_connected());
    std::string bytes;
    for (int request = 1; request < requests_of_a_connection; ++request) bytes += mutator.framed_request();
    socket.send(bytes + mutator.broken_request());
    socket.finish_sending();
    std::string const heard = socket.read_to_end();
    ASSERT_TRUE(heard.starts_with("HTTP/1.1 ")) << heard;
    for (std::size_t at = heard.find("HTTP/1.1 "); at != std::string::npos; at = heard.find("HTTP/1.1 ", at + 1))
      ++answers;
  }
  Footprint const late = footprint();
  EXPECT_GT(answers, static_cast<std::size_t>(connections) * (requests_of_a_connection - 2));
  EXPECT_LT(late.heap_bytes, early.heap_bytes + 4'000'000);
  EXPECT_LE(late.descriptors, early.descriptors + 4);
  EXPECT_LE(late.threads, early.threads + 4);
  httplib::Result const health = mock_provider_tests::get(server.port(), "/_mock/health");
  ASSERT_TRUE(health);
  EXPECT_EQ(health->status, 200);
}

}  // namespace
}  // namespace mock_provider::hostile_requests_test
