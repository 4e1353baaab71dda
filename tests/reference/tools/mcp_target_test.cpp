#include "prompty/tools/tool_kinds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <variant>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::mcp_target_test {
namespace {

class McpTargets : public testing::Test {
 protected:
  McpTarget target(McpTool const& mcp) const { return target_of({.name = "t", .details = mcp}, mcp, connections); }
  McpTarget target(Connection const& connection) const { return target(McpTool{.connection = connection}); }

  std::string refusal(McpTool const& mcp) const {
    return raised<ValueError>([&] { static_cast<void>(target(mcp)); });
  }
  std::string refusal(Connection const& connection) const { return refusal(McpTool{.connection = connection}); }

  static std::string endpoint(McpTarget const& target) { return std::get<HttpServer>(target.server.reach).endpoint; }

  void add_token(std::string const& kind, std::string const& token) {
    connections.token_sources.add(kind, std::make_shared<TokenSource>([token](Connection const&) { return token; }));
  }

  Connections connections;
};

TEST_F(McpTargets, AreServersThatAreRegisteredUnderTheirName) {
  McpServer const server{.reach = StdioServer{.command = "serve"}};
  connections.mcp_servers.add("weather", std::make_shared<McpServer>(server));
  McpTarget const named = target(McpTool{.server_name = "weather"});
  EXPECT_EQ(named.server, server);
  EXPECT_EQ(named.name, "weather");
  EXPECT_EQ(named.bearer, nullptr);
  EXPECT_EQ(target(ReferenceConnection{.name = "weather"}).key, named.key);
}

TEST_F(McpTargets, AreNotStartedByAPrompt) {
  EXPECT_THAT(refusal(McpTool{.server_name = "rm"}),
              testing::StartsWith("tools.t: no MCP server is registered as 'rm'; register one"));
  EXPECT_THAT(refusal(McpTool{}), testing::StartsWith("tools.t: no MCP server is named"));
  EXPECT_THAT(refusal(McpTool{.server_name = ""}), testing::StartsWith("tools.t: no MCP server is named"));
  EXPECT_THAT(refusal(ReferenceConnection{.name = "x"}), testing::HasSubstr("registered as 'x'"));
  EXPECT_THAT(refusal(ReferenceConnection{}), testing::StartsWith("tools.t.connection.name is missing"));
}

TEST_F(McpTargets, AreWhereTheConnectionPoints) {
  McpTarget const anonymous = target(AnonymousConnection{.endpoint = "http://h/mcp"});
  EXPECT_EQ(endpoint(anonymous), "http://h/mcp");
  EXPECT_EQ(anonymous.name, "http://h/mcp");
  EXPECT_EQ(anonymous.bearer, nullptr);
  McpTarget const key = target(KeyConnection{.endpoint = "http://h/mcp", .api_key = "k"});
  EXPECT_EQ(key.bearer(), "k");
  EXPECT_NE(key.key, anonymous.key);
  EXPECT_NE(key.key, target(KeyConnection{.endpoint = "http://h/mcp", .api_key = "other"}).key);
  McpTarget const labelled =
      target(McpTool{.connection = RemoteConnection{.endpoint = "http://h/mcp"}, .server_name = "label"});
  EXPECT_EQ(labelled.name, "label");
  EXPECT_EQ(endpoint(labelled), "http://h/mcp");
}

TEST_F(McpTargets, GetTheCurrentTokensOfTheHost) {
  EXPECT_EQ(target(RemoteConnection{.endpoint = "http://h"}).bearer, nullptr);
  add_token("remote", "one");
  McpTarget const remote = target(RemoteConnection{.endpoint = "http://h"});
  EXPECT_EQ(remote.bearer(), "one");
  add_token("remote", "two");
  EXPECT_EQ(remote.bearer(), "two");
  add_token("remote", "");
  EXPECT_THAT(raised<ValueError>([&] { remote.bearer(); }), testing::HasSubstr("gave an empty token"));
  connections.token_sources.clear();
  EXPECT_THAT(raised<ValueError>([&] { remote.bearer(); }), testing::HasSubstr("needs a bearer token"));
  EXPECT_THAT(refusal(OAuthConnection{.endpoint = "http://h"}), testing::HasSubstr("'oauth' needs a bearer token"));
  add_token("foundry", "f");
  EXPECT_EQ(target(FoundryConnection{.endpoint = "http://h"}).bearer(), "f");
}

TEST_F(McpTargets, AreTheClientsThatAHostRegisters) {
  connections.clients.add("c", std::make_shared<Client>(Client{.endpoint = "http://h", .bearer_token = "b"}));
  connections.clients.add("open", std::make_shared<Client>(Client{.endpoint = "http://h"}));
  connections.clients.add("empty", std::make_shared<Client>());
  EXPECT_EQ(endpoint(target(ReferenceConnection{.name = "c"})), "http://h");
  EXPECT_EQ(target(ReferenceConnection{.name = "c"}).bearer(), "b");
  EXPECT_EQ(target(ReferenceConnection{.name = "open"}).bearer, nullptr);
  EXPECT_THAT(refusal(ReferenceConnection{.name = "empty"}), testing::HasSubstr("has no endpoint"));
}

TEST_F(McpTargets, AreRefusedWithoutTheFieldsOfTheirKind) {
  EXPECT_THAT(refusal(KeyConnection{.endpoint = "http://h"}),
              testing::StartsWith("tools.t.connection.apiKey is missing: a connection of kind 'key' needs it"));
  EXPECT_THAT(refusal(KeyConnection{.api_key = "k"}), testing::StartsWith("tools.t.connection.endpoint is missing"));
  EXPECT_THAT(refusal(AnonymousConnection{.endpoint = ""}), testing::StartsWith("tools.t.connection.endpoint"));
  EXPECT_THAT(refusal(RemoteConnection{}), testing::StartsWith("tools.t.connection.endpoint"));
  EXPECT_THAT(refusal(UnknownConnection{.kind = "pigeon"}), testing::HasSubstr("kind 'pigeon' is unknown"));
}

}  // namespace
}  // namespace prompty::mcp_target_test
