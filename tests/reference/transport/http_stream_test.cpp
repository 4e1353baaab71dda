#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "prompty/core/error.hpp"
#include "prompty/transport/http_transport.hpp"
#include "reference/support/local_server.hpp"
#include "reference/support/raised.hpp"
#include "support/raw_server.hpp"

namespace prompty::http_stream_test {
namespace {

HttpRequest post(std::string const& address) {
  return {.method = "POST", .url = "http://" + address + "/v1", .headers = {}, .body = "{}"};
}

HttpTransport transport() {
  return HttpTransport({.read_timeout = std::chrono::seconds(5)});
}

std::string rest_of(StreamedResponse& response) {
  std::string text;
  while (std::optional<std::string> const block = response.body()) text += *block;
  return text;
}

/// A door that one thread waits at until another opens it.
class Door {
 public:
  void open() {
    std::unique_lock<std::mutex> const lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  bool wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(10), [this] { return is_open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = false;
};

constexpr char const* head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";

TEST(HttpStreams, GiveHeadAndBody) {
  RawServer const server(std::string(head) + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", AfterBytes::close);
  StreamedResponse response = transport().stream(post(server.address()));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(find_header(response.headers, "content-type"), "text/event-stream");
  EXPECT_EQ(rest_of(response), "abcde");
}

TEST(HttpStreams, GiveEachPieceBeforeTheNextIsSent) {
  RecordProperty("clause", "P8.6-01");
  Door door;
  LocalServer<httplib::Server> local;
  local.server.Post("/v1", [&](httplib::Request const&, httplib::Response& response) {
    response.set_chunked_content_provider("text/event-stream", [&](std::size_t, httplib::DataSink& sink) {
      sink.write("first", 5);
      // Not sent before the first piece was seen.
      if (!door.wait()) return false;
      sink.write("second", 6);
      sink.done();
      return true;
    });
  });
  local.start();
  StreamedResponse response = transport().stream(post(local.address()));
  EXPECT_EQ(response.body(), "first");
  door.open();
  EXPECT_EQ(rest_of(response), "second");
}

TEST(HttpStreams, GiveMoreThanTheyReadAhead) {
  std::string const piece(1000, 'x');
  LocalServer<httplib::Server> local;
  local.server.Post("/v1", [&](httplib::Request const&, httplib::Response& response) {
    response.set_chunked_content_provider("text/event-stream", [&](std::size_t offset, httplib::DataSink& sink) {
      if (offset < 1'000'000) return sink.write(piece.data(), piece.size());
      sink.done();
      return true;
    });
  });
  local.start();
  StreamedResponse response = transport().stream(post(local.address()));
  EXPECT_EQ(rest_of(response).size(), 1'000'000U);
}

TEST(HttpStreams, TellThatTheyWereCutShort) {
  for (AfterBytes const after : {AfterBytes::close, AfterBytes::reset}) {
    RawServer const server(std::string(head) + "3\r\nabc\r\n5\r\nde", after);
    raised<ConnectionError>([&] {
      StreamedResponse response = transport().stream(post(server.address()));
      static_cast<void>(rest_of(response));
    });
  }
}

TEST(HttpStreams, TellThatNothingCame) {
  RawServer const server("", AfterBytes::close);
  EXPECT_EQ(raised<ConnectionError>([&] { static_cast<void>(transport().stream(post(server.address()))); }),
            "No answer from http://" + server.address() + "/v1: the connection ended before the answer was complete");
}

TEST(HttpStreams, TimeOutWhenNothingMoreComes) {
  RawServer const server(std::string(head) + "3\r\nabc\r\n", AfterBytes::hold);
  StreamedResponse response = HttpTransport({.read_timeout = std::chrono::seconds(1)}).stream(post(server.address()));
  EXPECT_EQ(response.body(), "abc");
  raised<ConnectionError>([&] { static_cast<void>(response.body()); });
}

TEST(HttpStreams, MayBeLetGoOfInTheMiddle) {
  RawServer const server(std::string(head) + "3\r\nabc\r\n", AfterBytes::hold);
  StreamedResponse response = transport().stream(post(server.address()));
  EXPECT_EQ(response.body(), "abc");
  response.body = nullptr;
}

TEST(HttpStreams, RefuseWhatCannotBeSent) {
  HttpRequest request = post("127.0.0.1:1");
  request.headers = {{"X-Test", "a\nb"}};
  raised<ValueError>([&] { static_cast<void>(transport().stream(request)); });
}

/// A transport that knows whole answers only.
class WholeAnswers final : public Transport {
 public:
  [[nodiscard]] HttpResponse send(HttpRequest const&) const override {
    return {.status = 201, .headers = {{"A", "b"}}, .body = "all"};
  }
};

TEST(TransportsWithoutStreams, GiveTheWholeBodyInOnePiece) {
  StreamedResponse response = WholeAnswers().stream(post("a"));
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(find_header(response.headers, "a"), "b");
  EXPECT_EQ(response.body(), "all");
  EXPECT_EQ(response.body(), std::nullopt);
}

}  // namespace
}  // namespace prompty::http_stream_test
