#include <gtest/gtest.h>
#include <httplib.h>

#include <atomic>
#include <string>

#include "prompty/core/error.hpp"
#include "prompty/transport/http_transport.hpp"
#include "reference/support/certificate.hpp"
#include "reference/support/local_server.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::http_tls_test {
namespace {

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

TEST(HttpTransportTls, TrustsACertificateThatItWasGiven) {
  HttpTls const server;
  EXPECT_EQ(server.trusting().send(request_to(server.url())).body, "safe");
}

TEST(HttpTransportTls, StreamsOverATrustedConnection) {
  HttpTls const server;
  EXPECT_EQ(server.trusting().stream(request_to(server.url())).body(), "safe");
}

TEST(HttpTransportTls, TrustsNobodyItDoesNotKnow) {
  HttpTls const server;
  EXPECT_EQ(problem(HttpTransport(), server),
            "No answer from " + server.url() + ": the server's certificate is not trusted (self-signed certificate)");
}

TEST(HttpTransportTls, DoesNotTrustACertificateThatHasRunOut) {
  HttpTls const server({.begins = -7200, .ends = -3600});
  EXPECT_NE(problem(server.trusting(), server).find("certificate has expired"), std::string::npos);
}

TEST(HttpTransportTls, DoesNotTrustACertificateOfTomorrow) {
  HttpTls const server({.begins = 3600, .ends = 7200});
  EXPECT_NE(problem(server.trusting(), server).find("not yet valid"), std::string::npos);
}

TEST(HttpTransportTls, DoesNotTrustACertificateOfAnotherHost) {
  HttpTls const server({.alternative_name = "DNS:elsewhere.example"});
  EXPECT_NE(problem(server.trusting(), server).find("made out to another host"), std::string::npos);
}

TEST(HttpTransportTls, NamesTheFileOfCertificatesThatCannotBeRead) {
  HttpTls const server;
  std::string const message = problem(HttpTransport({.certificate_authorities = "/nowhere/ca.pem"}), server);
  EXPECT_NE(message.find("could not be loaded from /nowhere/ca.pem"), std::string::npos) << message;
}

}  // namespace
}  // namespace prompty::http_tls_test
