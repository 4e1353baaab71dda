#include "prompty/tools/openapi/servers.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::openapi::servers_test {
namespace {

std::optional<std::string> server_in(char const* servers) {
  Json const document = Json::parse(R"({"openapi":"3.1.0","servers":)" + std::string(servers) + "}");
  Specification const specification(document, "api.json");
  return read_server(specification, specification.root());
}

TEST(OpenApiServers, AreTheFirstOnes) {
  EXPECT_EQ(server_in(R"([{"url":"https://a/v1"},{"url":"https://b"}])"), "https://a/v1");
  EXPECT_EQ(server_in("[]"), std::nullopt);
  EXPECT_EQ(server_in("null"), std::nullopt);
}

TEST(OpenApiServers, HaveTheirVariablesAtTheDefaults) {
  EXPECT_EQ(
      server_in(
          R"([{"url":"https://{r}.a/{v}","variables":{"r":{"default":"eu","enum":["eu"]},"v":{"default":"2"}}}])"),
      "https://eu.a/2");
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(server_in(R"([{"url":"https://{r}.a"}])")); }),
            "api.json#/servers/0 names a variable r and does not describe it");
  EXPECT_EQ(
      raised<ValueError>([] { static_cast<void>(server_in(R"([{"url":"https://{r}.a","variables":{"r":{}}}])")); }),
      "api.json#/servers/0/variables/r has no default");
}

TEST(OpenApiServers, AreSeenFromTheDocument) {
  std::string const source = "https://h:1/docs/v1/api.yaml?x=/y";
  EXPECT_EQ(absolute_server("https://a/v1", source), "https://a/v1");
  EXPECT_EQ(absolute_server("/", source), "https://h:1/");
  EXPECT_EQ(absolute_server("/v2", source), "https://h:1/v2");
  EXPECT_EQ(absolute_server("v2", source), "https://h:1/docs/v1/v2");
  EXPECT_EQ(absolute_server("../v2", source), "https://h:1/docs/v2");
  EXPECT_EQ(absolute_server("../../../..", source), "https://h:1");
  EXPECT_EQ(absolute_server("./a", source), "https://h:1/docs/v1/a");
  EXPECT_EQ(absolute_server("//other/v2", source), "https://other/v2");
}

TEST(OpenApiServers, HaveToBeReachable) {
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(absolute_server("/v1", "/p/api.yaml")); }),
            "/p/api.yaml names no server that can be reached ('/v1'): give the tool a connection with an endpoint");
  EXPECT_NE(raised<ValueError>([] { static_cast<void>(absolute_server("ftp://a", "https://h/api.yaml")); }), "");
}

}  // namespace
}  // namespace prompty::openapi::servers_test
