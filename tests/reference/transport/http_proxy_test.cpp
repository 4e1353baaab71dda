#include <gtest/gtest.h>
#include <httplib.h>

#include <string>

#include "prompty/core/error.hpp"
#include "prompty/transport/http_transport.hpp"
#include "reference/support/certificate.hpp"
#include "reference/support/connect_proxy.hpp"
#include "reference/support/local_server.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::http_proxy_test {
namespace {

constexpr char const* let_through = "HTTP/1.1 200 Connection established\r\n\r\n";

HttpRequest request_to(std::string const& url) {
  return {.method = "POST", .url = url, .headers = {{"Authorization", "Bearer secret"}}, .body = "{}"};
}

int port_of(std::string const& address) {
  return std::stoi(address.substr(address.find(':') + 1));
}

/// A provider that can be reached by a proxy only: its name does not resolve.
class HttpHiddenServer {
 public:
  HttpHiddenServer()
      : certificate_({.alternative_name = "DNS:provider.invalid"}),
        local_(certificate_.certificate(), certificate_.key()) {
    local_.server.Post("/v1", [this](httplib::Request const& request, httplib::Response& response) {
      seen_ = request.headers;
      response.set_content("found", "text/plain");
    });
    local_.start();
  }

  [[nodiscard]] int port() const { return port_of(local_.address()); }
  [[nodiscard]] httplib::Headers const& seen() const { return seen_; }
  [[nodiscard]] HttpTransport through(std::string const& proxy) const {
    return HttpTransport({.connect_timeout = std::chrono::seconds(5),
                          .read_timeout = std::chrono::seconds(5),
                          .certificate_authorities = folder_.write("ca.pem", certificate_.pem()),
                          .proxies = ProxySettings{.https = proxy}});
  }

 private:
  prompty_tests::TemporaryFolder folder_;
  TestCertificate certificate_;
  httplib::Headers seen_;
  LocalServer<httplib::SSLServer> local_;
};

TEST(HttpProxy, GetsTheWholeUrl) {
  LocalServer<httplib::Server> proxy;
  httplib::Request seen;
  proxy.server.set_pre_routing_handler([&](httplib::Request const& request, httplib::Response& response) {
    seen = request;
    response.set_content("passed on", "text/plain");
    return httplib::Server::HandlerResponse::Handled;
  });
  proxy.start();
  HttpTransport const transport({.proxies = ProxySettings{.http = "http://me:hush@" + proxy.address()}});
  EXPECT_EQ(transport.send(request_to("http://provider.invalid/v1?a=b")).body, "passed on");
  EXPECT_EQ(seen.target, "http://provider.invalid:80/v1?a=b");
  EXPECT_EQ(seen.get_header_value("Proxy-Authorization"), "Basic bWU6aHVzaA==");
  EXPECT_EQ(seen.get_header_value("Authorization"), "Bearer secret");
}

TEST(HttpProxy, OpensATunnelToAServerOverTls) {
  HttpHiddenServer const server;
  ConnectProxy const proxy(let_through, server.port());
  HttpTransport const transport = server.through("http://me:hush@" + proxy.address());
  EXPECT_EQ(transport.send(request_to("https://provider.invalid/v1")).body, "found");
  EXPECT_EQ(proxy.head().substr(0, proxy.head().find('\r')), "CONNECT provider.invalid:443 HTTP/1.1");
  EXPECT_NE(proxy.head().find("Proxy-Authorization: Basic bWU6aHVzaA==\r\n"), std::string::npos);
  EXPECT_EQ(proxy.head().find("secret"), std::string::npos) << "the provider's credential is not for the proxy";
  EXPECT_FALSE(server.seen().contains("Proxy-Authorization")) << "the proxy's is not for the provider";
}

TEST(HttpProxy, CarriesStreamsThroughATunnel) {
  HttpHiddenServer const server;
  ConnectProxy const proxy(let_through, server.port());
  EXPECT_EQ(server.through(proxy.address()).stream(request_to("https://provider.invalid:8443/v1")).body(), "found");
  EXPECT_EQ(proxy.head().substr(0, proxy.head().find('\r')), "CONNECT provider.invalid:8443 HTTP/1.1");
}

TEST(HttpProxy, DoesNotVouchForTheServer) {
  HttpHiddenServer const server;
  ConnectProxy const proxy(let_through, server.port());
  std::string const message = raised<ConnectionError>(
      [&] { static_cast<void>(server.through(proxy.address()).send(request_to("https://other.invalid/v1"))); });
  EXPECT_NE(message.find("made out to another host"), std::string::npos) << message;
}

TEST(HttpProxy, SaysWhyItLetsNothingThrough) {
  HttpHiddenServer const server;
  struct Case {
    char const* answer;
    char const* says;
  };
  for (Case const& refused : {Case{"HTTP/1.1 407 Who are you\r\n\r\n", "wants a user and password"},
                              Case{"HTTP/1.1 403 No\r\n\r\n", "lets nothing through to provider.invalid:443"},
                              Case{"SSH-2.0-x\r\n\r\n", "did not answer CONNECT as HTTP"}}) {
    ConnectProxy const proxy(refused.answer, 0);
    std::string const message = raised<ConnectionError>(
        [&] { static_cast<void>(server.through(proxy.address()).send(request_to("https://provider.invalid/v1"))); });
    EXPECT_NE(message.find(refused.says), std::string::npos) << message;
    EXPECT_NE(message.find("http://" + proxy.address()), std::string::npos) << message;
  }
}

TEST(HttpProxy, ThatIsNotThereIsNamed) {
  for (std::string const url : {"http://provider.invalid/v1", "https://provider.invalid/v1"}) {
    HttpTransport const transport({.proxies = ProxySettings{.http = "127.0.0.1:1", .https = "127.0.0.1:1"}});
    std::string const message = raised<ConnectionError>([&] { static_cast<void>(transport.send(request_to(url))); });
    EXPECT_EQ(message, "No answer from " + url + ": the proxy http://127.0.0.1:1 cannot be reached");
  }
}

}  // namespace
}  // namespace prompty::http_proxy_test
