// A server that goes away while a request is being sent must not end the process with SIGPIPE, which is not ignored in
// the children that these tests start.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <thread>

#include "prompty/core/error.hpp"
#include "prompty/transport/http_transport.hpp"
#include "reference/support/certificate.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::http_broken_pipe_test {
namespace {

enum class Security { none, tls };
enum class Answer { whole, streamed };

/// Takes one connection, shakes hands when it is to, and leaves without reading a request.
class DepartingServer {
 public:
  DepartingServer(Security security, TestCertificate const& certificate)
      : security_(security), context_(SSL_CTX_new(TLS_server_method()), SSL_CTX_free) {
    SSL_CTX_use_certificate(context_.get(), certificate.certificate());
    SSL_CTX_use_PrivateKey(context_.get(), certificate.key());
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0)
      throw std::system_error(errno, std::generic_category(), "bind");
    listen(listener_, 1);
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~DepartingServer() {
    thread_.join();
    close(listener_);
  }
  DepartingServer(DepartingServer const&) = delete;
  DepartingServer& operator=(DepartingServer const&) = delete;

  [[nodiscard]] std::string url() const {
    return (security_ == Security::tls ? "https" : "http") + ("://127.0.0.1:" + std::to_string(port_)) + "/v1";
  }

 private:
  void serve() const {
    int const connection = accept(listener_, nullptr, nullptr);
    std::unique_ptr<SSL, decltype(&SSL_free)> const secure(SSL_new(context_.get()), SSL_free);
    SSL_set_fd(secure.get(), connection);
    if (security_ == Security::tls) SSL_accept(secure.get());
    // The client learns that nothing comes any more, and then, as its bytes are left unread, that the peer is gone. In
    // that order writing is a broken pipe; the other way round it is a connection that was reset, of which no signal
    // comes.
    shutdown(connection, SHUT_WR);
    pollfd readable{connection, POLLIN, 0};
    poll(&readable, 1, 10'000);
    close(connection);
  }

  Security security_;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  int listener_ = -1;
  int port_ = 0;
  std::thread thread_;
};

/// Sends much to a server that goes away. Exits with 0 when that is an error of the library.
[[noreturn]] void send_to_a_departing_server(Security security, Answer answer) {
  std::signal(SIGPIPE, SIG_DFL);
  std::string message;
  {
    prompty_tests::TemporaryFolder const folder;
    TestCertificate const certificate;
    DepartingServer const server(security, certificate);
    HttpTransport const transport({.certificate_authorities = folder.write("ca.pem", certificate.pem())});
    HttpRequest const request{
        .method = "POST", .url = server.url(), .headers = {}, .body = std::string(std::size_t{8} << 20U, ' ')};
    message = raised<ConnectionError>([&] {
      if (answer == Answer::whole) static_cast<void>(transport.send(request));
      if (answer == Answer::streamed) static_cast<void>(transport.stream(request).body());
    });
  }
  std::exit(message.empty() ? 1 : 0);
}

class HttpBrokenPipe : public testing::TestWithParam<std::pair<Security, Answer>> {};

TEST_P(HttpBrokenPipe, IsAnErrorAndDoesNotEndTheProcess) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  auto const [security, answer] = GetParam();
  EXPECT_EXIT(send_to_a_departing_server(security, answer), testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(All, HttpBrokenPipe,
                         testing::Values(std::pair(Security::none, Answer::whole),
                                         std::pair(Security::none, Answer::streamed),
                                         std::pair(Security::tls, Answer::whole),
                                         std::pair(Security::tls, Answer::streamed)));

}  // namespace
}  // namespace prompty::http_broken_pipe_test
