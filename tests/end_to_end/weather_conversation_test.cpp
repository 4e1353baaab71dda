#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <nlohmann/json.hpp>

#include "support/places.hpp"
#include "support/program.hpp"
#include "support/sdk.hpp"
#include "support/temporary_folder.hpp"

// The conversation about the weather in two cities, from the command line: the model calls a tool twice in one turn,
// and its second request must hold both results, each behind the other's call, whatever the ids are.
namespace end_to_end::weather_conversation {
namespace {

using Json = nlohmann::json;
using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::sdk_file;
using prompty_tests::sdk_node;
using prompty_tests::TemporaryFolder;
using testing::HasSubstr;

std::string const here = repository() + "/tests/end_to_end";

/// A mock whose model calls the tool for both cities, with these ids, and answers when it has the results. Providers
/// refuse a message with two calls of one id.
class WeatherMock {
 public:
  WeatherMock(std::string const& first_id, std::string const& second_id)
      : program_({built_program("prompty-mock-provider"), "--port", "0", "--check",
                  first_id == second_id ? "report" : "enforce", "--scenario",
                  folder_.write("default.json", scenario(first_id, second_id).dump())}) {
    std::string const line = program_.read_line();
    port_ = std::stoi(line.substr(line.rfind(':') + 1));
  }

  [[nodiscard]] std::string address() const { return "http://127.0.0.1:" + std::to_string(port_); }

  /// The bodies of the requests to the model.
  [[nodiscard]] std::vector<Json> requests() const {
    httplib::Client client("127.0.0.1", port_);
    httplib::Result const response = client.Get("/_mock/requests");
    std::vector<Json> bodies;
    if (!response) return bodies;
    for (Json const& entry : Json::parse(response->body)) {
      if (entry["path"] == "/v1/chat/completions") bodies.push_back(entry["json"]);
    }
    return bodies;
  }

 private:
  static Json scenario(std::string const& first_id, std::string const& second_id) {
    Json const calls = {{{"id", first_id}, {"name", "get_weather"}, {"arguments", R"({"city":"NYC"})"}},
                        {{"id", second_id}, {"name", "get_weather"}, {"arguments", R"({"city":"London"})"}}};
    Json const tool = {{"name", "get_weather"},
                       {"inputSchema", {{"type", "object"}, {"properties", {{"city", {{"type", "string"}}}}}}},
                       {"result", {{"text", "mild"}}}};
    return {{"steps",
             {{{"respond", {{"toolCalls", calls}}}},
              {{"respond", {{"text", "NYC is 72°F and sunny; London is 55°F and rainy."}}}}}},
            {"mcp", {{"tools", {tool}}}}};
  }

