#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/pipeline/run.hpp"
#include "reference/support/raised.hpp"

namespace prompty::azure_test {
namespace {

/// Keeps the request and answers with a chat.
class KeepingTransport final : public Transport {
 public:
  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override {
    seen = request;
    return {.status = 200, .headers = {}, .body = R"({"choices":[{"message":{"content":"ok"}}]})"};
  }

  mutable HttpRequest seen;
};

PromptyAgent agent_of(std::string const& provider, std::string const& api_type, std::optional<Connection> connection) {
  PromptyAgent agent;
  agent.model =
      Model{.id = "my model", .provider = provider, .api_type = api_type, .connection = std::move(connection)};
  return agent;
}

class Azure : public testing::Test {
 protected:
  std::shared_ptr<KeepingTransport> transport = std::make_shared<KeepingTransport>();
  std::unique_ptr<Runtime> runtime = make_runtime(transport);
  std::vector<Message> messages = {{.role = "user", .content = {TextPart{.value = "A"}}}};
};

TEST_F(Azure, IsAskedBelowTheDeploymentOfTheModel) {
  EXPECT_EQ(build_request(agent_of("azure", "chat", std::nullopt), messages, *runtime).path,
            "/openai/deployments/my%20model/chat/completions?api-version=2024-10-21");
  EXPECT_EQ(build_request(agent_of("foundry", "embedding", std::nullopt), messages, *runtime).path,
            "/openai/deployments/my%20model/embeddings?api-version=2024-10-21");
  EXPECT_EQ(build_request(agent_of("azure", "responses", std::nullopt), messages, *runtime).path,
            "/openai/v1/responses");
}

TEST_F(Azure, GetsTheBodyOfOpenAi) {
  EXPECT_EQ(build_request(agent_of("azure", "chat", std::nullopt), messages, *runtime).body,
            build_request(agent_of("openai", "chat", std::nullopt), messages, *runtime).body);
}

TEST_F(Azure, TakesAKeyInAHeaderOfItsOwn) {
  PromptyAgent const agent = agent_of("azure", "chat", KeyConnection{.endpoint = "https://r.example/", .api_key = "K"});
  EXPECT_EQ(run(agent, messages, *runtime), Outcome(Text{.value = "ok"}));
  EXPECT_EQ(transport->seen.url,
            "https://r.example/openai/deployments/my%20model/chat/completions?api-version=2024-10-21");
  EXPECT_EQ(find_header(transport->seen.headers, "api-key"), "K");
  EXPECT_EQ(find_header(transport->seen.headers, "Authorization"), std::nullopt);
}

TEST_F(Azure, TakesTheVersionThatTheEndpointNames) {
  PromptyAgent const agent =
      agent_of("azure", "chat", AnonymousConnection{.endpoint = "https://r.example?api-version=2025-01-01-preview"});
  EXPECT_EQ(run(agent, messages, *runtime), Outcome(Text{.value = "ok"}));
  EXPECT_EQ(transport->seen.url,
            "https://r.example/openai/deployments/my%20model/chat/completions?api-version=2025-01-01-preview");
}

TEST_F(Azure, TakesATokenOfTheHostAsABearerToken) {
  runtime->connections->token_sources.add(
      "foundry", std::make_shared<TokenSource>([](Connection const&) { return std::string("T"); }));
  PromptyAgent const agent = agent_of("foundry", "chat", FoundryConnection{.endpoint = "https://r.example"});
  EXPECT_EQ(run(agent, messages, *runtime), Outcome(Text{.value = "ok"}));
  EXPECT_EQ(find_header(transport->seen.headers, "Authorization"), "Bearer T");
  EXPECT_EQ(find_header(transport->seen.headers, "api-key"), std::nullopt);
}

TEST_F(Azure, NeedsTheNameOfADeployment) {
  PromptyAgent agent = agent_of("azure", "chat", std::nullopt);
  agent.model->id = std::nullopt;
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(build_request(agent, messages, *runtime)); }),
            "model.id is missing: the provider azure takes it as the name of the deployment to ask");
}

TEST_F(Azure, IsReachedByTheTransportOfARegisteredClient) {
  std::shared_ptr<KeepingTransport> const own = std::make_shared<KeepingTransport>();
  runtime->connections->clients.add(
      "shared", std::make_shared<Client>(Client{.endpoint = "https://own.example", .api_key = "K", .transport = own}));
  PromptyAgent const agent = agent_of("openai", "chat", ReferenceConnection{.name = "shared"});
  EXPECT_EQ(run(agent, messages, *runtime), Outcome(Text{.value = "ok"}));
  EXPECT_EQ(own->seen.url, "https://own.example/chat/completions");
  EXPECT_EQ(transport->seen.url, "");
}

}  // namespace
}  // namespace prompty::azure_test
