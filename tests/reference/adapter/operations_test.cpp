#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "adapter/reference_adapter.hpp"
#include "mock-provider/server.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::operations_test {
namespace {

using adapter::Json;

Json answer(std::string const& method, Json const& params) {
  adapter::ReferenceAdapter const adapter;
  return adapter.answer(Json{{"jsonrpc", "2.0"}, {"id", 7}, {"method", method}, {"params", params}});
}

int code(Json const& response) {
  return response.contains("error") ? response["error"]["code"].get<int>() : 0;
}

int code(char const* method, char const* params) {
  return code(answer(method, Json::parse(params)));
}

Json const agent = Json::parse(R"({"kind":"prompt","instructions":"user:\nHi"})");

TEST(PrepareOperations, DemandTheirParams) {
  EXPECT_EQ(code(answer("validate_inputs", Json{{"agent", agent}})), -32602);
  EXPECT_EQ(code(answer("render", Json{{"inputs", Json::object()}})), -32602);
  EXPECT_EQ(code(answer("render", Json{{"agent", agent}, {"inputs", Json::object()}, {"undefined", "maybe"}})), -32602);
  EXPECT_EQ(code(answer("parse", Json{{"rendered", 7}})), -32602);
  EXPECT_EQ(code(answer("prepare", Json{{"agent", agent}})), -32602);
  EXPECT_EQ(code(answer("load", Json{{"path", "a"}, {"env", Json{{"A", 1}}}})), -32602);
  EXPECT_EQ(code(answer("load", Json{{"path", "a"}, {"env", Json::array({"A"})}})), -32602);
}

TEST(LoadOperation, SeesTheEnvironmentOfItsRequestAndNoOther) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path =
      folder.write("a.prompty", "---\nname: ${env:PROMPTY_TEST_NAME:none}\ndescription: ${env:PATH:none}\n---\nHi");
  Json params{
      {"path", path}, {"env", Json{{"PROMPTY_TEST_NAME", "one"}}}, {"envAfter", Json{{"PROMPTY_TEST_NAME", "two"}}}};
  EXPECT_EQ(answer("load", params)["result"]["name"], Json("one"));
  EXPECT_EQ(answer("load", params)["result"]["description"], Json("none"));
  EXPECT_EQ(answer("load", Json{{"path", path}})["result"]["name"], Json("none"));
}

TEST(RegistryOperation, KeepsRequestsApart) {
  adapter::ReferenceAdapter const adapter;
  Json request{{"jsonrpc", "2.0"}, {"id", 1}, {"method", "registry"}};
  request["params"] = Json::parse(R"({"steps":[{"do":"clear_tool_handlers"}]})");
  static_cast<void>(adapter.answer(request));
  request["params"] = Json::parse(R"({"steps":[{"do":"get_tool_handler","kind":"function"}]})");
  EXPECT_EQ(adapter.answer(request)["result"], Json::parse(R"([{"handler":true}])"));
}

TEST(RegistryOperation, RefusesWhatIsNoStep) {
  EXPECT_EQ(code("registry", R"({"steps":{}})"), -32602);
  EXPECT_EQ(code("registry", R"({"steps":[{"do":"sing"}]})"), -32602);
  EXPECT_EQ(code("registry", R"({"steps":[{"do":"register_tool","name":"t","value":"v"}]})"), -32602);
}

TEST(LookupOperation, NamesKindsOfComponentsThatThereAre) {
  EXPECT_EQ(code("lookup", R"({"component":"parser","key":"k"})"), -32000);
  EXPECT_EQ(code("lookup", R"({"component":"singer","key":"k"})"), -32602);
}

TEST(RegisteredComponents, HaveAnswersOfTheirShape) {
  for (char const* const wrong :
       {R"({"renderers":{"k":1}})", R"({"parsers":{"k":"a"}})", R"({"processors":{"k":{"type":"image","value":"a"}}})",
        R"({"processors":{"k":{}}})", R"({"renderers":[]})", R"({"singers":{"k":"a"}})", R"([])"}) {
    std::string const params = std::string(R"({"rendered":"a","register":)") + wrong + "}";
    EXPECT_EQ(code("parse", params.c_str()), -32602) << wrong;
  }
}

