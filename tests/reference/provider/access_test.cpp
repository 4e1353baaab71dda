#include "prompty/provider/http_executor.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::access_test {
namespace {

PromptyAgent agent_with(std::optional<Connection> connection) {
  PromptyAgent agent;
  agent.model = Model{.connection = std::move(connection)};
  return agent;
}

Client access_over(std::optional<Connection> connection, Connections const& connections = {}) {
  return client_of(agent_with(std::move(connection)), connections);
}

std::string problem(std::optional<Connection> connection, Connections const& connections = {}) {
  return raised<ValueError>([&] { static_cast<void>(access_over(std::move(connection), connections)); });
}

void add_tokens(Connections& connections, std::string const& kind) {
  connections.token_sources.add(kind, std::make_shared<TokenSource>([](Connection const& connection) {
                                  return "token-for-" + kind_of(connection);
                                }));
}

TEST(Access, TakesTheClientThatIsRegisteredUnderTheName) {
  Connections connections;
  connections.clients.add("one", std::make_shared<Client>(Client{.endpoint = "E1", .api_key = "K1"}));
  connections.clients.add("two",
                          std::make_shared<Client>(Client{.endpoint = "E2", .api_key = "K2", .bearer_token = "T2"}));
  connections.clients.add("three", std::make_shared<Client>(Client{.endpoint = "E3"}));
  EXPECT_EQ(access_over(ReferenceConnection{.name = "one"}, connections), (Client{.endpoint = "E1", .api_key = "K1"}));
  EXPECT_EQ(access_over(ReferenceConnection{.name = "two"}, connections),
            (Client{.endpoint = "E2", .bearer_token = "T2"}));
  EXPECT_EQ(access_over(ReferenceConnection{.name = "three"}, connections), (Client{.endpoint = "E3"}));
}

TEST(Access, NeedsTheEndpointOfAClient) {
  Connections connections;
  connections.clients.add("house", std::make_shared<Client>());
  EXPECT_NE(problem(ReferenceConnection{.name = "house"}, connections).find("has no endpoint"), std::string::npos);
}

TEST(Access, AsksTheHostForATokenWhereTheConnectionHasNone) {
  Connections connections;
  for (std::string const kind : {"remote", "foundry", "oauth"}) add_tokens(connections, kind);
  EXPECT_EQ(access_over(RemoteConnection{.endpoint = "E", .target = "T"}, connections),
            (Client{.endpoint = "E", .bearer_token = "token-for-remote"}));
  EXPECT_EQ(access_over(FoundryConnection{.endpoint = "E"}, connections),
            (Client{.endpoint = "E", .bearer_token = "token-for-foundry"}));
  EXPECT_EQ(access_over(OAuthConnection{.endpoint = "E", .authentication_mode = "user"}, connections),
            (Client{.endpoint = "E", .bearer_token = "token-for-oauth"}));
}

TEST(Access, SendsNothingWithoutTheTokenThatItNeeds) {
  EXPECT_NE(problem(FoundryConnection{.endpoint = "E"}).find("register a token source for 'foundry'"),
            std::string::npos);
  Connections connections;
  connections.token_sources.add("foundry",
                                std::make_shared<TokenSource>([](Connection const&) { return std::string(); }));
  EXPECT_NE(problem(FoundryConnection{.endpoint = "E"}, connections).find("empty token"), std::string::npos);
  connections.token_sources.add("foundry", std::make_shared<TokenSource>([](Connection const&) -> std::string {
                                  throw std::runtime_error("logged out");
                                }));
  EXPECT_THROW(static_cast<void>(access_over(FoundryConnection{.endpoint = "E"}, connections)), std::runtime_error);
}

TEST(Access, NamesTheFieldThatIsMissing) {
  struct Case {
    Connection connection;
    char const* kind;
    char const* field;
  };
  Connections connections;
  for (std::string const kind : {"remote", "foundry", "oauth"}) add_tokens(connections, kind);
  for (Case const& incomplete :
       {Case{KeyConnection{.endpoint = "E"}, "key", "apiKey"}, Case{KeyConnection{.api_key = "K"}, "key", "endpoint"},
        Case{KeyConnection{.endpoint = "E", .api_key = ""}, "key", "apiKey"},
        Case{AnonymousConnection{}, "anonymous", "endpoint"}, Case{ReferenceConnection{}, "reference", "name"},
        Case{RemoteConnection{.target = "T"}, "remote", "endpoint"},
        Case{RemoteConnection{.endpoint = "E"}, "remote", "target"}, Case{FoundryConnection{}, "foundry", "endpoint"},
        Case{OAuthConnection{.authentication_mode = "user"}, "oauth", "endpoint"},
        Case{OAuthConnection{.endpoint = "E"}, "oauth", "authenticationMode"}}) {
    EXPECT_EQ(problem(incomplete.connection, connections), std::string("model.connection.") + incomplete.field +
                                                               " is missing: a connection of kind '" + incomplete.kind +
                                                               "' needs it");
  }
  EXPECT_EQ(problem(std::nullopt).find("model.connection is missing"), 0U);
  EXPECT_EQ(
      raised<ValueError>([] { static_cast<void>(client_of(PromptyAgent{}, Connections{})); }).find("model.connection"),
      0U);
}

TEST(Access, PutsATokenIntoTheHeaderOfTokensWhereverAKeyGoes) {
  EXPECT_EQ(credential_headers(Client{.endpoint = "E", .bearer_token = "T"}, {.name = "x-api-key"}),
            (Headers{{"Authorization", "Bearer T"}}));
}

}  // namespace
}  // namespace prompty::access_test
