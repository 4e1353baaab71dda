#include "prompty/agent/argument_repair.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace prompty::argument_repair_test {
namespace {

Json repaired(std::string const& text) {
  std::variant<Json, Unreadable> const read = repaired_arguments(text);
  return std::holds_alternative<Json>(read) ? std::get<Json>(read) : Json(std::get<Unreadable>(read).reason);
}

TEST(RepairedArguments, AreWhatWasWrittenWhereThatIsAnObject) {
  EXPECT_EQ(repaired(R"( {"a": [1, "}"]} )"), Json::parse(R"({"a":[1,"}"]})"));
  EXPECT_EQ(repaired(""), Json::object());
  EXPECT_EQ(repaired(" \n"), Json::object());
}

TEST(RepairedArguments, ComeOutOfFencesWordsAndCommas) {
  Json const one{{"a", 1}};
  EXPECT_EQ(repaired("```json\n{\"a\":1}\n```"), one);
  EXPECT_EQ(repaired("```{\"a\":1}```"), one);
  EXPECT_EQ(repaired("```\n{\"a\":1}"), one);
  EXPECT_EQ(repaired("use {\"a\":1} or {\"a\":2}"), one);
  EXPECT_EQ(repaired("{\"a\":1 , }"), one);
  EXPECT_EQ(repaired("```\nok: {\"a\":1,}\n```"), one);
}

TEST(RepairedArguments, KeepWhatStandsInStrings) {
  EXPECT_EQ(repaired(R"(x {"t":"} , } \" {"} y)"), Json::parse(R"({"t":"} , } \" {"})"));
  EXPECT_EQ(repaired(R"({"t":"a,}",})"), Json::parse(R"({"t":"a,}"})"));
}

TEST(RepairedArguments, AreNotGuessed) {
  for (std::string const text : {"nothing at all", "{\"a\":", "{a: 1}", "{}}{", "```"}) {
    std::variant<Json, Unreadable> const read = repaired_arguments(text);
    if (text == "{}}{") {
      EXPECT_EQ(repaired(text), Json::object());
    } else {
      EXPECT_TRUE(std::holds_alternative<Unreadable>(read)) << text;
    }
  }
  EXPECT_EQ(repaired("[1,2]"), Json("they are a list of 2, not an object"));
}

}  // namespace
}  // namespace prompty::argument_repair_test
