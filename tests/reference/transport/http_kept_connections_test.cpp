#include "prompty/transport/http_transport.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <httplib.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "reference/support/local_server.hpp"

namespace prompty::http_kept_connections_test {
namespace {

HttpRequest post_to(std::string const& address) {
  return {.method = "POST", .url = "http://" + address + "/v1", .headers = {}, .body = "{}"};
}

/// A server that answers with the port of the client, by which connections can be told apart.
class PortServer {
 public:
  explicit PortServer(std::size_t requests_of_a_connection) {
    local_.server.Post("/v1", [](httplib::Request const& request, httplib::Response& response) {
      response.set_content(std::to_string(request.remote_port), "text/plain");
    });
    local_.start(requests_of_a_connection);
  }

  [[nodiscard]] HttpRequest request() const { return post_to(local_.address()); }

 private:
  LocalServer<httplib::Server> local_;
};

std::string read_whole(StreamedResponse const& response) {
  std::string body;
  while (std::optional<std::string> const block = response.body()) body += *block;
  return body;
}

TEST(HttpKeptConnections, ServeTheNextRequest) {
  PortServer const server(10);
  HttpTransport const transport;
  std::string const first = transport.send(server.request()).body;
  EXPECT_EQ(read_whole(transport.stream(server.request())), first);
  EXPECT_EQ(transport.send(server.request()).body, first);
}

TEST(HttpKeptConnections, ServeOneRequestAtATime) {
  PortServer const server(10);
  HttpTransport const transport;
  StreamedResponse const open = transport.stream(server.request());
  std::string const other = transport.send(server.request()).body;
  EXPECT_NE(read_whole(open), other);
}

TEST(HttpKeptConnections, EndWhereTheServerSaysSo) {
  PortServer const server(1);
  HttpTransport const transport;
  std::string const first = transport.send(server.request()).body;
  EXPECT_NE(transport.send(server.request()).body, first);
}

/// Answers one request on each of its connections, in their order, and then does what the answer says.
class ScriptedServer {
 public:
  enum class Then { hold, close };
  struct Answer {
    std::string bytes;
    Then then = Then::hold;
  };

  explicit ScriptedServer(std::vector<Answer> answers) : answers_(std::move(answers)) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    sockaddr* const generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    bool const is_listening = bind(listener_, generic, size) == 0 && listen(listener_, 4) == 0;
    if (!is_listening || getsockname(listener_, generic, &size) != 0) throw std::runtime_error("no local port");
    address_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    thread_ = std::thread([this] { serve(); });
  }

  ~ScriptedServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    for (int const connection : held_) close(connection);
    close(listener_);
  }
  ScriptedServer(ScriptedServer const&) = delete;
  ScriptedServer& operator=(ScriptedServer const&) = delete;

  [[nodiscard]] HttpRequest request() const { return post_to(address_); }
  void wait_for_first() { first_is_done_.get_future().wait(); }

 private:
  void serve() {
    for (std::size_t number = 0; number < answers_.size(); ++number) {
      int const connection = accept(listener_, nullptr, nullptr);
      if (connection < 0) return;
      std::string received;
      char buffer[4096];
      while (!received.ends_with("{}")) {
        ssize_t const count = recv(connection, buffer, sizeof buffer, 0);
        if (count <= 0) break;
        received.append(buffer, static_cast<std::size_t>(count));
      }
      Answer const& answer = answers_[number];
      send(connection, answer.bytes.data(), answer.bytes.size(), MSG_NOSIGNAL);
      if (answer.then == Then::close)
        close(connection);
      else
        held_.push_back(connection);
      if (number == 0) first_is_done_.set_value();
    }
  }

  std::vector<Answer> const answers_;
  std::string address_;
  int listener_ = -1;
  std::vector<int> held_;
  std::promise<void> first_is_done_;
  std::thread thread_;
};

std::string answer_of(std::string const& body) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(HttpKeptConnections, AreNotUsedWhenTheServerHasEndedThem) {
  ScriptedServer server(
      {{.bytes = answer_of("one"), .then = ScriptedServer::Then::close}, {.bytes = answer_of("two")}});
  HttpTransport const transport;
  EXPECT_EQ(transport.send(server.request()).body, "one");
  server.wait_for_first();
  EXPECT_EQ(transport.send(server.request()).body, "two");
}

TEST(HttpKeptConnections, AreNotUsedWhenMoreHasComeThanTheAnswer) {
  ScriptedServer const server({{.bytes = answer_of("one") + answer_of("wrong")}, {.bytes = answer_of("two")}});
  HttpTransport const transport({.read_timeout = std::chrono::seconds(5)});
  EXPECT_EQ(transport.send(server.request()).body, "one");
  EXPECT_EQ(transport.send(server.request()).body, "two");
}

TEST(HttpKeptConnections, AreNotUsedWhenAnAnswerWasNotReadToItsEnd) {
  ScriptedServer const server(
      {{.bytes = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"}, {.bytes = answer_of("two")}});
  HttpTransport const transport({.read_timeout = std::chrono::seconds(5)});
  EXPECT_EQ(transport.stream(server.request()).body(), "half");
  EXPECT_EQ(transport.send(server.request()).body, "two");
}

}  // namespace
}  // namespace prompty::http_kept_connections_test
