#include "harness/judge/subject/json_rpc.hpp"

#include <gmock/gmock.h>

namespace conformance::reply_test {
namespace {

using testing::HasSubstr;

Reply reply_to(std::string_view response) {
  return reply_from_response(Json::parse(response), 5);
}

Reply reply_to_error(Json const& error) {
  return reply_from_response({{"jsonrpc", "2.0"}, {"id", 5}, {"error", error}}, 5);
}

TEST(Replies, OfAResultCarryIt) {
  Reply const reply = reply_to(R"({"jsonrpc":"2.0","id":5,"result":{"body":"x"}})");
  EXPECT_EQ(reply.status, Reply::Status::result);
  EXPECT_EQ(reply.value, Json({{"body", "x"}}));
  EXPECT_EQ(reply.detail, "");
}

TEST(Replies, MayCarryNull) {
  Reply const reply = reply_to(R"({"jsonrpc":"2.0","id":5,"result":null})");
  EXPECT_EQ(reply.status, Reply::Status::result);
  EXPECT_EQ(reply.value, nullptr);
}

TEST(Replies, TakeTheIdByValue) {
  EXPECT_EQ(reply_to(R"({"jsonrpc":"2.0","id":5.0,"result":1})").status, Reply::Status::result);
}

TEST(Replies, TellUnsupportedOperationsFromUnsupportedInputs) {
  Reply const operation = reply_to_error({{"code", -32601}, {"message", "no such thing"}});
  EXPECT_EQ(operation.status, Reply::Status::unsupported);
  EXPECT_EQ(operation.detail, "no such thing");
  EXPECT_EQ(reply_to_error({{"code", -32601}, {"message", "no\x1B]0;title"}}).detail, "no ]0;title");
  EXPECT_EQ(reply_to_error({{"code", -32001}, {"message", "not this"}}).status, Reply::Status::unsupported_input);
}

TEST(Replies, OfARaisedErrorCarryKindMessageAndExtras) {
  Reply const reply = reply_to_error({{"code", -32000},
                                      {"message", "outer"},
                                      {"data",
                                       {{"kind", "ValueError"},
                                        {"message", "inner"},
                                        {"partial", {{"a", 1}}},
                                        {"spans", Json::array()},
                                        {"stack", "somewhere"}}}});
  EXPECT_EQ(reply.status, Reply::Status::error);
  EXPECT_EQ(reply.value, Json::parse(R"({"kind":"ValueError","message":"inner","partial":{"a":1},"spans":[]})"));
}

TEST(Replies, TakeAListOfWhatWasDoneForTheItemsOfAStream) {
  Reply const reply = reply_to_error(
      {{"code", -32000},
       {"message", ""},
       {"data", {{"kind", "ValueError"}, {"message", "cut"}, {"partial", Json::array({"a", Json::object()})}}}});
  EXPECT_EQ(reply.value["partial"], Json::parse(R"({"items":["a",{}]})"));
}

class ErrorKinds : public testing::TestWithParam<char const*> {};

TEST_P(ErrorKinds, OfTheProtocolAreAccepted) {
  Reply const reply =
      reply_to_error({{"code", -32000}, {"message", ""}, {"data", {{"kind", GetParam()}, {"message", "m"}}}});
  EXPECT_EQ(reply.status, Reply::Status::error);
  EXPECT_EQ(reply.value["kind"], GetParam());
}

INSTANTIATE_TEST_SUITE_P(Protocol, ErrorKinds,
                         testing::Values("ValueError", "FileNotFoundError", "InvokerError", "NotImplementedError",
                                         "ConnectionError", "ExecuteError", "RuntimeError", "CancelledError",
                                         "GuardrailError"));

struct Fault {
  char const* name;
  char const* response;
  char const* detail;
};

class FaultyResponses : public testing::TestWithParam<Fault> {};

TEST_P(FaultyResponses, AreProtocolFaultsThatSayWhy) {
  Reply const reply = reply_to(GetParam().response);
  EXPECT_EQ(reply.status, Reply::Status::protocol_fault);
  EXPECT_THAT(reply.detail, HasSubstr(GetParam().detail));
}

INSTANTIATE_TEST_SUITE_P(
    Protocol, FaultyResponses,
    testing::Values(
        Fault{"Array", "[]", "must be an object"}, Fault{"OtherId", R"({"jsonrpc":"2.0","id":6,"result":1})", "id 6"},
        Fault{"TextId", R"({"jsonrpc":"2.0","id":"5","result":1})", "id \"5\""},
        Fault{"NoId", R"({"jsonrpc":"2.0","result":1})", "(none)"},
        Fault{"HugeId", R"({"jsonrpc":"2.0","id":18446744073709551615,"result":1})", "id 18446744073709551615"},
        Fault{"NoVersion", R"({"id":5,"result":1})", "\"jsonrpc\": \"2.0\""},
        Fault{"Neither", R"({"jsonrpc":"2.0","id":5})", "either a result or an error"},
        Fault{"Both", R"({"jsonrpc":"2.0","id":5,"result":1,"error":{}})", "not both"},
        Fault{"ErrorIsText", R"({"jsonrpc":"2.0","id":5,"error":"boom"})", "integer code"},
        Fault{"NoMessage", R"({"jsonrpc":"2.0","id":5,"error":{"code":-32601}})", "string message"},
        Fault{"OtherCode", R"({"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"bad params"}})",
              "-32602 is not one of the protocol"},
        Fault{"NoData", R"({"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"m"}})", "needs data"},
        Fault{"NoKind", R"({"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"m","data":{"message":"m"}}})",
              "needs data"},
        Fault{"NoInnerMessage",
              R"({"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"m","data":{"kind":"ValueError"}}})",
              "needs data"},
        Fault{
            "OtherKind",
            R"({"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"m","data":{"kind":"TypeError","message":"m"}}})",
            "\"TypeError\" is none of"},
        Fault{
            "SpansAreNoArray",
            R"({"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"m","data":{"kind":"ValueError","message":"m","spans":1}}})",
            "must be an array"}),
    [](testing::TestParamInfo<Fault> const& tested) { return tested.param.name; });

}  // namespace
}  // namespace conformance::reply_test
