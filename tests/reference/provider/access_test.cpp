#include "prompty/provider/access.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::access_test {
namespace {

PromptyAgent agent_with(std::optional<Connection> connection) {
  PromptyAgent agent;
  agent.model = Model{.connection = std::move(connection)};
  return agent;
}

std::string problem(std::optional<Connection> connection) {
  return raised<ValueError>([&] { static_cast<void>(openai::access_of(agent_with(std::move(connection)))); });
}

TEST(Access, TakesEndpointAndKeyFromTheConnection) {
  EXPECT_EQ(openai::access_of(agent_with(KeyConnection{.endpoint = "E", .api_key = "K"})),
            (openai::Access{.endpoint = "E", .api_key = "K"}));
  EXPECT_EQ(openai::access_of(agent_with(AnonymousConnection{.endpoint = "E"})), (openai::Access{.endpoint = "E"}));
}

TEST(Access, NamesTheFieldThatIsMissing) {
  EXPECT_EQ(problem(KeyConnection{.endpoint = "E"}),
            "model.connection.apiKey is missing: a connection of kind 'key' needs it");
  EXPECT_EQ(problem(KeyConnection{.api_key = "K"}),
            "model.connection.endpoint is missing: a connection of kind 'key' needs it");
  EXPECT_EQ(problem(KeyConnection{.endpoint = "E", .api_key = ""}),
            "model.connection.apiKey is missing: a connection of kind 'key' needs it");
  EXPECT_EQ(problem(AnonymousConnection{}),
            "model.connection.endpoint is missing: a connection of kind 'anonymous' needs it");
  EXPECT_EQ(problem(std::nullopt).find("model.connection is missing"), 0U);
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(openai::access_of(PromptyAgent{})); }).find("model.connection"),
            0U);
}

TEST(Access, NamesAKindThatItCannotUse) {
  EXPECT_NE(problem(UnknownConnection{.kind = "vault"}).find("'vault' is unknown"), std::string::npos);
  for (Connection const& connection : {Connection(ReferenceConnection{}), Connection(RemoteConnection{}),
                                       Connection(FoundryConnection{}), Connection(OAuthConnection{})}) {
    std::string const message =
        raised<NotImplementedError>([&] { static_cast<void>(openai::access_of(agent_with(connection))); });
    EXPECT_NE(message.find("'" + kind_of(connection) + "'"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace prompty::access_test
