// The whole way out and back against the mock provider, which judges each request by the provider's own rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "prompty/core/error.hpp"
#include "prompty/pipeline/run.hpp"
#include "reference/support/raised.hpp"

namespace prompty::mock_provider_test {
namespace {

class HttpMockProvider : public testing::Test {
 protected:
  HttpMockProvider() {
    agent.model = Model{.id = "gpt-4o",
                        .provider = "openai",
                        .connection = KeyConnection{.endpoint = server.base_url() + "/s/v1", .api_key = "sk-test"},
                        .options = ModelOptions{.temperature = 0.5, .stop_sequences = std::vector<std::string>{"END"}}};
    agent.tools = {{.name = "get_weather",
                    .description = "d",
                    .details = FunctionTool{.parameters = {{.name = "city", .required = true}}, .strict = true}}};
  }

  Outcome answer_to(char const* respond) {
    server.put_scenario("s", Json{{"steps", Json::array({Json{{"respond", Json::parse(respond)}}})}});
    return run(agent, messages, *runtime);
  }

  mock_provider::Server server{mock_provider::ServerOptions{}};
  std::unique_ptr<Runtime> runtime = make_runtime(HttpOptions{.read_timeout = std::chrono::seconds(10)});
  PromptyAgent agent;
  std::vector<Message> messages = {
      {.role = "system", .content = {TextPart{.value = "S"}}},
      {.role = "user", .content = {TextPart{.value = "A"}, ImagePart{.value = "https://e/i.png"}}}};
};

TEST_F(HttpMockProvider, FindsNothingWrongWithTheRequest) {
  EXPECT_EQ(answer_to(R"({"text":"It is 72."})"), Outcome(Text{.value = "It is 72."}));
  std::vector<mock_provider::JournalEntry> const requests = server.requests("s");
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_THAT(requests[0].findings, testing::IsEmpty());
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].path, "/v1/chat/completions");
  EXPECT_THAT(requests[0].headers, testing::Contains(testing::Pair("Authorization", "Bearer sk-test")));
  EXPECT_EQ(Json::parse(requests[0].body), build_request(agent, messages, *runtime).body);
}

TEST_F(HttpMockProvider, CallsToolsAsTheProviderDoes) {
  Outcome const outcome = answer_to(R"({"toolCalls":[{"name":"get_weather","arguments":{"city":"Paris"}}]})");
  std::vector<ToolCall> const& calls = std::get<std::vector<ToolCall>>(outcome);
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].name, "get_weather");
  EXPECT_EQ(Json::parse(calls[0].arguments), (Json{{"city", "Paris"}}));
  EXPECT_NE(calls[0].id, "");
}

TEST_F(HttpMockProvider, EmbedsWithoutFindings) {
  agent.model->api_type = "embedding";
  Outcome const outcome = answer_to(R"({"text":"ok"})");
  EXPECT_EQ(std::get<std::vector<Embedding>>(outcome).size(), 2U);
  EXPECT_EQ(server.requests("s")[0].path, "/v1/embeddings");
  EXPECT_THAT(server.requests("s")[0].findings, testing::IsEmpty());
}

TEST_F(HttpMockProvider, DrawsWithoutFindingsWhenLive) {
  runtime = make_runtime(HttpOptions{.read_timeout = std::chrono::seconds(10)}, Profile::live);
  agent.model->api_type = "image";
  EXPECT_NE(std::get<Image>(answer_to(R"({"text":"ok"})")).value, "");
  EXPECT_EQ(server.requests("s")[0].path, "/v1/images/generations");
  EXPECT_THAT(server.requests("s")[0].findings, testing::IsEmpty());
}

TEST_F(HttpMockProvider, RespondsWithoutFindingsWhenLive) {
  runtime = make_runtime(HttpOptions{.read_timeout = std::chrono::seconds(10)}, Profile::live);
  agent.model->api_type = "responses";
  EXPECT_EQ(answer_to(R"({"text":"It is 72."})"), Outcome(Text{.value = "It is 72."}));
  EXPECT_EQ(server.requests("s")[0].path, "/v1/responses");
  EXPECT_THAT(server.requests("s")[0].findings, testing::IsEmpty());
  Outcome const calls = answer_to(R"({"toolCalls":[{"id":"c","name":"get_weather","arguments":{}}]})");
  EXPECT_EQ(calls, Outcome(std::vector<ToolCall>{{.id = "c", .name = "get_weather", .arguments = "{}"}}));
}

TEST_F(HttpMockProvider, IsAskedOnceEvenWhenItRefuses) {
  std::string const message =
      raised<ExecuteError>([&] { static_cast<void>(answer_to(R"({"error":{"status":429}})")); });
  EXPECT_NE(message.find("answered with status 429: "), std::string::npos) << message;
  EXPECT_NE(message.find("(request id "), std::string::npos) << message;
  EXPECT_EQ(server.requests("s").size(), 1U);
}

}  // namespace
}  // namespace prompty::mock_provider_test
