#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"

namespace mock_provider::gemini_test {
namespace {

using testing::HasSubstr;

std::string const models = "/v1beta/models/gemini-2.5-flash:";

class Gemini : public testing::Test {
 protected:
  void play(char const* steps) { provider.put_scenario("s", {{"steps", Json::parse(steps)}}); }
  Answer ask(std::string target, Json const& body) {
    return provider.respond({.method = "POST",
                             .target = std::move(target),
                             .headers = {{"content-type", "application/json"}, {"x-goog-api-key", "k"}},
                             .body = body.dump(),
                             .received_at_us = 0});
  }
  Json whole(std::string const& prefix, Json const& body) {
    return Json::parse(ask(prefix + models + "generateContent", body).body);
  }

  Provider provider{CheckMode::enforce, JournalBounds{}};
};

Json const question = Json::parse(R"({"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]})");

TEST_F(Gemini, AnswersWholeAndAsEvents) {
  Json const answer = whole("", question);
  std::string const text = answer.at("candidates")[0].at("content").at("parts")[0].at("text");
  EXPECT_EQ(text, R"(The mock provider received 1 message; the last says: "Hi")");
  EXPECT_EQ(answer.at("candidates")[0].at("finishReason"), "STOP");
  EXPECT_EQ(answer.at("modelVersion"), "gemini-2.5-flash");
  Answer const stream = ask(models + "streamGenerateContent?alt=sse", question);
  EXPECT_THAT(stream.content_type, HasSubstr("text/event-stream"));
  std::string streamed;
  Json last;
  for (std::string const& frame : stream.events->frames) {
    last = Json::parse(frame.substr(6)).at("candidates")[0];
    streamed += last.at("content").at("parts")[0].at("text").get<std::string>();
  }
  EXPECT_EQ(streamed, text);
  EXPECT_EQ(last.at("finishReason"), "STOP");
}

TEST_F(Gemini, KeepsToItsConfiguration) {
  auto const text_with = [&](char const* config) {
    Json request = question;
    request["generationConfig"] = Json::parse(config);
    return whole("", request).at("candidates")[0].at("content").at("parts")[0].at("text").get<std::string>();
  };
  EXPECT_EQ(text_with(R"({"maxOutputTokens": 2})"), "The mock");
  EXPECT_EQ(text_with(R"({"stopSequences": ["received"]})"), "The mock provider ");
  Json const made = Json::parse(text_with(
      R"({"responseMimeType": "application/json",
          "responseSchema": {"type": "OBJECT", "properties": {"n": {"type": "INTEGER"}}, "required": ["n"]}})"));
  EXPECT_TRUE(made.at("n").is_number_integer());
}

TEST_F(Gemini, ForcesATool) {
  Json request = question;
  request["tools"] = Json::parse(R"([{"functionDeclarations": [{"name": "f", "parameters": {"type": "OBJECT"}}]}])");
  request["toolConfig"] = Json::parse(R"({"functionCallingConfig": {"mode": "ANY"}})");
  Json const part = whole("", request).at("candidates")[0].at("content").at("parts")[0];
  EXPECT_EQ(part.at("functionCall").at("name"), "f");
  EXPECT_TRUE(part.at("functionCall").at("args").is_object());
}

TEST_F(Gemini, MatchesWhatIsSaid) {
  play(R"([{"match": {"offeredTool": "f", "systemMessage": "brief", "lastUserMessage": "Hi", "turn": 1,
                      "model": "gemini-2.5-flash"},
            "respond": {"toolCalls": [{"name": "f", "arguments": {"a": 1}}]}},
           {"match": {"resultOfTool": "f", "toolResult": "72", "turn": 2},
            "respond": {"text": "done", "reasoning": "so"}}])");
  Json request = question;
  request["systemInstruction"] = Json::parse(R"({"parts": [{"text": "Be brief."}]})");
  request["tools"] = Json::parse(R"([{"functionDeclarations": [{"name": "f"}]}])");
  Json const first = whole("/s", request).at("candidates")[0].at("content");
  EXPECT_EQ(first.at("parts")[0].at("functionCall").at("args"), Json::parse(R"({"a": 1})"));
  request["contents"].push_back(first);
  request["contents"].push_back(
      Json::parse(R"({"role": "user", "parts": [{"functionResponse": {"name": "f", "response": {"output": "72"}}}]})"));
  Json const parts = whole("/s", request).at("candidates")[0].at("content").at("parts");
  EXPECT_EQ(parts[0], Json::parse(R"({"text": "so", "thought": true})"));
  EXPECT_EQ(parts[1], Json::parse(R"({"text": "done"})"));
}

TEST_F(Gemini, SaysErrorsWithAStatus) {
  play(R"([{"respond": {"error": {"status": 429, "message": "slow"}}}])");
  EXPECT_EQ(whole("/s", question).at("error"),
            Json::parse(R"({"code": 429, "message": "slow", "status": "RESOURCE_EXHAUSTED"})"));
  Json const none = whole("/s", question).at("error");
  EXPECT_EQ(none.at("status"), "NOT_FOUND");
}

TEST_F(Gemini, GivesVectors) {
  Json const content = Json::parse(R"({"parts": [{"text": "a"}]})");
  Json const one = Json::parse(ask(models + "embedContent", {{"content", content}}).body);
  EXPECT_EQ(one.at("embedding").at("values").size(), 16U);
  Json const both = {{"requests", {{{"content", content}}, {{"content", content}}}}};
  Json const many = Json::parse(ask(models + "batchEmbedContents", both).body);
  EXPECT_EQ(many.at("embeddings").size(), 2U);
  EXPECT_EQ(many.at("embeddings")[0], one.at("embedding"));
}

}  // namespace
}  // namespace mock_provider::gemini_test
