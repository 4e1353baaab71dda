#include "adapter/reference_adapter.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace prompty::line_server_test {
namespace {

using adapter::Json;

struct Served {
  adapter::End end;
  std::vector<Json> answers;
};

Served serve(std::string const& input) {
  adapter::ReferenceAdapter const adapter;
  std::istringstream in(input);
  std::ostringstream out;
  Served served{adapter::serve(in, out, adapter), {}};
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) served.answers.push_back(Json::parse(line));
  return served;
}

std::string split_request(int id) {
  return Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", "split"}, {"params", Json{{"text", "a\nb"}}}}.dump() + "\n";
}

TEST(ThreadsLineServer, AnswersEveryLineOnce) {
  std::string input;
  for (int id = 0; id < 200; ++id) input += split_request(id);
  Served const served = serve(input);
  EXPECT_EQ(served.end, adapter::End::end_of_input);
  std::set<int> ids;
  for (Json const& answer : served.answers) {
    ids.insert(answer["id"].get<int>());
    EXPECT_EQ(answer["result"]["body"], Json("a\nb"));
  }
  EXPECT_EQ(served.answers.size(), 200U);
  EXPECT_EQ(ids.size(), 200U);
}

TEST(ThreadsLineServer, AnswersALastLineWithoutLineEnd) {
  EXPECT_EQ(serve(R"({"jsonrpc":"2.0","id":1,"method":"x"})").answers.size(), 1U);
}

TEST(ThreadsLineServer, AnswersALineThatIsNotJson) {
  Served const served = serve("nonsense\n\n \r\n{\"a\"\n");
  ASSERT_EQ(served.answers.size(), 2U);
  EXPECT_EQ(served.answers[0]["error"]["code"], Json(-32700));
  EXPECT_TRUE(served.answers[0]["id"].is_null());
}

TEST(ThreadsLineServer, EndsAtShutdownAfterTheOpenAnswers) {
  Served const served = serve(split_request(1) + "{\"jsonrpc\":\"2.0\",\"method\":\"shutdown\"}\n" + split_request(2));
  EXPECT_EQ(served.end, adapter::End::shutdown);
  ASSERT_EQ(served.answers.size(), 1U);
  EXPECT_EQ(served.answers[0]["id"], Json(1));
}

TEST(ThreadsLineServer, DoesNotAnswerOtherNotifications) {
  EXPECT_TRUE(serve("{\"jsonrpc\":\"2.0\",\"method\":\"hello\"}\n").answers.empty());
}

}  // namespace
}  // namespace prompty::line_server_test
