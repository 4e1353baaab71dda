#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "adapter/reference_adapter.hpp"

namespace prompty::registry_operations_test {
namespace {

using Json = nlohmann::ordered_json;

Json answer(char const* method, char const* params) {
  adapter::ReferenceAdapter const adapter;
  return adapter.answer(Json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", Json::parse(params)}});
}

Json result(char const* method, char const* params) {
  return answer(method, params)["result"];
}

Json code(char const* method, char const* params) {
  return answer(method, params)["error"]["code"];
}

TEST(RegistryOperation, TakesStepsInOrder) {
  EXPECT_EQ(result("registry", R"({"steps":[{"do":"register_tool","name":"t","value":{"returns":"a"}},
      {"do":"get_tool","name":"t","call":{}},{"do":"get_tool","name":"t"},{"do":"clear_tools"},
      {"do":"get_tool","name":"t"}]})"),
            Json::parse(R"([null,{"handler":true,"result":"a"},{"handler":true},null,null])"));
  EXPECT_EQ(result("registry", R"({"steps":[{"do":"register_connection","name":"c","value":{"endpoint":"e"}},
      {"do":"get_connection","name":"c"},{"do":"clear_connections"},{"do":"get_connection","name":"c"}]})"),
            Json::parse(R"([null,{"endpoint":"e"},null,null])"));
  EXPECT_EQ(result("registry", R"({"steps":[{"do":"get_executor","key":"openai"},{"do":"clear_cache"},
      {"do":"get_processor","key":"none"}]})")[2]["error"]["kind"],
            Json("InvokerError"));
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
  EXPECT_EQ(code("registry", R"({"steps":{}})"), Json(-32602));
  EXPECT_EQ(code("registry", R"({"steps":[{"do":"sing"}]})"), Json(-32602));
  EXPECT_EQ(code("registry", R"({"steps":[{"do":"register_tool","name":"t","value":"v"}]})"), Json(-32602));
}

TEST(LookupOperation, FindsWhatIsBuiltInAndWhatIsRegistered) {
  EXPECT_EQ(result("lookup", R"({"component":"parser","key":"prompty"})"), (Json{{"found", true}}));
  EXPECT_EQ(result("lookup", R"({"component":"renderer","key":"k","register":{"renderers":{"k":"a"}}})"),
            (Json{{"found", true}}));
  EXPECT_EQ(code("lookup", R"({"component":"parser","key":"k"})"), Json(-32000));
  EXPECT_EQ(code("lookup", R"({"component":"singer","key":"k"})"), Json(-32602));
}

TEST(RegisteredComponents, AreUsedAndTellWhatTheyGot) {
  Json const told = result("run", R"({"agent":{"kind":"prompt","model":{"provider":"p"},"instructions":""},
      "messages":[],"register":{"executors":{"p":{"a":1}},"processors":{"p":{"type":"json","value":2}}}})");
  EXPECT_EQ(told["value"], Json::parse(R"({"type":"json","value":2})"));
  EXPECT_EQ(told["doublesCalled"][0]["component"], Json("executor"));
  EXPECT_EQ(told["doublesCalled"][1]["received"]["response"], Json::parse(R"({"a":1})"));
}

TEST(RegisteredComponents, HaveAnswersOfTheirShape) {
  for (char const* const wrong :
       {R"({"renderers":{"k":1}})", R"({"parsers":{"k":"a"}})", R"({"processors":{"k":{"type":"image","value":"a"}}})",
        R"({"processors":{"k":{}}})", R"({"renderers":[]})", R"({"singers":{"k":"a"}})", R"([])"}) {
    std::string const params = std::string(R"({"rendered":"a","register":)") + wrong + "}";
    EXPECT_EQ(code("parse", params.c_str()), Json(-32602)) << wrong;
  }
}

TEST(DispatchOperation, TellsWhoServedTheCallAndWithWhat) {
  EXPECT_EQ(
      result("dispatch", R"({"tool":{"name":"t","kind":"function","bindings":{"b":2}},"names":{"t":{"returns":"x"}},
      "call":{"name":"t","arguments":"{\"a\":1}"}})"),
      Json::parse(R"({"result":"x","servedBy":"name","received":[{"a":1,"b":2}]})"));
  EXPECT_EQ(result("dispatch", R"({"via":"kind","tool":{"name":"t","kind":"function"},"names":{"t":{"returnsJson":[1]}},
      "call":{"name":"t","arguments":""}})"),
            Json::parse(R"({"result":[1],"servedBy":"kind","received":[{}]})"));
}

TEST(DispatchOperation, FindsTheToolThatOffersTheFunction) {
  Json const told = result("dispatch", R"({"agent":{"kind":"prompt","instructions":"","tools":[{"name":"m","kind":"mcp",
      "connection":{"kind":"anonymous","endpoint":"e"}}]},"discovered":{"m":[{"name":"f"}]},"inputs":{"i":1},
      "kinds":{"mcp":{"returns":"x"}},"call":{"name":"f","arguments":"{}"}})");
  EXPECT_EQ(told["servedBy"], Json("kind"));
  EXPECT_EQ(told["received"][0]["name"], Json("m"));
  EXPECT_EQ(told["received"][3], Json::parse(R"({"i":1})"));
}

TEST(DispatchOperation, RaisesWhatHandlersThrow) {
  Json const raised = answer("dispatch", R"({"tool":{"name":"t","kind":"function"},"names":{"t":{"throws":"boom"}},
      "call":{"name":"t","arguments":"{}"}})");
  EXPECT_EQ(raised["error"]["data"]["kind"], Json("RuntimeError"));
  EXPECT_EQ(raised["error"]["message"], Json("boom"));
}

TEST(DispatchOperation, NeedsAToolAndACall) {
  EXPECT_EQ(code("dispatch", R"({"tool":{"name":"t","kind":"function"}})"), Json(-32602));
  EXPECT_EQ(code("dispatch", R"({"agent":{"kind":"prompt","instructions":""},"call":{"name":"t","arguments":"{}"}})"),
            Json(-32602));
  EXPECT_EQ(code("dispatch", R"({"clear":true,"via":"kind","tool":{"name":"t","kind":"mcp"},
      "call":{"name":"t","arguments":"{}"}})"),
            Json(-32000));
}

}  // namespace
}  // namespace prompty::registry_operations_test
