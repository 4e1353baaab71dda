#include "mock-provider/http/request_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <optional>
#include <thread>

#include "mock-provider/support/channel_pair.hpp"
#include "support/memory_limit.hpp"
#include "support/sanitizers.hpp"

namespace mock_provider::http::request_reader_test {
namespace {

using mock_provider_tests::ChannelPair;

constexpr ReadLimits limits{.head_bytes = 1'000, .body_bytes = 100};

using Next = std::variant<IncomingRequest, Refusal, NoRequest>;

/// What is read first when the client sends this and nothing more.
Next first_of(std::string_view bytes, ReadLimits const& bounds = limits) {
  ChannelPair pair;
  pair.client_sends(bytes);
  pair.client_finishes_sending();
  return RequestReader(pair.server(), bounds).next();
}

std::optional<std::string> body_of(Next const& next) {
  IncomingRequest const* const incoming = std::get_if<IncomingRequest>(&next);
  return incoming == nullptr ? std::nullopt : std::optional<std::string>(incoming->request.body);
}

int status_of(Next const& next) {
  Refusal const* const refusal = std::get_if<Refusal>(&next);
  return refusal == nullptr ? 0 : refusal->status;
}

TEST(RequestReader, ReadsOneRequestAfterTheOther) {
  ChannelPair pair;
  pair.client_sends("POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc\r\nGET /b HTTP/1.1\r\nConnection: close\r\n\r\n");
  pair.client_finishes_sending();
  RequestReader reader(pair.server(), limits);
  Next const first = reader.next();
  ASSERT_TRUE(std::holds_alternative<IncomingRequest>(first));
  EXPECT_EQ(std::get<IncomingRequest>(first).request.target, "/a");
  EXPECT_EQ(body_of(first), "abc");
  EXPECT_TRUE(std::get<IncomingRequest>(first).keeps_connection);
  Next const second = reader.next();
  ASSERT_TRUE(std::holds_alternative<IncomingRequest>(second));
  EXPECT_EQ(std::get<IncomingRequest>(second).request.target, "/b");
  EXPECT_FALSE(std::get<IncomingRequest>(second).keeps_connection);
  EXPECT_TRUE(std::holds_alternative<NoRequest>(reader.next()));
}

TEST(RequestReader, IsTheSameForEveryWayOfCuttingTheBytes) {
  std::string const bytes =
      "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: 1\r\n\r\nGET / "
      "HTTP/1.1\r\n\r\n";
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    ChannelPair pair;
    pair.client_sends(std::string_view(bytes).substr(0, cut));
    std::thread rest([&] {
      std::this_thread::yield();
      pair.client_sends(std::string_view(bytes).substr(cut));
      pair.client_finishes_sending();
    });
    RequestReader reader(pair.server(), limits);
    EXPECT_EQ(body_of(reader.next()), "abcde") << cut;
    EXPECT_EQ(body_of(reader.next()), "") << cut;
    rest.join();
  }
}

TEST(RequestReader, AsksForABodyThatTheClientHoldsBack) {
  ChannelPair pair;
  pair.client_sends("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
  pair.client_finishes_sending();
  EXPECT_EQ(status_of(RequestReader(pair.server(), limits).next()), 400);
  EXPECT_EQ(pair.client_hears(), "HTTP/1.1 100 Continue\r\n\r\n");
}

TEST(RequestReader, BoundsBodies) {
  std::string const hundred(100, 'a');
  EXPECT_EQ(body_of(first_of("POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n" + hundred)), hundred);
  EXPECT_EQ(status_of(first_of("POST / HTTP/1.1\r\nContent-Length: 101\r\n\r\n" + hundred + "a")), 413);
  EXPECT_EQ(
      body_of(first_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n" + hundred + "\r\n0\r\n\r\n")),
      hundred);
  EXPECT_EQ(status_of(first_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n" + hundred +
                               "\r\n1\r\na\r\n0\r\n\r\n")),
            413);
  EXPECT_EQ(status_of(first_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n")), 413);
}

TEST(RequestReader, BoundsHeads) {
  EXPECT_EQ(status_of(first_of("GET / HTTP/1.1\r\nx: " + std::string(1'000, 'a') + "\r\n\r\n")), 431);
  EXPECT_EQ(status_of(first_of("GET / HTTP/1.1\r\nx: " + std::string(2'000, 'a'))), 431);
  ReadLimits const roomy{.head_bytes = 100'000, .body_bytes = 1};
  EXPECT_EQ(status_of(first_of("GET /" + std::string(9'000, 'a'), roomy)), 414);
  EXPECT_EQ(body_of(first_of("GET /" + std::string(8'000, 'a') + " HTTP/1.1\r\n\r\n", roomy)), "");
}

class BrokenBodies : public testing::TestWithParam<char const*> {};

TEST_P(BrokenBodies, AreRefused) {
  EXPECT_EQ(status_of(first_of("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + std::string(GetParam()))),
            400);
}

INSTANTIATE_TEST_SUITE_P(All, BrokenBodies,
                         testing::Values("", "3", "x\r\n", "\r\n", "-1\r\n", "3\r\nab", "3\r\nabc",
                                         "3\r\nabcd\r\n0\r\n\r\n", "10000000000000000\r\n", "0\r\n", "0\r\nT: 1\r\n"));

TEST(RequestReader, GivesUpOnASilentClient) {
  ChannelPair pair(std::chrono::milliseconds(10));
  EXPECT_TRUE(std::holds_alternative<NoRequest>(RequestReader(pair.server(), limits).next()));
}

TEST(RequestReader, UnpacksCompressedBodies) {
  // gzip of "hello hello hello".
  std::string const packed(
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x57\xc8\x40\x90\x00\x80\x88\xf9\xe5\x11\x00\x00"
      "\x00",
      28);
  EXPECT_EQ(body_of(first_of("POST / HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: 28\r\n\r\n" + packed)),
            "hello hello hello");
}

TEST(RequestReader, RefusesABodyForWhichThereIsNotEnoughMemory) {
  if (prompty_tests::has_sanitizer) return;
  constexpr std::size_t unpacked = 150'000'000;
  std::string packed(compressBound(unpacked), '\0');
  uLongf length = packed.size();
  std::string const body(unpacked, 'a');
  ASSERT_EQ(compress(static_cast<Bytef*>(static_cast<void*>(packed.data())), &length,
                     static_cast<Bytef const*>(static_cast<void const*>(body.data())), unpacked),
            Z_OK);
  packed.resize(length);
  std::string const bytes =
      "POST / HTTP/1.1\r\nContent-Encoding: deflate\r\nContent-Length: " + std::to_string(packed.size()) + "\r\n\r\n" +
      packed;
  ChannelPair pair;
  std::thread client([&] { pair.client_sends(bytes); });
  prompty_tests::MemoryLimit const limit(40'000'000);
  Next const next = RequestReader(pair.server(), {.head_bytes = 1'000, .body_bytes = 2 * unpacked}).next();
  client.join();
  EXPECT_EQ(status_of(next), 503);
}

TEST(RequestReader, GivesUpOnAClientThatTakesTooLongForAHead) {
  ChannelPair pair(std::chrono::seconds(20), std::chrono::milliseconds(30));
  pair.client_sends("GET / HT");
  Next const next = RequestReader(pair.server(), limits).next();
  EXPECT_EQ(status_of(next), 408);
  EXPECT_THAT(std::get<Refusal>(next).message, testing::HasSubstr("within 30 milliseconds"));
}

TEST(RequestReader, GivesUpOnAClientThatTakesTooLongForABody) {
  ChannelPair pair(std::chrono::seconds(20), std::chrono::milliseconds(30));
  pair.client_sends("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nab");
  EXPECT_EQ(status_of(RequestReader(pair.server(), limits).next()), 408);
  ChannelPair chunked(std::chrono::seconds(20), std::chrono::milliseconds(30));
  chunked.client_sends("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab");
  EXPECT_EQ(status_of(RequestReader(chunked.server(), limits).next()), 408);
}

TEST(ThreadsRequestReader, CountsTheTimeOfARequestFromItsFirstByte) {
  // Between its first byte and its last the reader may be kept waiting by other programs.
  static constexpr std::chrono::milliseconds total(800);
  ChannelPair pair(std::chrono::seconds(20), total);
  std::thread client([&pair] {
    for (std::string const path : {"/a", "/b"}) {
      std::this_thread::sleep_for(total + std::chrono::milliseconds(100));
      pair.client_sends("GET " + path + " HTTP/1.1\r\n\r\n");
    }
  });
  RequestReader reader(pair.server(), limits);
  for (int request = 0; request < 2; ++request) {
    EXPECT_TRUE(std::holds_alternative<IncomingRequest>(reader.next()));
  }
  client.join();
}

}  // namespace
}  // namespace mock_provider::http::request_reader_test
