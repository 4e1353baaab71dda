#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "mock-provider/server.hpp"
#include "mock-provider/support/certificate.hpp"
#include "mock-provider/support/chat.hpp"
#include "mock-provider/support/raw_socket.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace mock_provider::tls_server_test {
namespace {

class HttpTlsServer : public testing::Test {
 protected:
  ServerOptions options() const {
    ServerOptions result;
    result.tls = files;
    return result;
  }

  prompty_tests::TemporaryFolder folder;
  TlsFiles files = mock_provider_tests::self_signed(folder.path());
};

TEST_F(HttpTlsServer, AnswersAClientThatTrustsItsCertificate) {
  Server server(options());
  EXPECT_EQ(server.base_url(), "https://127.0.0.1:" + std::to_string(server.port()));
  httplib::SSLClient client("127.0.0.1", server.port());
  client.set_ca_cert_path(files.certificate.c_str());
  client.set_keep_alive(true);
  std::string const body = json_text::dump(mock_provider_tests::sound_request());
  for (int request = 0; request < 3; ++request) {
    httplib::Result const result =
        client.Post("/v1/chat/completions", mock_provider_tests::sound_headers(), body, "application/json");
    ASSERT_TRUE(result) << httplib::to_string(result.error());
    EXPECT_EQ(result->status, 200);
  }
}

TEST_F(HttpTlsServer, SendsLargeAnswersWhole) {
  Server server(options());
  server.put_scenario("s",
                      Json::parse(R"({"steps": [{"respond": {"fault": {"kind": "hugeBody", "bytes": 3000000}}}]})"));
  httplib::SSLClient client("127.0.0.1", server.port());
  client.set_ca_cert_path(files.certificate.c_str());
  httplib::Result const result = client.Post("/s/v1/chat/completions", mock_provider_tests::sound_headers(),
                                             json_text::dump(mock_provider_tests::sound_request()), "application/json");
  ASSERT_TRUE(result) << httplib::to_string(result.error());
  EXPECT_EQ(result->body.size(), 3'000'000U);
}

TEST_F(HttpTlsServer, ClosesOnPlainHttp) {
  Server const server(options());
  mock_provider_tests::RawSocket const socket(server.port());
  socket.send("GET /_mock/health HTTP/1.1\r\n\r\n");
  EXPECT_THAT(socket.read_to_end(), testing::Not(testing::HasSubstr("200")));
}

TEST_F(HttpTlsServer, StopsWithAnIdleConnectionOpen) {
  Server server(options());
  // The client says goodbye to a server that has gone, and OpenSSL does so without MSG_NOSIGNAL.
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
  mock_provider_tests::RawSocket const silent(server.port());
  httplib::SSLClient client("127.0.0.1", server.port());
  client.set_ca_cert_path(files.certificate.c_str());
  client.set_keep_alive(true);
  ASSERT_TRUE(client.Get("/_mock/health"));
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  server.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - start, mock_provider_tests::at_once);
}

TEST_F(HttpTlsServer, TellsWhichFileIsWrong) {
  ServerOptions wrong = options();
  wrong.tls->key = files.certificate;
  try {
    Server const server(wrong);
    FAIL() << "was accepted";
  } catch (StartError const& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(files.certificate + " holds no key"));
  }
  wrong.tls->certificate = folder.path() + "/none.pem";
  EXPECT_THROW(Server{wrong}, StartError);
}

TEST_F(HttpTlsServer, ClosesConnectionsThatDripTheirHandshake) {
  ServerOptions slow = options();
  slow.deadline = std::chrono::milliseconds(300);
  Server const server(slow);
  mock_provider_tests::RawSocket const socket(server.port());
  // The beginning of a ClientHello of 512 bytes.
  socket.send(std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03", 11));
  bool is_closed = false;
  for (int drop = 0; drop < 200 && !is_closed; ++drop) {
    is_closed = socket.receives_items_within(std::chrono::milliseconds(20));
    if (!is_closed) socket.send("x");
  }
  EXPECT_TRUE(is_closed);
}

TEST_F(HttpTlsServer, LetsRequestsAboutTheMockItselfPassThoseThatWait) {
  ServerOptions narrow = options();
  narrow.max_connections = 1;
  Server server(narrow);
  mock_provider_tests::RawSocket const first(server.port());
  mock_provider_tests::RawSocket const second(server.port());
  httplib::SSLClient client("127.0.0.1", server.port());
  client.set_ca_cert_path(files.certificate.c_str());
  httplib::Result const health = client.Get("/_mock/health");
  ASSERT_TRUE(health) << httplib::to_string(health.error());
  EXPECT_EQ(health->status, 200);
}

}  // namespace
}  // namespace mock_provider::tls_server_test
