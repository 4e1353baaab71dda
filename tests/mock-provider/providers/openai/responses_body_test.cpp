#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/providers/openai/responses.hpp"

namespace mock_provider::responses_body_test {
namespace {

Json body_of(Completion const& said, char const* request = "{}") {
  return responses_body::body(said, Json::parse(request), 3);
}

TEST(ResponsesBody, IsAResponseWithAMessage) {
  Json const body = body_of({.text = "a"}, R"({"model": "m", "temperature": 0.5})");
  EXPECT_EQ(body.at("object"), "response");
  EXPECT_EQ(body.at("status"), "completed");
  EXPECT_EQ(body.at("model"), "m");
  EXPECT_EQ(body.at("temperature"), 0.5);
  EXPECT_EQ(body.at("error"), nullptr);
  EXPECT_FALSE(body.contains("output_text"));
  ASSERT_EQ(body.at("output").size(), 1U);
  Json const& part = body.at("output")[0].at("content")[0];
  EXPECT_EQ(part.at("type"), "output_text");
  EXPECT_EQ(part.at("text"), "a");
  EXPECT_EQ(part.at("annotations"), Json::array());
}

TEST(ResponsesBody, HasReasoningMessageAndCallsInThatOrder) {
  Json const output = body_of({.text = "a",
                               .reasoning = "r",
                               .tool_calls = {{.id = "c", .name = "f", .arguments = "{}"},
                                              {.id = std::nullopt, .name = "g", .arguments = "{}"}}})
                          .at("output");
  ASSERT_EQ(output.size(), 4U);
  EXPECT_EQ(output[0].at("type"), "reasoning");
  EXPECT_EQ(output[1].at("type"), "message");
  EXPECT_EQ(output[2].at("call_id"), "c");
  EXPECT_EQ(output[3].at("name"), "g");
  EXPECT_NE(output[2].at("id"), output[3].at("id"));
}

TEST(ResponsesBody, HasNoMessageWhenThereAreOnlyCalls) {
  Json const output = body_of({.tool_calls = {{.id = "c", .name = "f", .arguments = "{}"}}}).at("output");
  ASSERT_EQ(output.size(), 1U);
  EXPECT_EQ(output[0].at("type"), "function_call");
}

TEST(ResponsesBody, RefusesInAPartOfItsOwn) {
  EXPECT_EQ(body_of({.refusal = "no"}).at("output")[0].at("content")[0],
            (Json{{"type", "refusal"}, {"refusal", "no"}}));
}

TEST(ResponsesBody, IsIncompleteWhenTheLengthEndsIt) {
  Json const body = body_of({.text = "a", .finish_reason = "length", .usage = Usage{2, 3}});
  EXPECT_EQ(body.at("status"), "incomplete");
  EXPECT_EQ(body.at("incomplete_details").at("reason"), "max_output_tokens");
  EXPECT_EQ(body.at("output").back().at("status"), "incomplete");
  EXPECT_EQ(body.at("usage").at("total_tokens"), 5);
  EXPECT_EQ(body_of({.text = "a", .finish_reason = "content_filter"}).at("incomplete_details").at("reason"),
            "content_filter");
}

TEST(ResponsesDefaultAnswer, QuotesTheLastItem) {
  EXPECT_THAT(responses_body::default_answer(Json::parse(R"({"input": "hello"})")).text.value(),
              testing::HasSubstr("received 1 message; the last says: \"hello\""));
  EXPECT_THAT(
      responses_body::default_answer(Json::parse(R"({"input": [{"role": "user", "content": "bye"}]})")).text.value(),
      testing::HasSubstr("\"bye\""));
}

TEST(ResponsesDefaultAnswer, MeetsForcedToolsAndFormats) {
  Completion const call = responses_body::default_answer(Json::parse(
      R"({"input": "x", "tools": [{"type": "function", "name": "f"}], "tool_choice": {"type": "function", "name": "f"}})"));
  ASSERT_EQ(call.tool_calls.size(), 1U);
  EXPECT_EQ(call.tool_calls[0].name, "f");
  Completion const json = responses_body::default_answer(Json::parse(
      R"({"input": "x", "text": {"format": {"type": "json_schema", "name": "n", "schema": {"type": "object",
          "properties": {"a": {"type": "boolean"}}, "required": ["a"]}}}})"));
  EXPECT_TRUE(Json::parse(json.text.value()).at("a").is_boolean());
}

TEST(ResponsesDefaultAnswer, CallsFunctionsAndCustomTools) {
  auto const called_by = [](std::string const& choice) {
    Completion const answer = responses_body::default_answer(
        Json::parse(R"({"input": "x", "tools": [{"type": "web_search"}, {"type": "custom", "name": "c"},
                                                {"type": "function", "name": "f"}], "tool_choice": )" +
                    choice + "}"));
    return answer.tool_calls.empty() ? ToolCall() : answer.tool_calls[0];
  };
  ToolCall const custom{.name = "c", .arguments = "sample", .kind = ToolCall::Kind::custom};
  ToolCall const function{.name = "f", .arguments = "{}"};
  EXPECT_EQ(called_by(R"("required")"), custom);
  EXPECT_EQ(called_by(R"({"type": "custom", "name": "c"})"), custom);
  EXPECT_EQ(called_by(R"({"type": "function", "name": "f"})"), function);
  EXPECT_EQ(called_by(R"({"type": "allowed_tools", "mode": "required", "tools": [{"type": "function", "name": "f"}]})"),
            function);
  EXPECT_EQ(called_by(R"({"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "f"}]})"),
            ToolCall());
}

TEST(ResponsesDefaultAnswer, TakesAnyJson) {
  for (char const* const request : {"null", "[]", R"({"input": 1, "tools": 2, "text": 3, "tool_choice": 4})",
                                    R"({"input": [1], "tools": [2], "text": {"format": 5}})"}) {
    EXPECT_TRUE(responses_body::default_answer(Json::parse(request)).text) << request;
  }
}

TEST(ReasoningItems, AreEncryptedWhereTheRequestIncludesIt) {
  Completion const said{.text = "a", .reasoning = "why"};
  Json const plain = responses_body::body(said, Json::object(), 1).at("output")[0];
  EXPECT_FALSE(plain.contains("encrypted_content"));
  Json const request{{"include", Json::array({"reasoning.encrypted_content"})}};
  Json const encrypted = responses_body::body(said, request, 1).at("output")[0];
  EXPECT_FALSE(encrypted.at("encrypted_content").get<std::string>().empty());
}

}  // namespace
}  // namespace mock_provider::responses_body_test
