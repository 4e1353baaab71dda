// The whole way out and back against the mock provider, which judges each request by Anthropic's own rules.
#include "prompty/provider/anthropic_executor.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/server.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/version.hpp"
#include "prompty/pipeline/run.hpp"
#include "prompty/provider/anthropic_processor.hpp"
#include "reference/support/raised.hpp"

namespace prompty::anthropic_executor_test {
namespace {

class HttpAnthropic : public testing::Test {
 protected:
  HttpAnthropic() {
    agent.model = Model{.id = "claude-sonnet-4-5",
                        .provider = "anthropic",
                        .connection = KeyConnection{.endpoint = server.base_url() + "/s", .api_key = "sk-test"},
                        .options = ModelOptions{.temperature = 0.5, .top_k = 4}};
    agent.tools = {{.name = "get_weather",
                    .description = "d",
                    .details = FunctionTool{.parameters = {{.name = "city", .required = true}}}}};
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
      {.role = "user", .content = {TextPart{.value = "A"}, ImagePart{.value = "QUJD", .media_type = "image/png"}}}};
};

TEST_F(HttpAnthropic, SendsARequestThatTheProviderTakes) {
  EXPECT_EQ(answer_to(R"({"text":"It is 72."})"), Outcome(Text{.value = "It is 72."}));
  std::vector<mock_provider::JournalEntry> const requests = server.requests("s");
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_THAT(requests[0].findings, testing::IsEmpty());
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].path, "/v1/messages");
  EXPECT_THAT(requests[0].headers, testing::Contains(testing::Pair("x-api-key", "sk-test")));
  EXPECT_THAT(requests[0].headers, testing::Contains(testing::Pair("anthropic-version", "2023-06-01")));
  EXPECT_THAT(requests[0].headers, testing::Contains(testing::Pair("User-Agent", "prompty/" + std::string(version()))));
  EXPECT_THAT(requests[0].headers, testing::Not(testing::Contains(testing::Key("Authorization"))));
  EXPECT_EQ(Json::parse(requests[0].body), build_request(agent, messages, *runtime).body);
}

TEST_F(HttpAnthropic, SendsAConversationWithToolsThatTheProviderTakes) {
  Json const function{{"name", "get_weather"}, {"arguments", R"({"city":"Paris"})"}};
  Json const call{{"id", "toolu_1"}, {"type", "function"}, {"function", function}};
  messages.push_back(
      {.role = "assistant", .content = {TextPart{.value = ""}}, .metadata = Json{{"tool_calls", Json::array({call})}}});
  messages.push_back(
      {.role = "tool", .content = {TextPart{.value = "72"}}, .metadata = Json{{"tool_call_id", "toolu_1"}}});
  EXPECT_EQ(answer_to(R"({"text":"72."})"), Outcome(Text{.value = "72."}));
  EXPECT_THAT(server.requests("s").at(0).findings, testing::IsEmpty());
}

TEST_F(HttpAnthropic, AsksForStructuredOutputInTheLiveProfile) {
  runtime = make_runtime(HttpOptions{.read_timeout = std::chrono::seconds(10)}, Profile::live);
  agent.outputs = {{.name = "a", .kind = "integer"}};
  EXPECT_EQ(answer_to(R"({"json":{"a":1}})"), Outcome(StructuredValue{.value = Json{{"a", 1}}}));
  EXPECT_THAT(server.requests("s").at(0).findings, testing::IsEmpty());
}

TEST_F(HttpAnthropic, CallsToolsAsTheProviderDoes) {
  Outcome const outcome = answer_to(R"({"toolCalls":[{"name":"get_weather","arguments":{"city":"Paris"}}]})");
  std::vector<ToolCall> const& calls = std::get<std::vector<ToolCall>>(outcome);
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].arguments, R"({"city":"Paris"})");
  EXPECT_NE(calls[0].id, "");
}

TEST_F(HttpAnthropic, ReportsARefusalInTheWordsOfTheProvider) {
  try {
    static_cast<void>(answer_to(R"({"error":{"status":529,"message":"Too busy"}})"));
    FAIL() << "no error came";
  } catch (ExecuteError const& error) {
    EXPECT_EQ(error.status(), 529);
    EXPECT_EQ(error.request_id().find("req_"), 0U);
    EXPECT_NE(std::string(error.what()).find("/v1/messages answered with status 529: Too busy"), std::string::npos);
  }
  EXPECT_EQ(server.requests("s").size(), 1U);
}

TEST_F(HttpAnthropic, ReportsAnAnswerThatIsCutShortAsNoAnswer) {
  EXPECT_NE(
      raised<ConnectionError>([&] { static_cast<void>(answer_to(R"({"fault":{"kind":"cut","afterBytes":20}})")); }),
      "");
}

TEST_F(HttpAnthropic, SendsNoCredentialForAnAnonymousConnection) {
  agent.model->connection = AnonymousConnection{.endpoint = server.base_url() + "/s"};
  static_cast<void>(answer_to(R"({"text":"x"})"));
  EXPECT_THAT(server.requests("s").at(0).headers, testing::Not(testing::Contains(testing::Key("x-api-key"))));
}

TEST_F(HttpAnthropic, SendsNothingWithAnIncompleteConnection) {
  agent.model->connection = KeyConnection{.endpoint = server.base_url() + "/s"};
  EXPECT_NE(raised<ValueError>([&] { static_cast<void>(answer_to(R"({"text":"x"})")); }), "");
  EXPECT_EQ(server.requests("s").size(), 0U);
}

TEST(AnthropicExecutor, HasChatOnly) {
  anthropic::AnthropicExecutor const executor(std::make_shared<HttpTransport>());
  PromptyAgent agent;
  EXPECT_EQ(executor.build_request(agent, {}),
            (ProviderRequest{.method = "POST",
                             .path = "/v1/messages",
                             .headers = {{"anthropic-version", "2023-06-01"}},
                             .body = Json::parse(R"({"messages":[],"max_tokens":4096})")}));
  agent.model = Model{.api_type = "embedding"};
  auto const names_type = [](std::string const& message) {
    return message.find("Unsupported API type: embedding") == 0;
  };
  EXPECT_TRUE(names_type(raised<ValueError>([&] { static_cast<void>(executor.build_request(agent, {})); })));
  EXPECT_TRUE(names_type(
      raised<ValueError>([&] { static_cast<void>(anthropic::AnthropicProcessor().process(agent, Json::object())); })));
}

}  // namespace
}  // namespace prompty::anthropic_executor_test
