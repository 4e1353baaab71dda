#include "harness/judge/subject/json_rpc.hpp"

#include <gmock/gmock.h>

namespace conformance::answer_line_test {
namespace {

using testing::HasSubstr;

std::string problem_of(std::string_view line) {
  std::variant<AnswerMessage, ItemNotification, UnreadableLine> const decoded = decode_answer_line(line);
  UnreadableLine const* const unreadable = std::get_if<UnreadableLine>(&decoded);
  return unreadable == nullptr ? "(readable)" : unreadable->problem;
}

TEST(AnswerLines, HoldAnAnswerWithItsId) {
  std::variant<AnswerMessage, ItemNotification, UnreadableLine> const decoded =
      decode_answer_line(R"({"jsonrpc":"2.0","id":7,"result":[1]})");
  ASSERT_TRUE(std::holds_alternative<AnswerMessage>(decoded));
  EXPECT_EQ(std::get<AnswerMessage>(decoded).id, 7);
  EXPECT_EQ(std::get<AnswerMessage>(decoded).message["result"], Json::array({1}));
}

TEST(AnswerLines, MayEndWithACarriageReturn) {
  EXPECT_TRUE(std::holds_alternative<AnswerMessage>(decode_answer_line("{\"id\":7,\"result\":1}\r")));
}

TEST(AnswerLines, MayHoldAnItemNotification) {
  std::variant<AnswerMessage, ItemNotification, UnreadableLine> const decoded =
      decode_answer_line(R"({"jsonrpc":"2.0","method":"item","params":{"id":1,"item":"a"}})");
  ASSERT_TRUE(std::holds_alternative<ItemNotification>(decoded));
  EXPECT_EQ(std::get<ItemNotification>(decoded).id, 1);
  EXPECT_EQ(std::get<ItemNotification>(decoded).item, "a");
}

TEST(AnswerLines, AreUnreadableWhenTheyDeliverNoItemOfARequest) {
  EXPECT_THAT(problem_of(R"({"method":"item"})"), HasSubstr("delivers no item of a request"));
  EXPECT_THAT(problem_of(R"({"method":"item","params":7})"), HasSubstr("delivers no item of a request"));
  EXPECT_THAT(problem_of(R"({"method":"item","params":{"id":1}})"), HasSubstr("delivers no item of a request"));
  EXPECT_THAT(problem_of(R"({"method":"item","params":{"id":"1","item":1}})"),
              HasSubstr("delivers no item of a request"));
}

TEST(AnswerLines, AreUnreadableUnlessTheyAreAJsonObject) {
  EXPECT_THAT(problem_of("hello"), HasSubstr("no JSON object: hello"));
  EXPECT_THAT(problem_of(""), HasSubstr("(an empty line)"));
  EXPECT_THAT(problem_of("[]"), HasSubstr("no JSON object"));
  EXPECT_THAT(problem_of("{\"id\":1,\"result\":\"\xFF\"}"), HasSubstr("no JSON object"));
  EXPECT_THAT(problem_of(R"({"id":1,"result":1} {"id":2,"result":2})"), HasSubstr("no JSON object"));
}

TEST(AnswerLines, AreUnreadableWithoutAnIdOfARequest) {
  EXPECT_THAT(problem_of(R"({"result":1})"), HasSubstr("no id of a request"));
  EXPECT_THAT(problem_of(R"({"id":null,"error":{}})"), HasSubstr("no id of a request"));
  EXPECT_THAT(problem_of(R"({"id":"1","result":1})"), HasSubstr("no id of a request"));
  EXPECT_THAT(problem_of(R"({"id":1.5,"result":1})"), HasSubstr("no id of a request"));
}

TEST(AnswerLines, AreUnreadableWhenTheyAskForSomething) {
  EXPECT_THAT(problem_of(R"({"id":1,"method":"item"})"), HasSubstr("asks the harness"));
  EXPECT_THAT(problem_of(R"({"method":"log","params":{}})"), HasSubstr("asks the harness"));
}

TEST(AnswerLines, AreUnreadableWhenNestedTooDeeply) {
  std::string const deep = R"({"id":1,"result":)" + std::string(600, '[') + std::string(600, ']') + "}";
  EXPECT_THAT(problem_of(deep), HasSubstr("nested too deeply"));
  std::string const endless = R"({"id":1,"result":)" + std::string(5'000'000, '[');
  EXPECT_THAT(problem_of(endless), HasSubstr("nested too deeply"));
}

TEST(AnswerLines, MayHoldManyBracketsInsideAString) {
  std::string const line = R"({"id":1,"result":"\")" + std::string(600, '[') + "\"}";
  EXPECT_EQ(problem_of(line), "(readable)");
}

TEST(AnswerLines, AreUnreadableWhenTheyCostTooMuch) {
  std::string values;
  for (int count = 0; count < 500'000; ++count) values += "0,";
  EXPECT_THAT(problem_of(R"({"id":1,"result":[)" + values + "0]}"), HasSubstr("more than 500000 values"));
  std::string members;
  for (int count = 0; count < 4'096; ++count) members += "\"" + std::to_string(count) + "\":0,";
  EXPECT_THAT(problem_of(R"({"id":1,"result":{)" + members + R"("last":0}})"), HasSubstr("of more than 4096 members"));
  members.pop_back();
  EXPECT_EQ(problem_of(R"({"id":1,"result":{)" + members + "}}"), "(readable)");
}

TEST(AnswerLines, TellAboutWhatAnItemTakes) {
  std::string const small = R"({"method":"item","params":{"id":1,"item":0}})";
  std::string const large = R"({"method":"item","params":{"id":1,"item":[0,0,0,0,0,0,0,0,0,0]}})";
  std::size_t const of_small = std::get<ItemNotification>(decode_answer_line(small)).bytes;
  EXPECT_GT(of_small, small.size());
  EXPECT_GT(std::get<ItemNotification>(decode_answer_line(large)).bytes, of_small + 640 - 64);
}

TEST(AnswerLines, HoldTheLastOfMembersWithOneName) {
  std::variant<AnswerMessage, ItemNotification, UnreadableLine> const decoded =
      decode_answer_line(R"({"id":7,"result":1,"result":2})");
  EXPECT_EQ(std::get<AnswerMessage>(decoded).message["result"], 2);
}

TEST(AnswerLines, EndAtTheirEndAndAtNoNul) {
  std::string const answer = R"({"id":7,"result":1})";
  for (std::string const& behind : {std::string(1, '\0'), std::string("\0 garbage", 9)})
    EXPECT_TRUE(std::holds_alternative<UnreadableLine>(decode_answer_line(answer + behind)));
}

}  // namespace
}  // namespace conformance::answer_line_test
