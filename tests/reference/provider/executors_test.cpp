#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/provider/providers.hpp"
#include "prompty/transport/http_transport.hpp"
#include "reference/support/raised.hpp"

namespace prompty::executors_test {
namespace {

std::vector<Message> const hi = {{.role = "user", .content = {TextPart{.value = "Hi"}}}};

PromptyAgent agent_with(Connection connection) {
  PromptyAgent agent;
  agent.model = Model{.id = "gpt-4o", .provider = "openai", .connection = std::move(connection)};
  return agent;
}

std::shared_ptr<Executor const> executor() {
  return openai::make_executor(std::make_shared<HttpTransport>());
}

TEST(OpenAiExecutorRequest, OffersChildPromptsWhereToolsAreSent) {
  PromptyAgent agent = agent_with(AnonymousConnection{});
  EXPECT_TRUE(executor()->offers_child_prompts(agent));
  EXPECT_TRUE(executor()->offers_child_prompts(PromptyAgent{}));
  agent.model->api_type = "embedding";
  EXPECT_FALSE(executor()->offers_child_prompts(agent));
}

TEST(OpenAiExecutorRequest, FollowsTheProfile) {
  PromptyAgent agent = agent_with(AnonymousConnection{});
  agent.model->api_type = "responses";
  agent.model->options = ModelOptions{.temperature = 0.5};
  SharedProfile const profile(Profile::as_written);
  std::shared_ptr<Executor const> const executor = openai::make_executor(std::make_shared<HttpTransport>(), profile);
  EXPECT_FALSE(executor->build_request(agent, hi).body.contains("temperature"));
  profile.set(Profile::live);
  EXPECT_EQ(executor->build_request(agent, hi).body["temperature"], Json(0.5));
}

/// Keeps the request and answers with a chat.
class KeepingTransport final : public Transport {
 public:
  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override {
    seen = request;
    return {.status = 200, .headers = {}, .body = R"({"choices":[{"message":{"content":"ok"}}]})"};
  }

  mutable HttpRequest seen;
};

PromptyAgent agent_of(std::string const& provider, std::optional<Connection> connection) {
  PromptyAgent agent;
  agent.model = Model{.id = "my model", .provider = provider, .api_type = "chat", .connection = std::move(connection)};
  return agent;
}

TEST(OpenAiExecutorRequest, AsksForEventsInAHeader) {
  std::shared_ptr<KeepingTransport> const transport = std::make_shared<KeepingTransport>();
  PromptyAgent const agent = agent_with(AnonymousConnection{.endpoint = "http://a/v1"});
  raised<ValueError>([&] { static_cast<void>(openai::make_executor(transport)->execute_stream(agent, hi)); });
  EXPECT_EQ(find_header(transport->seen.headers, "accept"), "text/event-stream");
}

TEST(OpenAiExecutorRequest, NamesAnApiTypeThatItDoesNotKnow) {
  PromptyAgent agent = agent_with(AnonymousConnection{});
  agent.model->api_type = "sing";
  EXPECT_EQ(raised<ValueError>([&] {
              static_cast<void>(executor()->build_request(agent, hi));
            }).find("Unsupported API type: sing"),
            0U);
}

class Azure : public testing::Test {
 protected:
  std::shared_ptr<KeepingTransport> transport = std::make_shared<KeepingTransport>();
  std::unique_ptr<Runtime> runtime = make_runtime(transport);
  std::vector<Message> messages = {{.role = "user", .content = {TextPart{.value = "A"}}}};
};

TEST_F(Azure, TakesTheVersionThatTheEndpointNames) {
  PromptyAgent const agent =
      agent_of("azure", AnonymousConnection{.endpoint = "https://r.example?api-version=2025-01-01-preview"});
  EXPECT_EQ(run(agent, messages, *runtime), Outcome(Text{.value = "ok"}));
  EXPECT_EQ(transport->seen.url,
            "https://r.example/openai/deployments/my%20model/chat/completions?api-version=2025-01-01-preview");
}

TEST_F(Azure, TakesATokenOfTheHostAsABearerToken) {
  runtime->connections->token_sources.add(
      "foundry", std::make_shared<TokenSource>([](Connection const&) { return std::string("T"); }));
  PromptyAgent const agent = agent_of("foundry", FoundryConnection{.endpoint = "https://r.example"});
  EXPECT_EQ(run(agent, messages, *runtime), Outcome(Text{.value = "ok"}));
  EXPECT_EQ(find_header(transport->seen.headers, "Authorization"), "Bearer T");
  EXPECT_EQ(find_header(transport->seen.headers, "api-key"), std::nullopt);
}

TEST_F(Azure, NeedsTheNameOfADeployment) {
  PromptyAgent agent = agent_of("azure", std::nullopt);
  agent.model->id = std::nullopt;
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(build_request(agent, messages, *runtime)); }),
            "model.id is missing: the provider azure takes it as the name of the deployment to ask");
}

TEST_F(Azure, IsReachedByTheTransportOfARegisteredClient) {
  std::shared_ptr<KeepingTransport> const own = std::make_shared<KeepingTransport>();
  runtime->connections->clients.add(
      "shared", std::make_shared<Client>(Client{.endpoint = "https://own.example", .api_key = "K", .transport = own}));
  PromptyAgent const agent = agent_of("openai", ReferenceConnection{.name = "shared"});
  EXPECT_EQ(run(agent, messages, *runtime), Outcome(Text{.value = "ok"}));
  EXPECT_EQ(own->seen.url, "https://own.example/chat/completions");
  EXPECT_EQ(transport->seen.url, "");
}

}  // namespace
}  // namespace prompty::executors_test
