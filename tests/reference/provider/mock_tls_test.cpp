// The executors against the mock provider's own https: an answer comes from whom the given authority vouches for, and
// nothing is sent to anyone else.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "prompty/core/error.hpp"
#include "prompty/pipeline/run.hpp"
#include "reference/support/certificate.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::mock_tls_test {
namespace {

/// Where an agent is sent: its provider, its interface, and what stands behind the address of the scenario.
struct Interface {
  char const* name;
  char const* provider;
  char const* api_type;
  char const* path;
};

void PrintTo(Interface const& tested, std::ostream* out) {
  *out << tested.name;
}

class HttpMockTls : public testing::TestWithParam<Interface> {
 protected:
  mock_provider::ServerOptions options(TestCertificate const& certificate) const {
    mock_provider::ServerOptions result;
    result.tls = mock_provider::TlsFiles{.certificate = folder.write("server.pem", certificate.pem()),
                                         .key = folder.write("server.key", certificate.key_pem())};
    return result;
  }

  PromptyAgent agent_of(mock_provider::Server const& server) const {
    PromptyAgent agent;
    agent.model = Model{.id = "m",
                        .provider = GetParam().provider,
                        .api_type = GetParam().api_type,
                        .connection = KeyConnection{.endpoint = server.base_url() + "/s" + GetParam().path,
                                                    .api_key = "secret-of-tls"}};
    return agent;
  }

  /// What somebody says who trusts `trusted` alone, and asks a server with that certificate; the server must not have
  /// heard anything.
  std::string refusal(TestCertificate const& certificate, TestCertificate const& trusted) const {
    mock_provider::Server const server(options(certificate));
    std::unique_ptr<Runtime> const runtime = runtime_that_trusts(trusted);
    std::string whole = raised<ConnectionError>([&] { static_cast<void>(run(agent_of(server), messages, *runtime)); });
    std::string const streamed =
        raised<ConnectionError>([&] { static_cast<void>(run_stream(agent_of(server), messages, *runtime).next()); });
    EXPECT_EQ(streamed, whole);
    EXPECT_TRUE(server.requests("s").empty());
    EXPECT_EQ(whole.find("secret-of-tls"), std::string::npos) << whole;
    return whole;
  }

  std::unique_ptr<Runtime> runtime_that_trusts(TestCertificate const& trusted) const {
    return make_runtime(HttpOptions{.certificate_authorities = folder.write("authority.pem", trusted.pem())});
  }

  prompty_tests::TemporaryFolder folder;
  TestCertificate const authority;
  std::vector<Message> const messages = {{.role = "user", .content = {TextPart{.value = "Hi"}}}};
};

TEST_P(HttpMockTls, AnswersWholeAndStreamed) {
  mock_provider::Server server(options(TestCertificate({}, authority)));
  Json const step = {{"respond", {{"text", "Under seal."}}}, {"repeat", 2}};
  server.put_scenario("s", {{"steps", Json::array({step})}});
  std::unique_ptr<Runtime> const runtime = runtime_that_trusts(authority);
  EXPECT_EQ(run(agent_of(server), messages, *runtime), Outcome(Text{.value = "Under seal."}));
  ItemStream items = run_stream(agent_of(server), messages, *runtime);
  EXPECT_EQ(whole_outcome(items), Outcome(Text{.value = "Under seal."}));
  EXPECT_EQ(server.requests("s").size(), 2U);
}

TEST_P(HttpMockTls, IsRefusedForAnotherHost) {
  TestCertificate const elsewhere({.alternative_name = "DNS:elsewhere.example"}, authority);
  EXPECT_NE(refusal(elsewhere, authority).find("made out to another host"), std::string::npos);
}

TEST_P(HttpMockTls, IsRefusedWhenItsCertificateHasRunOut) {
  TestCertificate const old({.begins = -7200, .ends = -3600}, authority);
  EXPECT_NE(refusal(old, authority).find("certificate has expired"), std::string::npos);
}

TEST_P(HttpMockTls, IsRefusedWhenItSignedItsCertificateItself) {
  TestCertificate const own;
  EXPECT_NE(refusal(own, authority).find("is not trusted (self-signed certificate)"), std::string::npos);
}

TEST_P(HttpMockTls, IsRefusedWhenAnotherAuthorityVouchesForIt) {
  TestCertificate const other_authority;
  EXPECT_NE(refusal(TestCertificate({}, other_authority), authority).find("is not trusted ("), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    All, HttpMockTls,
    testing::Values(Interface{"Chat", "openai", "chat", "/v1"}, Interface{"Responses", "openai", "responses", "/v1"},
                    Interface{"Messages", "anthropic", "chat", ""}, Interface{"Azure", "azure", "chat", ""}),
    [](testing::TestParamInfo<Interface> const& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace prompty::mock_tls_test
