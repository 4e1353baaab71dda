#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/http/caller_check.hpp"
#include "mock-provider/server.hpp"
#include "mock-provider/support/chat.hpp"

namespace mock_provider::caller_check_test {
namespace {

using caller_check::objection;
using mock_provider_tests::json_of;
using mock_provider_tests::sound_request;

TEST(Hosts, AreAddressesAndLocalhost) {
  for (char const* const host : {"127.0.0.1", "127.0.0.1:8080", "localhost", "LocalHost:1", "localhost.", "[::1]:8080",
                                 "app.localhost:8080", "192.168.1.5:8080", "[fe80::1%eth0]:80", "0.0.0.0", ""}) {
    EXPECT_EQ(objection({{"Host", host}}, {}), std::nullopt) << host;
  }
  EXPECT_EQ(objection({}, {}), std::nullopt);
}

TEST(Hosts, OfAnyOtherNameAreRefused) {
  for (char const* const host : {"evil.example", "evil.example:8080", "127.0.0.1.evil.example",
                                 "localhost.evil.example", "notlocalhost", "[::1].evil.example", "mock"}) {
    std::optional<std::string> const found = objection({{"host", host}}, {});
    ASSERT_TRUE(found) << host;
    EXPECT_THAT(*found, testing::HasSubstr("--allow-host"));
  }
  EXPECT_THAT(*objection({{"host", "evil.example:80"}}, {}),
              testing::HasSubstr("start the mock with --allow-host evil.example."));
  EXPECT_NE(objection({{"host", "127.0.0.1"}, {"host", "evil.example"}}, {}), std::nullopt);
}

TEST(Hosts, CanBeAdmitted) {
  AdmittedCallers const admitted{.hosts = {"host.docker.internal", "Mock"}, .origins = {}};
  EXPECT_EQ(objection({{"Host", "host.docker.internal:8080"}}, admitted), std::nullopt);
  EXPECT_EQ(objection({{"Host", "mock"}}, admitted), std::nullopt);
  EXPECT_NE(objection({{"Host", "mocks"}}, admitted), std::nullopt);
  EXPECT_EQ(objection({{"Host", "evil.example"}}, {.hosts = {"*"}, .origins = {}}), std::nullopt);
}

TEST(Origins, AreOfThisMachineOrOfTheMockItself) {
  for (char const* const origin : {"http://localhost:3000", "https://127.0.0.1", "http://[::1]:5173",
                                   "http://127.1.2.3:9", "http://192.168.1.5:8080"}) {
    EXPECT_EQ(objection({{"Host", "192.168.1.5:8080"}, {"Origin", origin}}, {}), std::nullopt) << origin;
  }
}

TEST(Origins, OfAnyOtherPageAreRefused) {
  for (char const* const origin :
       {"https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1.evil",
        "http://192.168.1.6:8080", "http://192.168.1.5", "file://", "ftp://localhost", ""}) {
    std::optional<std::string> const found = objection({{"Host", "192.168.1.5:8080"}, {"Origin", origin}}, {});
    ASSERT_TRUE(found) << origin;
    EXPECT_THAT(*found, testing::HasSubstr(std::string("--allow-origin ") + origin));
  }
}

TEST(Origins, CanBeAdmitted) {
  AdmittedCallers const admitted{.hosts = {}, .origins = {"https://app.example", "null"}};
  EXPECT_EQ(objection({{"Origin", "https://App.example"}}, admitted), std::nullopt);
  EXPECT_EQ(objection({{"Origin", "null"}}, admitted), std::nullopt);
  EXPECT_NE(objection({{"Origin", "https://app.example:444"}}, admitted), std::nullopt);
  EXPECT_EQ(objection({{"Origin", "https://evil.example"}}, {.hosts = {}, .origins = {"*"}}), std::nullopt);
}

TEST(Callers, SayLongNamesAgainOnlyInPart) {
  EXPECT_LT(objection({{"Host", std::string(60'000, 'a')}}, {})->size(), 700U);
  EXPECT_LT(objection({{"Origin", std::string(60'000, 'a')}}, {})->size(), 700U);
}

class HttpCallers : public testing::Test {
 protected:
  int status_of_put(httplib::Headers const& headers) {
    httplib::Client client("127.0.0.1", server.port());
    httplib::Result const result =
        client.Put("/_mock/scenarios/s", headers, R"({"steps": [{"respond": {"text": "evil"}}]})", "text/plain");
    return result ? result->status : 0;
  }

  Server server{ServerOptions{}};
};

TEST_F(HttpCallers, OfOtherOriginsChangeNothingAndLeaveNoTrace) {
  EXPECT_EQ(status_of_put({{"Origin", "https://evil.example"}}), 403);
  EXPECT_EQ(status_of_put({{"Host", "evil.example"}}), 403);
  httplib::Client client("127.0.0.1", server.port());
  EXPECT_EQ(client.Get("/_mock/scenarios/s")->status, 404);
  EXPECT_EQ(client.Get("/_mock/requests", {{"Host", "evil.example"}})->status, 403);
  httplib::Result const requested = client.Post("/v1/chat/completions", {{"Origin", "https://evil.example"}},
                                                json_text::dump(sound_request()), "text/plain");
  EXPECT_EQ(requested->status, 403);
  EXPECT_THAT(server.requests("default"), testing::IsEmpty());
  EXPECT_EQ(status_of_put({{"Origin", "http://localhost:3000"}}), 200);
}

TEST_F(HttpCallers, OfOtherOriginsAreRefusedInTheShapeOfTheProvider) {
  httplib::Client client("127.0.0.1", server.port());
  httplib::Result const openai = client.Get("/v1/models", {{"Host", "evil.example"}});
  EXPECT_EQ(json_of(openai->body).at("error").at("code"), "mock_caller_refused");
  EXPECT_EQ(openai->get_header_value("x-request-id"), "req_refused");
  httplib::Result const anthropic = client.Post("/v1/messages", {{"Host", "evil.example"}}, "{}", "application/json");
  EXPECT_EQ(anthropic->status, 403);
  EXPECT_EQ(json_of(anthropic->body).at("error").at("type"), "permission_error");
}

TEST(HttpCallersOfANamedServer, ReachItUnderItsName) {
  ServerOptions options;
  options.host = "localhost";
  options.admitted.hosts = {"mock.test"};
  Server const server(options);
  httplib::Client client("localhost", server.port());
  for (char const* const host : {"localhost", "mock.test:8080", "127.0.0.1"}) {
    EXPECT_EQ(client.Get("/_mock/health", {{"Host", host}})->status, 200) << host;
  }
  EXPECT_EQ(client.Get("/_mock/health", {{"Host", "other.test"}})->status, 403);
}

}  // namespace
}  // namespace mock_provider::caller_check_test
