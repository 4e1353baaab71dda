// Operations that reach a provider: over registered clients, with an environment of their own, and without processing.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "adapter/reference_adapter.hpp"
#include "mock-provider/server.hpp"

namespace prompty::connection_operations_test {
namespace {

using adapter::Json;

class HttpConnectionOperations : public testing::Test {
 protected:
  Json answer(std::string const& method, Json const& params) {
    server_.put_scenario("s", Json{{"steps", Json::array({Json{{"respond", {{"text", "ok"}}}}})}});
    return adapter_.answer(Json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
  }

  Json params_over(Json const& connection) {
    Json const part = {{"kind", "text"}, {"value", "A"}};
    Json const model = {{"id", "m"}, {"provider", "openai"}, {"apiType", "chat"}, {"connection", connection}};
    return {{"agent", {{"kind", "prompt"}, {"model", model}, {"instructions", ""}}},
            {"messages", Json::array({Json{{"role", "user"}, {"content", Json::array({part})}}})}};
  }

  Json client() { return {{"endpoint", server_.base_url() + "/s/v1"}, {"apiKey", "K"}}; }

  mock_provider::Server server_{mock_provider::ServerOptions{}};

 private:
  adapter::ReferenceAdapter adapter_;
};

TEST_F(HttpConnectionOperations, RunOverAClientThatTheRequestRegisters) {
  Json params = params_over({{"kind", "reference"}, {"name", "house"}});
  params["register"] = {{"connections", {{"house", client()}}}};
  EXPECT_EQ(answer("run", params)["result"], (Json{{"type", "text"}, {"value", "ok"}}));
  EXPECT_EQ(server_.requests("s").size(), 1U);
}

TEST_F(HttpConnectionOperations, ForgetClientsOfEarlierRequests) {
  Json params = params_over({{"kind", "reference"}, {"name", "house"}});
  params["register"] = {{"connections", {{"house", client()}}}};
  EXPECT_TRUE(answer("run", params).contains("result"));
  params.erase("register");
  EXPECT_EQ(answer("run", params)["error"]["data"]["kind"], "ValueError");
}

TEST_F(HttpConnectionOperations, RefuseClientsOfAnotherShape) {
  Json params = params_over({{"kind", "reference"}, {"name", "house"}});
  params["register"] = {{"connections", {{"house", "http://h"}}}};
  EXPECT_EQ(answer("run", params)["error"]["code"], -32602);
  params["register"] = {{"connections", Json::array()}};
  EXPECT_EQ(answer("run", params)["error"]["code"], -32602);
}

TEST_F(HttpConnectionOperations, ExecuteGivesTheAnswerItself) {
  for (std::string const variant : {"sync", "async"}) {
    Json params = params_over({{"kind", "anonymous"}, {"endpoint", server_.base_url() + "/s/v1"}});
    params["variant"] = variant;
    Json const result = answer("execute", params)["result"];
    EXPECT_EQ(result["object"], "chat.completion");
    EXPECT_EQ(result["choices"][0]["message"]["content"], "ok");
  }
}

TEST_F(HttpConnectionOperations, TakeTheProxyOfTheirEnvironment) {
  Json params = params_over({{"kind", "anonymous"}, {"endpoint", "http://provider.invalid/v1"}});
  params["env"] = {{"http_proxy", "http://127.0.0.1:1"}};
  std::string const message = answer("run", params)["error"]["message"].get<std::string>();
  EXPECT_NE(message.find("the proxy http://127.0.0.1:1 cannot be reached"), std::string::npos) << message;
}

}  // namespace
}  // namespace prompty::connection_operations_test
