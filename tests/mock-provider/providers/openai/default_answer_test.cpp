#include <gtest/gtest.h>

#include "mock-provider/providers/openai/chat.hpp"

namespace mock_provider::default_answer_test {
namespace {

Completion answer_to(char const* request) {
  return default_answer::to(Json::parse(request));
}

TEST(DefaultAnswer, CountsTheMessagesAndQuotesTheLast) {
  EXPECT_EQ(answer_to(R"({"messages": [{"role": "user", "content": "hi"}]})").text,
            "The mock provider received 1 message; the last says: \"hi\"");
  EXPECT_EQ(answer_to(R"({"messages": [{}, {"content": [{"type": "text", "text": "a"}, {"type": "image_url"},
                                                        {"type": "text", "text": "b"}]}]})")
                .text,
            "The mock provider received 2 messages; the last says: \"ab\"");
}

TEST(DefaultAnswer, MeetsAResponseFormat) {
  EXPECT_EQ(answer_to(R"({"response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema":
                          {"type": "object", "properties": {"n": {"type": "integer"}}}}}})")
                .text,
            R"({"n":1})");
  EXPECT_EQ(answer_to(R"({"response_format": {"type": "json_object"}})").text, R"({"answer":"sample"})");
}

TEST(DefaultAnswer, CallsAToolThatIsForced) {
  constexpr char const* request = R"({"tool_choice": CHOICE, "tools": [
    {"type": "function", "function": {"name": "f"}},
    {"type": "function", "function": {"name": "g", "parameters": {"type": "object", "properties": {"x": {"const": 2}}}}},
    {"type": "custom", "custom": {"name": "c"}}]})";
  auto const with_choice = [&](std::string const& choice) {
    std::string text = request;
    return answer_to(text.replace(text.find("CHOICE"), 6, choice).c_str()).tool_calls;
  };
  EXPECT_EQ(with_choice(R"("required")"), (std::vector<ToolCall>{{std::nullopt, "f", "{}"}}));
  EXPECT_EQ(with_choice(R"({"type": "function", "function": {"name": "g"}})"),
            (std::vector<ToolCall>{{std::nullopt, "g", R"({"x":2})"}}));
  EXPECT_EQ(with_choice(R"({"type": "custom", "custom": {"name": "c"}})"),
            (std::vector<ToolCall>{{std::nullopt, "c", "sample", ToolCall::Kind::custom}}));
  std::string const allowed = R"({"type": "allowed_tools", "allowed_tools": {"mode": "MODE",
      "tools": [{"type": "function", "function": {"name": "g"}}]}})";
  std::string required = allowed;
  EXPECT_EQ(with_choice(required.replace(required.find("MODE"), 4, "required")),
            (std::vector<ToolCall>{{std::nullopt, "g", R"({"x":2})"}}));
  EXPECT_TRUE(with_choice(allowed).empty());
  EXPECT_TRUE(with_choice(R"("auto")").empty());
  EXPECT_TRUE(with_choice(R"({"type": "function", "function": {"name": "unknown"}})").empty());
}

TEST(DefaultAnswer, TakesAnyJson) {
  for (char const* const request :
       {"{}", "[]", "null", R"({"messages": {}})", R"({"messages": []})", R"({"messages": [3]})",
        R"({"tools": [1, {"function": 2}], "tool_choice": "required"})",
        R"({"response_format": {"type": "json_schema", "json_schema": 3}})"}) {
    EXPECT_TRUE(answer_to(request).text.has_value()) << request;
  }
}

}  // namespace
}  // namespace mock_provider::default_answer_test
