#include "prompty/tools/mcp_client.hpp"

#include <gtest/gtest.h>

namespace prompty::json_rpc {
namespace {

Message read_text(char const* text) {
  return read(Json::parse(text));
}

TEST(JsonRpcMessages, AreDistinguished) {
  EXPECT_EQ(read_text(R"({"jsonrpc":"2.0","id":"a","method":"ping"})"), Message(Request{.id = "a", .method = "ping"}));
  EXPECT_EQ(read_text(R"({"jsonrpc":"2.0","method":"m"})"), Message(Notification{.method = "m"}));
  EXPECT_EQ(read_text(R"({"jsonrpc":"2.0","id":4,"result":[]})"), Message(Response{.id = 4, .outcome = Json::array()}));
  EXPECT_EQ(read_text(R"({"jsonrpc":"2.0","id":4,"error":{"code":-1,"message":"no"}})"),
            Message(Response{.id = 4, .outcome = Refusal{.code = -1, .message = "no"}}));
}

TEST(JsonRpcMessages, TakeAnErrorThatSaysLittle) {
  EXPECT_EQ(read_text(R"({"jsonrpc":"2.0","id":4,"error":{"code":"x","message":1}})"),
            Message(Response{.id = 4, .outcome = Refusal{}}));
}

TEST(JsonRpcMessages, AreNotWhatOnlyLooksLikeThem) {
  for (char const* const text :
       {"[]", "1", "{}", R"({"jsonrpc":"1.0","id":1,"result":{}})", R"({"jsonrpc":2,"id":1,"result":{}})",
        R"({"jsonrpc":"2.0","id":"1","result":{}})", R"({"jsonrpc":"2.0","id":1})",
        R"({"jsonrpc":"2.0","id":1,"error":"no"})", R"({"jsonrpc":"2.0","result":{}})"}) {
    EXPECT_EQ(read_text(text), Message(Invalid{})) << text;
  }
}

TEST(JsonRpcMessages, AreWritten) {
  EXPECT_EQ(request(3, "m", Json::object()).dump(), R"({"jsonrpc":"2.0","id":3,"method":"m","params":{}})");
  EXPECT_EQ(notification("m", nullptr).dump(), R"({"jsonrpc":"2.0","method":"m"})");
  EXPECT_EQ(notification("m", Json{{"a", 1}}).dump(), R"({"jsonrpc":"2.0","method":"m","params":{"a":1}})");
}

TEST(JsonRpcMessages, AnswerAPingAndNothingElse) {
  EXPECT_EQ(reply_to({.id = 7, .method = "ping"}).dump(), R"({"jsonrpc":"2.0","id":7,"result":{}})");
  Json const refusal = reply_to({.id = "x", .method = "roots/list"});
  EXPECT_EQ(refusal["id"], "x");
  EXPECT_EQ(refusal["error"]["code"], -32601);
  EXPECT_FALSE(refusal.contains("result"));
}

}  // namespace
}  // namespace prompty::json_rpc
