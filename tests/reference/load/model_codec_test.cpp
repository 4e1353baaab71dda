#include "prompty/load/model_codec.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"

namespace prompty::model_codec_test {
namespace {

std::string expanded(char const* json) {
  return json_text::dump(model_codec::write(model_codec::read(Json::parse(json), "model")));
}

TEST(ModelCodec, TakesAStringForTheId) {
  EXPECT_EQ(model_codec::read("gpt-4", "model"), model_codec::read(Json{{"id", "gpt-4"}}, "model"));
  EXPECT_EQ(expanded(R"("gpt-4")"), R"({"id":"gpt-4","apiType":"chat"})");
}

TEST(ModelCodec, KeepsEverythingThatIsSet) {
  char const* const full =
      R"({"id":"m","provider":"acme","apiType":"image","connection":{"kind":"key","endpoint":"E","apiKey":"K"},)"
      R"("options":{"temperature":0.5,"maxOutputTokens":100,"topP":0.9,"topK":40,"frequencyPenalty":-0.5,)"
      R"("presencePenalty":-2.0,"seed":0,"stopSequences":["END","\n"],"allowMultipleToolCalls":false,)"
      R"("additionalProperties":{"x":{"y":[1,null]}}}})";
  EXPECT_EQ(expanded(full), full);
}

TEST(ModelCodec, TellsAnEmptyListOfStopsFromNone) {
  EXPECT_EQ(expanded(R"({"options":{"stopSequences":[]}})"), R"({"apiType":"chat","options":{"stopSequences":[]}})");
  EXPECT_EQ(expanded(R"({"options":{"stopSequences":null}})"), R"({"apiType":"chat","options":{}})");
}

TEST(ModelCodec, IgnoresUnknownMembers) {
  EXPECT_EQ(expanded(R"({"id":"m","options":null,"colour":"red"})"), R"({"id":"m","apiType":"chat"})");
}

TEST(ModelCodec, RefusesWrongTypes) {
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(expanded("[]")); }),
            "model must be a mapping or a string, not a list of 0");
  EXPECT_EQ(raised<ValueError>([] { static_cast<void>(expanded(R"({"options":{"temperature":"hot"}})")); }),
            "model.options.temperature must be a number, not the string \"hot\"");
}

}  // namespace
}  // namespace prompty::model_codec_test
