#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mock-provider/provider.hpp"

namespace mock_provider::ollama_test {
namespace {

using testing::HasSubstr;

class Ollama : public testing::Test {
 protected:
  void play(char const* steps) { provider.put_scenario("s", {{"steps", Json::parse(steps)}}); }
  Answer ask(std::string target, Json const& body) {
    return provider.respond({.method = "POST",
                             .target = std::move(target),
                             .headers = {{"content-type", "application/json"}},
                             .body = body.dump(),
                             .received_at_us = 0});
  }
  /// The objects of a stream, one a line.
  static std::vector<Json> lines_of(Answer const& answer) {
    std::vector<Json> lines;
    for (std::string const& frame : answer.events->frames) lines.push_back(Json::parse(frame));
    return lines;
  }

  Provider provider{CheckMode::enforce, JournalBounds{}};
};

Json const question = Json::parse(R"({"model": "m", "messages": [{"role": "user", "content": "Hi"}]})");

Json whole(Json request) {
  request["stream"] = false;
  return request;
}

TEST_F(Ollama, StreamsLinesUnlessToldOtherwise) {
  Answer const answer = ask("/api/chat", question);
  EXPECT_EQ(answer.content_type, "application/x-ndjson");
  std::vector<Json> const lines = lines_of(answer);
  std::string text;
  for (Json const& line : lines) text += line.at("message").at("content").get<std::string>();
  EXPECT_EQ(text, R"(The mock provider received 1 message; the last says: "Hi")");
  EXPECT_EQ(lines.front().at("done"), false);
  EXPECT_EQ(lines.back().at("done"), true);
  EXPECT_EQ(lines.back().at("done_reason"), "stop");
  EXPECT_EQ(Json::parse(ask("/api/chat", whole(question)).body).at("message").at("content"), text);
}

TEST_F(Ollama, KeepsToItsLimitAndItsFormat) {
  Json request = whole(question);
  request["options"] = {{"num_predict", 2}};
  Json const cut = Json::parse(ask("/api/chat", request).body);
  EXPECT_EQ(cut.at("message").at("content"), "The mock");
  EXPECT_EQ(cut.at("done_reason"), "length");
  request["options"] = {{"stop", Json::array({"received"})}};
  EXPECT_EQ(Json::parse(ask("/api/chat", request).body).at("message").at("content"), "The mock provider ");
  request["options"] = Json::object();
  request["format"] = Json::parse(R"({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})");
  std::string const text = Json::parse(ask("/api/chat", request).body).at("message").at("content");
  EXPECT_TRUE(Json::parse(text).at("n").is_number_integer());
}

TEST_F(Ollama, KnowsToolsByTheirNames) {
  play(R"([{"match": {"offeredTool": "f", "turn": 1}, "respond": {"toolCalls": [{"name": "f", "arguments": {"a": 1}}]}},
           {"match": {"resultOfTool": "f", "toolResult": "72"}, "respond": {"text": "done", "reasoning": "so"}}])");
  Json request = whole(question);
  request["tools"] = Json::parse(R"([{"type": "function", "function": {"name": "f"}}])");
  Json const first = Json::parse(ask("/s/api/chat", request).body).at("message");
  EXPECT_EQ(first.at("tool_calls"), Json::parse(R"([{"function": {"name": "f", "arguments": {"a": 1}}}])"));
  request["messages"].push_back(first);
  request["messages"].push_back({{"role", "tool"}, {"tool_name", "f"}, {"content", "72"}});
  Json const second = Json::parse(ask("/s/api/chat", request).body).at("message");
  EXPECT_EQ(second.at("content"), "done");
  EXPECT_EQ(second.at("thinking"), "so");
}

TEST_F(Ollama, SaysErrorsInOneText) {
  play(R"([{"respond": {"error": {"status": 500, "message": "broken"}}},
           {"respond": {"toolCalls": [{"name": "f", "arguments": "{"}]}}])");
  EXPECT_EQ(ask("/s/api/chat", question).body, R"({"error":"broken"})");
  Answer const misfit = ask("/s/api/chat", whole(question));
  EXPECT_EQ(misfit.status, 501);
  EXPECT_THAT(misfit.body, HasSubstr("no JSON object"));
}

TEST_F(Ollama, GivesAVectorForEachInput) {
  Json const answer = Json::parse(ask("/api/embed", Json::parse(R"({"model": "m", "input": ["a", "b"]})")).body);
  EXPECT_EQ(answer.at("embeddings").size(), 2U);
  EXPECT_EQ(answer.at("embeddings")[0].size(), 16U);
}

}  // namespace
}  // namespace mock_provider::ollama_test