  TemporaryFolder folder_;
  BackgroundProgram program_;
  int port_ = 0;
};

Json call(std::string const& id, std::string const& city) {
  return {{"id", id},
          {"type", "function"},
          {"function", {{"name", "get_weather"}, {"arguments", R"({"city":")" + city + "\"}"}}}};
}

/// What the message contract demands of the second request, after its five messages.
Json demanded(std::string const& first_id, std::string const& second_id, std::string const& first_result,
              std::string const& second_result) {
  return Json::array(
      {{{"role", "system"}, {"content", "You are a helpful weather assistant."}},
       {{"role", "user"}, {"content", "What's the weather in NYC and London?"}},
       {{"role", "assistant"}, {"content", ""}, {"tool_calls", {call(first_id, "NYC"), call(second_id, "London")}}},
       {{"role", "tool"}, {"tool_call_id", first_id}, {"content", first_result}},
       {{"role", "tool"}, {"tool_call_id", second_id}, {"content", second_result}}});
}

ProgramResult take_turn(WeatherMock const& mock, std::string const& prompt, std::vector<std::string> more) {
  std::vector<std::string> words = {
      built_program("prompty"), "turn", here + "/" + prompt, "--endpoint", mock.address() + "/v1", "--api-key", "k"};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

void expect_conversation(ProgramResult const& turn, WeatherMock const& mock, Json const& second_messages) {
  EXPECT_EQ(turn.exit_code, 0) << turn.err;
  EXPECT_EQ(turn.out, "NYC is 72°F and sunny; London is 55°F and rainy.\n");
  std::vector<Json> const requests = mock.requests();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[0]["messages"], Json(second_messages.begin(), second_messages.begin() + 2));
  for (std::size_t at = 0; at < second_messages.size(); ++at) {
    EXPECT_EQ(requests[1]["messages"][at], second_messages[at]) << "message " << at;
  }
  EXPECT_EQ(requests[1]["messages"].size(), second_messages.size());
  EXPECT_EQ(requests[1]["tools"], requests[0]["tools"]);
}

std::vector<std::string> const command_tool = {"--tool", "get_weather=python3 '" + here + "/weather.py'"};

TEST(HttpWeatherConversation, RunsACommandForEachCall) {
  WeatherMock const mock("call_a", "call_b");
  ProgramResult const turn = take_turn(mock, "weather.prompty", command_tool);
  expect_conversation(turn, mock, demanded("call_a", "call_b", "72°F and sunny", "55°F and rainy"));
  EXPECT_THAT(turn.err, testing::AllOf(HasSubstr("→ get_weather {\"city\":\"NYC\"}\n"),
                                       HasSubstr("→ get_weather {\"city\":\"London\"}\n"),
                                       HasSubstr("← get_weather 72°F and sunny\n← get_weather 55°F and rainy\n")));
}

TEST(HttpWeatherConversation, PairsByPositionWhenIdsRepeat) {
  WeatherMock const mock("call_0", "call_0");
  ProgramResult const turn = take_turn(mock, "weather.prompty", command_tool);
  expect_conversation(turn, mock, demanded("call_0", "call_0", "72°F and sunny", "55°F and rainy"));
}

TEST(HttpWeatherConversation, IsTheSameWhenItIsStreamed) {
  WeatherMock const mock("call_a", "call_b");
  std::vector<std::string> more = command_tool;
  more.insert(more.end(), {"--stream", "--sequential"});
  ProgramResult const turn = take_turn(mock, "weather.prompty", more);
  expect_conversation(turn, mock, demanded("call_a", "call_b", "72°F and sunny", "55°F and rainy"));
}

TEST(HttpWeatherConversation, TellsTheModelWhatAToolComplainedOf) {
  WeatherMock const mock("call_a", "call_b");
  ProgramResult const turn =
      take_turn(mock, "weather.prompty", {"--tool", "get_weather=sh -c 'echo no network >&2; exit 7'"});
  std::string const result = "Error: Tool 'get_weather' failed: sh ended with code 7: no network";
  expect_conversation(turn, mock, demanded("call_a", "call_b", result, result));
}

class HttpWeatherServer : public testing::TestWithParam<std::pair<std::string, std::string>> {};

TEST_P(HttpWeatherServer, CarriesOutTheCalls) {
  auto const& [first_id, second_id] = GetParam();
  WeatherMock const mock(first_id, second_id);
  std::string const server = "weather='" + sdk_node() + "' --preserve-symlinks --preserve-symlinks-main '" +
                             sdk_file("tests/support/weather_server.mjs") + "'";
  ProgramResult const turn = take_turn(mock, "weather_mcp.prompty", {"--mcp", server});
  expect_conversation(turn, mock, demanded(first_id, second_id, "72°F and sunny", "55°F and rainy"));
}

INSTANTIATE_TEST_SUITE_P(Ids, HttpWeatherServer,
                         testing::Values(std::pair("call_a", "call_b"), std::pair("call_0", "call_0")));

TEST(HttpWeatherConversation, ReachesAServerOverHttp) {
  WeatherMock const mock("call_a", "call_b");
  ProgramResult const turn =
      take_turn(mock, "weather_mcp.prompty", {"--mcp", "weather=" + mock.address() + "/default/mcp"});
  expect_conversation(turn, mock, demanded("call_a", "call_b", "mild", "mild"));
}

}  // namespace
}  // namespace end_to_end::weather_conversation
