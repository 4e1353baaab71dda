#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "adapter/reference_adapter.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::prepare_operations_test {
namespace {

using adapter::Json;

Json answer(char const* method, Json const& params) {
  static adapter::ReferenceAdapter const adapter;
  return adapter.answer(Json{{"jsonrpc", "2.0"}, {"id", 7}, {"method", method}, {"params", params}});
}

std::string result(char const* method, Json const& params) {
  Json const response = answer(method, params);
  return response.contains("result") ? response["result"].dump() : response.dump();
}

int code(Json const& response) {
  return response.contains("error") ? response["error"]["code"].get<int>() : 0;
}

Json with_variant(Json params, char const* variant) {
  params["variant"] = variant;
  return params;
}

Json const agent = Json::parse(R"({"kind":"prompt","instructions":"user:\nHi {{ n }}",
  "inputs":[{"name":"n","kind":"string","default":"Jane"},{"name":"t","kind":"thread"}]})");

TEST(PrepareOperations, CompleteInputs) {
  EXPECT_EQ(result("validate_inputs", Json{{"agent", agent}, {"inputs", Json{{"x", 1}}}}), R"({"x":1,"n":"Jane"})");
}

TEST(ThreadsPrepareOperations, AnswerInBothVariants) {
  for (char const* const variant : {"sync", "async"}) {
    Json const inputs{{"agent", agent}, {"inputs", Json::object()}};
    EXPECT_EQ(result("render", with_variant(inputs, variant)), R"({"rendered":"user:\nHi Jane"})");
    EXPECT_EQ(result("prepare", with_variant(inputs, variant)),
              R"([{"role":"user","content":[{"kind":"text","value":"Hi Jane"}]}])");
    EXPECT_EQ(result("parse", with_variant(Json{{"rendered", "user[a=b]:\nHi"}}, variant)),
              R"([{"role":"user","content":[{"kind":"text","value":"Hi"}],"metadata":{"a":"b"}}])");
  }
}

TEST(PrepareOperations, TellWhatAnUndefinedVariableDoes) {
  Json params{{"agent", Json::parse(R"({"kind":"prompt","instructions":"[{{ nope }}]"})")}, {"inputs", Json::object()}};
  EXPECT_EQ(result("render", params), R"({"rendered":"[]"})");
  params["undefined"] = "empty";
  EXPECT_EQ(result("render", params), R"({"rendered":"[]"})");
  params["undefined"] = "error";
  EXPECT_EQ(answer("render", params)["error"]["data"]["kind"], Json("ValueError"));
  params["undefined"] = "maybe";
  EXPECT_EQ(code(answer("render", params)), -32602);
}

TEST(PrepareOperations, FollowTheKindsOfTheAgent) {
  Json other = agent;
  other["template"] = Json::parse(R"({"format":{"kind":"nope"},"parser":{"kind":"prompty"}})");
  EXPECT_EQ(answer("render", Json{{"agent", other}, {"inputs", Json::object()}})["error"]["data"]["kind"],
            Json("InvokerError"));
  other["template"] = Json::parse(R"({"format":{"kind":"jinja2"},"parser":{"kind":"nope"}})");
  EXPECT_EQ(answer("prepare", Json{{"agent", other}, {"inputs", Json::object()}})["error"]["data"]["kind"],
            Json("InvokerError"));
  EXPECT_EQ(answer("parse", Json{{"agent", other}, {"rendered", ""}})["error"]["data"]["kind"], Json("InvokerError"));
}

TEST(PrepareOperations, DemandTheirParams) {
  EXPECT_EQ(code(answer("validate_inputs", Json{{"agent", agent}})), -32602);
  EXPECT_EQ(code(answer("render", Json{{"inputs", Json::object()}})), -32602);
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

TEST(ThreadsLoadOperation, FindsRelativePathsFromItsFolder) {
  prompty_tests::TemporaryFolder const folder;
  static_cast<void>(folder.write("sub/a.prompty", "---\nname: A\n---\nHi"));
  for (char const* const variant : {"sync", "async"}) {
    EXPECT_EQ(
        answer("load", Json{{"path", "sub/a.prompty"}, {"cwd", folder.path()}, {"variant", variant}})["result"]["name"],
        Json("A"));
  }
}

}  // namespace
}  // namespace prompty::prepare_operations_test
