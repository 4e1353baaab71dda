#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/anthropic/message.hpp"

namespace mock_provider::anthropic_default_answer_test {
namespace {

Completion answer_to(char const* request) {
  return anthropic_default_answer::to(Json::parse(request));
}

TEST(AnthropicDefaultAnswer, CountsTheMessagesAndQuotesTheLast) {
  EXPECT_EQ(answer_to(R"({"messages": [{"role": "user", "content": "hi"}]})").text,
            "The mock provider received 1 message; the last says: \"hi\"");
  EXPECT_EQ(answer_to(R"({"messages": [{}, {"content": [{"type": "text", "text": "a"}, {"type": "image"},
                                                        {"type": "text", "text": "b"}]}]})")
                .text,
            "The mock provider received 2 messages; the last says: \"ab\"");
}

TEST(AnthropicDefaultAnswer, MeetsAnOutputFormat) {
  EXPECT_EQ(answer_to(R"({"output_config": {"format": {"type": "json_schema", "schema":
                          {"type": "object", "properties": {"n": {"type": "integer"}}}}}})")
                .text,
            R"({"n":1})");
}

TEST(AnthropicDefaultAnswer, CallsAToolThatIsForced) {
  std::string const tools =
      R"("tools": [{"name": "f", "input_schema": {"type": "object", "properties": {"a": {"type": "boolean"}}}}, {"name": "g"}])";
  auto const name_of_call = [&](std::string const& choice) {
    Completion const said = answer_to((R"({"tool_choice": )" + choice + ", " + tools + "}").c_str());
    return said.tool_calls.empty() ? "" : said.tool_calls[0].name + said.tool_calls[0].arguments;
  };
  EXPECT_EQ(name_of_call(R"({"type": "any"})"), R"(f{"a":true})");
  EXPECT_EQ(name_of_call(R"({"type": "tool", "name": "g"})"), "g{}");
  EXPECT_EQ(name_of_call(R"({"type": "tool", "name": "h"})"), "");
  EXPECT_EQ(name_of_call(R"({"type": "auto"})"), "");
}

TEST(AnthropicDefaultAnswer, CallsWithAnObjectWhateverTheSchema) {
  for (char const* const schema : {R"("input")", R"({"type": "string"})", R"({"type": "array"})", "null"}) {
    std::string const tool = R"({"name": "f", "input_schema": )" + std::string(schema) + "}";
    Completion const said = answer_to((R"({"tool_choice": {"type": "any"}, "tools": [)" + tool + "]}").c_str());
    EXPECT_EQ(said.tool_calls.at(0).arguments, "{}") << schema;
  }
}

TEST(AnthropicDefaultAnswer, TakesAnyJson) {
  for (char const* const request :
       {"null", "[1]", R"({"messages": [1], "tools": {}, "tool_choice": {"type": "any"}})"}) {
    EXPECT_TRUE(answer_to(request).text.has_value()) << request;
  }
}

}  // namespace
}  // namespace mock_provider::anthropic_default_answer_test
