#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/answer.hpp"
#include "mock-provider/values/encoding.hpp"

namespace mock_provider::escaped_letters_test {
namespace {

TEST(EscapedLetters, MeanTheSameInJson) {
  std::string const text = R"({"größe": "a\"ü\n😀"})";
  std::string const escaped = escaped_letters(text);
  EXPECT_EQ(escaped, R"({"gr\u00f6\u00dfe": "a\"\u00fc\n\ud83d\ude00"})");
  EXPECT_EQ(nlohmann::json::parse(escaped), nlohmann::json::parse(text));
}

TEST(EscapedLetters, LeaveAsciiAndWhatIsNoTextAlone) {
  EXPECT_EQ(escaped_letters("data: {\"a\": 1}\n\n"), "data: {\"a\": 1}\n\n");
  EXPECT_EQ(escaped_letters("a\xFF\xFE z"), "a\xFF\xFE z");
  EXPECT_EQ(escaped_letters(""), "");
}

TEST(EscapedLetters, AreSentInBodiesAndStreamsThatAskForThem) {
  Response const whole{.content = WholeBody{.body = {{"a", "ü"}}}, .letters = Letters::escaped};
  EXPECT_EQ(answer::of_response(whole, Json::object(), 0).body, R"({"a":"\u00fc"})");
  Response const stream{.content = EventStream{.chunks = {Json("ü")}}, .letters = Letters::escaped};
  EXPECT_EQ(answer::of_response(stream, {{"stream", true}}, 0).events->frames.front(), "data: \"\\u00fc\"\n\n");
}

TEST(LowerAscii, LeavesOtherLettersAlone) {
  EXPECT_EQ(lower_ascii("X-Ä@[Z`{z\xFF"), "x-Ä@[z`{z\xFF");
}

}  // namespace
}  // namespace mock_provider::escaped_letters_test
