#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "prompty/core/json.hpp"
#include "reference/support/command.hpp"
#include "reference/support/local_server.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::turn_command_test {
namespace {

using prompty_tests::Finished;
using testing::ElementsAre;
using testing::HasSubstr;

/// A model that gives the answers of a list, of which the last one again and again.
class HttpTurnCommand : public testing::Test {
 protected:
  HttpTurnCommand() {
    local.server.Post(".*", [this](httplib::Request const& request, httplib::Response& response) {
      sent.push_back(Json::parse(request.body));
      bool const streams = sent.back().value("stream", false);
      response.set_content(answers.front(), streams ? "text/event-stream" : "application/json");
      if (answers.size() > 1) answers.pop_front();
    });
    local.start();
  }

  [[nodiscard]] Finished turn(std::vector<std::string> const& more) const {
    std::string const file =
        folder.write("p.prompty",
                     "---\nmodel: {id: m, provider: openai}\ntools:\n"
                     "  - {name: get_weather, kind: function, parameters: {city: {kind: string}}}\n"
                     "---\nuser:\nWeather?\n");
    return prompty_tests::run_prompty({"turn", file, "--endpoint", "http://" + local.address()}, more);
  }

  prompty_tests::TemporaryFolder folder;
  LocalServer<httplib::Server> local;
  std::deque<std::string> answers;
  std::vector<Json> sent;
};

std::string const calls_weather =
    R"({"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function",)"
    R"("function":{"name":"get_weather","arguments":"{\"city\":\"NYC\"}"}}]}}]})";
std::string const says_sunny = R"({"choices":[{"message":{"role":"assistant","content":"Sunny."}}]})";

TEST_F(HttpTurnCommand, PrintsTheAnswerAndShowsTheCalls) {
  answers = {calls_weather, says_sunny};
  Finished const finished = turn({"--tool", "get_weather=printf 72°F"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_EQ(finished.out, "Sunny.\n");
  EXPECT_EQ(finished.err, "→ get_weather {\"city\":\"NYC\"}\n← get_weather 72°F\n");
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[1]["messages"].back().dump(), R"({"role":"tool","tool_call_id":"c","content":"72°F"})");
}

TEST_F(HttpTurnCommand, PrintsJsonOnOneLine) {
  answers = {calls_weather, says_sunny};
  EXPECT_EQ(turn({"--tool", "get_weather=true", "--json"}).out, "{\"type\":\"text\",\"value\":\"Sunny.\"}\n");
}

TEST_F(HttpTurnCommand, StreamsTheAnswer) {
  answers = {
      "data: {\"choices\":[{\"delta\":{\"content\":\"Sun\"}}]}\n\n"
      "data: {\"choices\":[{\"delta\":{\"content\":\"ny.\"}}]}\n\ndata: [DONE]\n\n"};
  EXPECT_EQ(turn({"--stream", "--tool", "get_weather=true"}).out, "Sunny.\n");
  EXPECT_EQ(turn({"--stream", "--json", "--tool", "get_weather=true"}).out,
            "\"Sun\"\n\"ny.\"\n{\"type\":\"text\",\"value\":\"Sunny.\"}\n");
}

TEST_F(HttpTurnCommand, WarnsOfToolsThatNothingCarriesOutAndTellsTheModel) {
  answers = {calls_weather, says_sunny};
  Finished const finished = turn({});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("prompty: warning: nothing carries out the tool get_weather; give it a command "
                                      "with --tool get_weather=…\n"));
  EXPECT_THAT(sent[1]["messages"].back()["content"].get<std::string>(), HasSubstr("get_weather"));
}

TEST_F(HttpTurnCommand, StopsAfterSoManyIterations) {
  answers = {calls_weather};
  Finished const finished = turn({"--tool", "get_weather=true", "--max-iterations", "3"});
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.err, HasSubstr("prompty: RuntimeError: Agent loop exceeded 3 iterations"));
  EXPECT_EQ(sent.size(), 3U);
}

TEST_F(HttpTurnCommand, GivesAToolSoMuchTime) {
  answers = {calls_weather, says_sunny};
  Finished const finished = turn({"--tool", "get_weather=sleep 600", "--tool-timeout", "0.1"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(sent[1]["messages"].back()["content"].get<std::string>(),
              HasSubstr("sleep did not end within 0.1 seconds and was killed"));
}

TEST_F(HttpTurnCommand, WritesATrace) {
  answers = {calls_weather, says_sunny};
  EXPECT_EQ(turn({"--tool", "get_weather=true", "--trace", folder.path() + "/traces"}).code, 0);
  EXPECT_FALSE(std::filesystem::is_empty(folder.path() + "/traces"));
}

TEST_F(HttpTurnCommand, RefusesWrongUsageBeforeAnythingIsSent) {
  std::vector<std::vector<std::string>> const wrong = {
      {"--tool", "get_weather"}, {"--tool", "get_wether=true"}, {"--tool", "get_weather='true"}, {"--mcp", "weather"},
      {"--tool-timeout", "0"},   {"--max-iterations", "0"},     {"--approve", "sometimes"},      {"--out", "x"}};
  for (std::vector<std::string> const& words : wrong) {
    Finished const finished = turn(words);
    EXPECT_EQ(finished.code, 2) << testing::PrintToString(words) << finished.err;
    EXPECT_EQ(finished.err.find("prompty: "), 0U) << finished.err;
    EXPECT_EQ(finished.err.find('\n'), finished.err.size() - 1) << finished.err;
  }
  EXPECT_TRUE(sent.empty());
}

}  // namespace
}  // namespace prompty::turn_command_test
