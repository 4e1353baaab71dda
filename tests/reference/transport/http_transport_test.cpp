#include "prompty/transport/http_transport.hpp"

#include <gtest/gtest.h>

#include <httplib.h>
#include <atomic>
#include <string>

#include "prompty/core/error.hpp"
#include "reference/support/certificate.hpp"
#include "reference/support/local_server.hpp"
#include "reference/support/raised.hpp"
#include "support/raw_server.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::http_transport_test {
namespace {

using std::chrono::milliseconds;

HttpRequest post(std::string url) {
  return {.method = "POST",
          .url = std::move(url),
          .headers = {{"X-Test", "1"}, {"Content-Type", "application/json"}},
          .body = "{}"};
}

std::string problem(HttpTransport const& transport, std::string const& url) {
  return raised<ConnectionError>([&] { static_cast<void>(transport.send(post(url))); });
}

TEST(HttpTransport, SendsTheRequestAsItIsAndReturnsTheWholeAnswer) {
  LocalServer<httplib::Server> local;
  httplib::Request received;
  local.server.Post("/v1/.*", [&](httplib::Request const& request, httplib::Response& response) {
    received = request;
    response.status = 418;
    response.set_header("X-Answer", "yes");
    response.set_content("short and stout", "text/plain");
  });
  local.start();
  HttpResponse const response = HttpTransport().send(post("http://" + local.address() + "/v1/a%20b?c=%2F"));
  EXPECT_EQ(response.status, 418);
  EXPECT_EQ(response.body, "short and stout");
  EXPECT_EQ(find_header(response.headers, "x-answer"), "yes");
  EXPECT_EQ(received.body, "{}");
  EXPECT_EQ(received.target, "/v1/a%20b?c=%2F");
  EXPECT_EQ(received.get_header_value("X-Test"), "1");
  EXPECT_EQ(received.get_header_value("Content-Type"), "application/json");
}

TEST(HttpTransport, FollowsNoRedirect) {
  LocalServer<httplib::Server> local;
  int visits = 0;
  local.server.Post("/v1", [&](httplib::Request const&, httplib::Response& response) {
    ++visits;
    response.set_redirect("/v1", 307);
  });
  local.start();
  EXPECT_EQ(HttpTransport().send(post("http://" + local.address() + "/v1")).status, 307);
  EXPECT_EQ(visits, 1);
}

TEST(HttpTransport, NamesUrlAndCauseWhenTheConnectionIsRefused) {
  std::string url;
  {
    RawServer const gone("", AfterBytes::close);
    url = "http://" + gone.address() + "/v1";
  }
  EXPECT_EQ(problem(HttpTransport(), url),
            "No answer from " + url + ": the connection was refused, or the host is unknown");
}

TEST(HttpTransport, TakesAnAnswerThatIsCutShortForNone) {
  RawServer const server("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"half\":", AfterBytes::close);
  std::string const message = problem(HttpTransport(), "http://" + server.address() + "/v1");
  EXPECT_NE(message.find("the connection ended before the answer was complete"), std::string::npos) << message;
}

TEST(HttpTransport, GivesUpAfterTheTimeThatWasSet) {
  RawServer const server("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n", AfterBytes::hold);
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  std::string const message =
      problem(HttpTransport({.read_timeout = milliseconds(200)}), "http://" + server.address() + "/v1");
  EXPECT_NE(message.find("timed out: nothing came for 0.2 seconds"), std::string::npos) << message;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(HttpTransport, RefusesHeadersThatWouldStartNewOnes) {
  HttpRequest request = post("http://127.0.0.1:1/v1");
  request.headers.emplace_back("Authorization", "Bearer s3cret\r\nX-Evil: 1");
  std::string const message = raised<ValueError>([&] { static_cast<void>(HttpTransport().send(request)); });
  EXPECT_NE(message.find("Authorization"), std::string::npos);
  EXPECT_EQ(message.find("s3cret"), std::string::npos);
}

TEST(HttpTransport, RefusesAUrlBeforeItSendsAnything) {
  EXPECT_NE(raised<ValueError>([] { static_cast<void>(HttpTransport().send(post("127.0.0.1/v1"))); }), "");
}

TEST(HttpTransportTls, NeedsAServerThatSpeaksIt) {
  RawServer const server("this is not TLS at all\r\n\r\n", AfterBytes::close);
  EXPECT_NE(problem(HttpTransport({.read_timeout = milliseconds(2000)}), "https://" + server.address() + "/v1"), "");
}

/// A server over TLS that counts the requests it gets, and a client that trusts its certificate or does not.
class HttpTls {
 public:
  explicit HttpTls(CertificateOptions const& options = {})
      : certificate_(options), local_(certificate_.certificate(), certificate_.key()) {
    local_.server.Post("/v1", [this](httplib::Request const&, httplib::Response& response) {
      ++requests_;
      response.set_content("safe", "text/plain");
    });
    local_.start();
  }

  [[nodiscard]] std::string url() const { return "https://" + local_.address() + "/v1"; }
  [[nodiscard]] int requests() const { return requests_; }
  [[nodiscard]] HttpTransport trusting() const {
    return HttpTransport({.certificate_authorities = folder_.write("ca.pem", certificate_.pem())});
  }

 private:
  prompty_tests::TemporaryFolder folder_;
  TestCertificate certificate_;
  std::atomic<int> requests_ = 0;
  LocalServer<httplib::SSLServer> local_;
};

HttpRequest request_to(std::string const& url) {
  return {.method = "POST", .url = url, .headers = {{"Authorization", "Bearer secret"}}, .body = "{}"};
}

std::string problem(HttpTransport const& transport, HttpTls const& server) {
  std::string message = raised<ConnectionError>([&] { static_cast<void>(transport.send(request_to(server.url()))); });
  EXPECT_EQ(server.requests(), 0) << "the credential was sent";
  return message;
}

TEST(HttpTransportTls, TrustsNoUnknownCertificate) {
  HttpTls const server;
  EXPECT_EQ(problem(HttpTransport(), server),
            "No answer from " + server.url() + ": the server's certificate is not trusted (self-signed certificate)");
}

TEST(HttpTransportTls, DoesNotTrustACertificateOfTomorrow) {
  HttpTls const server({.begins = 3600, .ends = 7200});
  EXPECT_NE(problem(server.trusting(), server).find("not yet valid"), std::string::npos);
}

TEST(HttpTransportTls, NamesTheFileOfCertificatesThatCannotBeRead) {
  HttpTls const server;
  std::string const message = problem(HttpTransport({.certificate_authorities = "/nowhere/ca.pem"}), server);
  EXPECT_NE(message.find("could not be loaded from /nowhere/ca.pem"), std::string::npos) << message;
}

}  // namespace
}  // namespace prompty::http_transport_test
