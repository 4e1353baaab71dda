#include "harness/judge/subject/readable_text.hpp"

#include <gmock/gmock.h>

#include "harness/judge/replay/attempt.hpp"

namespace conformance::secrets_test {
namespace {

TEST(SecretValues, AreMaskedButForTheirEndWhenTheyAreLong) {
  Secrets const secrets({"sk-twelve-up", "hunter2"});
  EXPECT_EQ(secrets.masked("key sk-twelve-up, again sk-twelve-up."), "key ****e-up, again ****e-up.");
  EXPECT_EQ(secrets.masked("hunter2hunter2"), "********");
  EXPECT_EQ(secrets.masked("nothing of theirs"), "nothing of theirs");
}

TEST(SecretValues, ThatArePartsOfOthersLeaveNothingOfThem) {
  EXPECT_EQ(Secrets({"inner", "around-inner-around"}).masked("around-inner-around"), "****ound");
}

TEST(SecretValues, AreMaskedInKeysAndInsideOfJson) {
  Json const value = {{"list", Json::array({"a hunter2", 7})}, {"hunter2", nullptr}};
  EXPECT_EQ(Secrets({"hunter2"}).masked_json(value), Json({{"list", Json::array({"a ****", 7})}, {"****", nullptr}}));
}

// A report showed the key of a member, such as base64 with a '/', in the pointers of its differences.
TEST(SecretValues, AreFoundInPointers) {
  Secrets const secrets({"key/with~both\"of-them"});
  EXPECT_EQ(secrets.masked("/a/key~1with~0both\"of-them/b"), "/a/****them/b");
  EXPECT_EQ(secrets.masked(R"("pointer":"/key~1with~0both\"of-them")"), R"("pointer":"/****them")");
}

TEST(SecretValues, AreFoundAsJsonTextEscapesThem) {
  Secrets const secrets({R"(pass"word)"});
  EXPECT_EQ(secrets.masked(R"({"key":"pass\"word"})"), R"({"key":"****"})");
  EXPECT_EQ(secrets.masked(R"(pass"word)"), "****");
}

TEST(SecretValues, ThatAreEmptyDoNotCount) {
  EXPECT_TRUE(Secrets({""}).empty());
  EXPECT_EQ(Secrets({""}).masked("text"), "text");
}

TEST(SecretValues, AreMaskedInAllOfAnAttempt) {
  Attempt attempt{.judgement = {.status = Status::fail,
                                .detail = "hunter2",
                                .differences = {{.pointer = "/hunter2",
                                                 .message = "not hunter2",
                                                 .expected = "hunter2",
                                                 .got = Json::array({"hunter2"}),
                                                 .inside = "/hunter2"}},
                                .reading = ""},
                  .sent = {{"env", "hunter2"}},
                  .answered = {{"result", "hunter2"}},
                  .stderr_excerpt = "using hunter2",
                  .exchanges = {{.method = "POST",
                                 .path = "/hunter2",
                                 .headers = {{"x", "hunter2"}},
                                 .body = "hunter2",
                                 .status = 200,
                                 .findings = {{.rule = "r", .pointer = "", .message = "hunter2"}}}}};
  mask(attempt, Secrets({"hunter2"}));
  Difference const& difference = attempt.judgement.differences.at(0);
  EXPECT_EQ(attempt.judgement.detail, "****");
  EXPECT_EQ(difference, (Difference{.pointer = "/****",
                                    .message = "not ****",
                                    .expected = "****",
                                    .got = Json::array({"****"}),
                                    .inside = "/****"}));
  EXPECT_EQ(attempt.sent, Json({{"env", "****"}}));
  EXPECT_EQ(attempt.answered, Json({{"result", "****"}}));
  EXPECT_EQ(attempt.stderr_excerpt, "using ****");
  EXPECT_EQ(exchange_as_json(attempt.exchanges.at(0)).dump().find("hunter2"), std::string::npos);
}

}  // namespace
}  // namespace conformance::secrets_test
