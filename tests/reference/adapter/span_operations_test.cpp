#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "adapter/reference_adapter.hpp"

namespace prompty::span_operations_test {
namespace {

using adapter::Json;

Json answer(std::string const& method, Json const& params) {
  adapter::ReferenceAdapter const reference;
  return reference.answer(Json{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
}

Json processing(std::string const& response) {
  Json params = Json::parse(R"({"agent": {"kind": "prompt", "model": {"provider": "openai"}, "instructions": ""}})");
  params["response"] = Json::parse(response);
  params["trace"] = true;
  return params;
}

char const* const good_response = R"({"choices": [{"message": {"content": "Hi"}}]})";

TEST(SpanOperations, ShowSpansInTheResult) {
  Json const result = answer("process", processing(good_response))["result"];
  EXPECT_EQ(result["value"], Json("Hi"));
  ASSERT_EQ(result["spans"].size(), 1U);
  EXPECT_EQ(result["spans"][0]["name"], Json("process"));
  EXPECT_EQ(result["spans"][0]["attributes"]["result"], Json::parse(R"({"type": "text", "value": "Hi"})"));
  EXPECT_FALSE(result["spans"][0].contains("parent"));
  EXPECT_FALSE(result["spans"][0].contains("error"));
}

TEST(SpanOperations, ShowSpansInErrors) {
  Json const data = answer("process", processing("{}"))["error"]["data"];
  EXPECT_EQ(data["kind"], Json("ValueError"));
  EXPECT_EQ(data["spans"][0]["error"]["kind"], Json("ValueError"));
}

TEST(SpanOperations, ShowNoSpansUnlessAskedTo) {
  Json params = processing(good_response);
  params["trace"] = false;
  EXPECT_FALSE(answer("process", params)["result"].contains("spans"));
}

TEST(SpanOperations, LeaveOtherAnswersAsTheyAre) {
  EXPECT_EQ(answer("frob", Json{{"trace", true}})["error"]["code"], Json(-32601));
  EXPECT_EQ(answer("process", Json{{"trace", true}})["error"]["code"], Json(-32602));
  EXPECT_EQ(answer("split", Json{{"text", ""}, {"trace", true}})["error"]["code"], Json(-32001));
}

}  // namespace
}  // namespace prompty::span_operations_test