TEST(DispatchOperation, NeedsAToolAndACall) {
  EXPECT_EQ(code("dispatch", R"({"tool":{"name":"t","kind":"function"}})"), -32602);
  EXPECT_EQ(code("dispatch", R"({"agent":{"kind":"prompt","instructions":""},"call":{"name":"t","arguments":"{}"}})"),
            -32602);
  EXPECT_EQ(code("dispatch", R"({"clear":true,"via":"kind","tool":{"name":"t","kind":"mcp"},
      "call":{"name":"t","arguments":"{}"}})"),
            -32000);
}

TEST(MessagesToWire, RefuseOtherTargets) {
  EXPECT_EQ(code("messages_to_wire", R"({"target":"paper","messages":[]})"), -32602);
}

TEST(RunTools, RefusesParamsOfAnotherShape) {
  for (char const* const params :
       {R"({"tools":[],"handlers":{}})", R"({"assistant":{"role":"user","content":""},"tools":[],"handlers":{}})",
        R"({"assistant":{"role":"assistant","content":""},"tools":[{"name":"f"}],"handlers":{}})",
        R"({"assistant":{"role":"assistant","content":""},"tools":[],"handlers":{},"mode":"both"})",
        R"({"assistant":{"role":"assistant","content":""},"tools":[],"handlers":{},"gate":{"deny":{"x":"no"}}})"}) {
    EXPECT_EQ(code("run_tools", params), -32602) << params;
  }
}

Json agent_with(Json const& tool) {
  return Json{{"kind", "prompt"},
              {"model", Json{{"id", "m"}, {"provider", "openai"}}},
              {"tools", Json::array({tool})},
              {"instructions", ""}};
}

Json const search_server = Json{{"name", "search"}, {"kind", "mcp"}, {"serverName", "search"}};
Json const strict_function =
    Json::parse(R"({"name":"f","kind":"function","strict":true,"parameters":[{"name":"a","kind":"string"}]})");

TEST(ToolOperations, RefuseToolsThatWereNotDiscovered) {
  EXPECT_EQ(answer("project_tools", Json{{"agent", agent_with(search_server)}})["error"]["data"]["kind"],
            Json("NotImplementedError"));
}

TEST(ToolOperations, ReadTheListOfWhatWasDiscovered) {
  Json const offering = agent_with(search_server);
  EXPECT_EQ(answer("project_tools", Json{{"agent", offering}, {"discovered", Json{{"search", 1}}}})["error"]["code"],
            -32602);
  EXPECT_EQ(
      answer("project_tools", Json{{"agent", offering},
                                   {"discovered", Json{{"search", Json::array({Json::object()})}}}})["error"]["code"],
      -32602);
}

TEST(ToolOperations, FollowTheProfileOfTheRequest) {
  Json params{{"agent", agent_with(strict_function)}};
  EXPECT_FALSE(answer("project_tools", params)["result"]["tools"][0]["function"]["parameters"].contains("required"));
  params["options"] = Json{{"profile", "live"}};
  EXPECT_EQ(answer("project_tools", params)["result"]["tools"][0]["function"]["parameters"]["required"],
            Json::array({"a"}));
  params["options"] = Json{{"profile", "lenient"}};
  EXPECT_EQ(answer("project_tools", params)["error"]["code"], -32602);
}

TEST(SpanOperations, ShowNoSpansUnlessRequested) {
  Json const params = Json::parse(R"({"agent": {"kind": "prompt", "model": {"provider": "openai"}, "instructions": ""},
      "response": {"choices": [{"message": {"content": "Hi"}}]}, "trace": false})");
  EXPECT_FALSE(answer("process", params)["result"].contains("spans"));
}

TEST(SpanOperations, LeaveOtherAnswersAsTheyAre) {
  EXPECT_EQ(answer("frob", Json{{"trace", true}})["error"]["code"], -32601);
  EXPECT_EQ(answer("process", Json{{"trace", true}})["error"]["code"], -32602);
  EXPECT_EQ(answer("split", Json{{"text", ""}, {"trace", true}})["error"]["code"], -32001);
}

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

TEST_F(HttpConnectionOperations, TakeTheProxyOfTheirEnvironment) {
  Json params = params_over({{"kind", "anonymous"}, {"endpoint", "http://provider.invalid/v1"}});
  params["env"] = {{"http_proxy", "http://127.0.0.1:1"}};
  std::string const message = answer("run", params)["error"]["message"].get<std::string>();
  EXPECT_NE(message.find("the proxy http://127.0.0.1:1 cannot be reached"), std::string::npos) << message;
}

}  // namespace
}  // namespace prompty::operations_test
