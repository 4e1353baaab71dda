#include "prompty/tools/openapi/access.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::openapi::access_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

class OpenApiAccess : public testing::Test {
 protected:
  [[nodiscard]] Access access(Connection const& connection) const { return access_by(connection, "t", connections); }
  [[nodiscard]] std::string refusal(Connection const& connection) const {
    return raised<ValueError>([&] { static_cast<void>(access(connection)); });
  }

  Connections connections;
};

TEST_F(OpenApiAccess, IsNoneWithoutAConnection) {
  Access const none = access_by(std::nullopt, "t", connections);
  EXPECT_EQ(none.endpoint, std::nullopt);
  EXPECT_EQ(none.credential, std::nullopt);
}

TEST_F(OpenApiAccess, ComesFromAKey) {
  Access const by_key = access(KeyConnection{.endpoint = "E", .api_key = "K"});
  EXPECT_EQ(by_key.endpoint, "E");
  EXPECT_EQ(by_key.credential, (Credential{.secret = Secret::key, .value = "K"}));
}

TEST_F(OpenApiAccess, NeedsAnEndpointForItsCredential) {
  EXPECT_EQ(refusal(KeyConnection{.api_key = "K"}),
            "tools.t.connection.endpoint is missing: a connection of kind 'key' needs it");
  connections.clients.add("c", std::make_shared<Client>(Client{.endpoint = "", .api_key = "K"}));
  EXPECT_EQ(refusal(ReferenceConnection{.name = "c"}),
            "The client registered as connection 'c' has no endpoint: give it one");
}

TEST_F(OpenApiAccess, ComesFromARegisteredClient) {
  connections.clients.add("c", std::make_shared<Client>(Client{.endpoint = "E", .bearer_token = "T"}));
  EXPECT_EQ(access(ReferenceConnection{.name = "c"}).credential, (Credential{.secret = Secret::token, .value = "T"}));
  EXPECT_NE(refusal(ReferenceConnection{.name = "d"}).find("is not registered: d"), std::string::npos);
}

TEST_F(OpenApiAccess, ComesFromATokenSource) {
  OAuthConnection const oauth{.endpoint = "E", .authentication_mode = "system"};
  EXPECT_NE(refusal(oauth).find("needs a bearer token, and the host hands in none"), std::string::npos);
  connections.token_sources.add("oauth", std::make_shared<TokenSource>([](Connection const&) { return "T"; }));
  EXPECT_EQ(access(oauth).credential, (Credential{.secret = Secret::token, .value = "T"}));
}

TEST_F(OpenApiAccess, IsRefusedForUnknownKinds) {
  EXPECT_NE(refusal(UnknownConnection{.kind = "magic"}).find("kind 'magic' is unknown"), std::string::npos);
}

Credential const key{.secret = Secret::key, .value = "u:p&"};
Credential const token{.secret = Secret::token, .value = "T"};

Authentication proof(std::vector<Requirement> security, Credential const& credential) {
  std::optional<Authentication> const found = authentication_for({.security = std::move(security)}, credential);
  EXPECT_TRUE(found.has_value());
  return found.value_or(Authentication{});
}

TEST(OpenApiProof, PutsAKeyWhereTheSchemeSays) {
  EXPECT_THAT(proof({{{.kind = SchemeKind::key_in_header, .name = "X-Key"}}}, key).headers,
              ElementsAre(Pair("X-Key", "u:p&")));
  EXPECT_THAT(proof({{{.kind = SchemeKind::key_in_query, .name = "a key"}}}, key).query,
              ElementsAre("a%20key=u%3Ap%26"));
  EXPECT_THAT(proof({{{.kind = SchemeKind::key_in_cookie, .name = "sid"}}}, key).cookies, ElementsAre("sid=u%3Ap%26"));
  EXPECT_THAT(proof({{{.kind = SchemeKind::bearer}}}, key).headers, ElementsAre(Pair("Authorization", "Bearer u:p&")));
  EXPECT_THAT(proof({{{.kind = SchemeKind::basic}}}, key).headers,
              ElementsAre(Pair("Authorization", "Basic dTpwJg==")));
}

TEST(OpenApiProof, TakesTheFirstAlternativeThatTheCredentialServes) {
  std::vector<Requirement> const security = {{{.kind = SchemeKind::other}},
                                             {{.kind = SchemeKind::key_in_header, .name = "X-Key"}},
                                             {{.kind = SchemeKind::bearer}}};
  EXPECT_THAT(proof(security, key).headers, ElementsAre(Pair("X-Key", "u:p&")));
  EXPECT_THAT(proof(security, token).headers, ElementsAre(Pair("Authorization", "Bearer T")));
}

TEST(OpenApiProof, ServesAllSchemesOfAnAlternative) {
  Authentication const both =
      proof({{{.kind = SchemeKind::key_in_header, .name = "X-Key"}, {.kind = SchemeKind::bearer}}}, key);
  EXPECT_THAT(both.headers, ElementsAre(Pair("X-Key", "u:p&"), Pair("Authorization", "Bearer u:p&")));
}

TEST(OpenApiProof, IsABearerTokenWhereTheDocumentSaysNothing) {
  EXPECT_THAT(authentication_for({}, key)->headers, ElementsAre(Pair("Authorization", "Bearer u:p&")));
}

TEST(OpenApiProof, IsNoneWhereNoneIsNeeded) {
  EXPECT_EQ(proof({}, key), Authentication{});
  EXPECT_EQ(proof({{}}, key), Authentication{});
  EXPECT_EQ(proof({{{.kind = SchemeKind::other}}, {}}, key), Authentication{});
  EXPECT_THAT(proof({{}, {{.kind = SchemeKind::bearer}}}, token).headers,
              ElementsAre(Pair("Authorization", "Bearer T")));
}

TEST(OpenApiProof, IsMissingWhenTheCredentialServesNoAlternative) {
  EXPECT_EQ(authentication_for({.security = std::vector<Requirement>{{{.kind = SchemeKind::basic}}}}, token),
            std::nullopt);
  EXPECT_EQ(authentication_for({.security = std::vector<Requirement>{{{.kind = SchemeKind::other}}}}, key),
            std::nullopt);
}

TEST(OpenApiProof, IsNoneWithoutACredential) {
  EXPECT_EQ(authentication_for({.security = std::vector<Requirement>{{{.kind = SchemeKind::basic}}}}, std::nullopt),
            Authentication{});
}

}  // namespace
}  // namespace prompty::openapi::access_test
