#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// The examples of the library, run as they are against a mock provider that refuses what providers refuse.
namespace end_to_end::examples {
namespace {

using Json = nlohmann::json;
using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using testing::HasSubstr;

std::filesystem::path const folder = std::filesystem::path(repository()) / "reference" / "examples";

ProgramResult run_example(std::string const& name, std::vector<std::string> const& variables,
                          std::string const& input = "") {
  std::vector<std::string> words = {"env", "-u", "OPENAI_API_KEY", "-C", folder.string()};
  words.insert(words.end(), variables.begin(), variables.end());
  for (std::string const& word : {std::string("sh"), std::string("-c"), std::string("printf '%s' \"$1\" | \"$2\""),
                                  std::string("sh"), input, built_program("prompty-example-" + name)})
    words.push_back(word);
  return run_program(words);
}

/// A mock provider that answers one example with these steps.
class ExampleMock {
 public:
  explicit ExampleMock(std::string const& steps)
      : program_({built_program("prompty-mock-provider"), "--port", "0", "--check", "enforce", "--scenario",
                  folder_.write("default.yaml", "steps:\n" + steps)}) {
    std::string const line = program_.read_line();
    address_ = line.substr(line.find("http://"));
  }

  [[nodiscard]] ProgramResult run(std::string const& name, std::string const& input = "") const {
    return run_example(
        name, {"OPENAI_BASE_URL=" + address_ + "/v1", "OPENAI_API_KEY=k", "LLAMA_URL=" + address_ + "/default/api"},
        input);
  }

  /// The bodies of the requests, oldest first.
  [[nodiscard]] std::vector<Json> requests() const {
    httplib::Client client(address_);
    httplib::Result const response = client.Get("/_mock/requests");
    std::vector<Json> bodies;
    if (!response) return bodies;
    for (Json const& entry : Json::parse(response->body)) bodies.push_back(entry["json"]);
    return bodies;
  }

 private:
  TemporaryFolder folder_;
  BackgroundProgram program_;
  std::string address_;
};

void expect_output(ProgramResult const& result, std::string const& output) {
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, output);
}

TEST(HttpExamples, ChatSendsAllThatWasSaidBefore) {
  ExampleMock const mock(
      "- {match: {lastUserMessage: Oslo, turn: 1}, respond: {text: It lies on a fjord.}}\n"
      "- {match: {lastUserMessage: smaller, turn: 2}, respond: {text: Bergen is.}}\n");
  expect_output(mock.run("chat", "What of Oslo?\nWhat is smaller?\n"), "It lies on a fjord.\nBergen is.\n");
  std::vector<Json> const requests = mock.requests();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[1]["messages"],
            Json::parse(R"([{"role":"system","content":"You know every town. Answer in one sentence."},
                            {"role":"user","content":"What of Oslo?"},
                            {"role":"assistant","content":"It lies on a fjord."},
                            {"role":"user","content":"What is smaller?"}])"));
}

TEST(HttpExamples, StreamPrintsThePiecesOfOneAnswer) {
  ExampleMock const mock("- {respond: {text: \"Grey and\\nwide and cold\", chunkBy: words}}\n");
  expect_output(mock.run("stream"), "Grey and\nwide and cold\n");
  ASSERT_EQ(mock.requests().size(), 1U);
  EXPECT_EQ(mock.requests()[0]["stream"], true);
  EXPECT_EQ(mock.requests()[0]["messages"][0]["content"], "Write a poem of four lines about the sea.");
}

TEST(HttpExamples, ToolsGiveTheirResultsToTheModel) {
  ExampleMock const mock(
      "- respond: {toolCalls: [{name: get_weather, arguments: {city: Oslo}}, "
      "{name: get_weather, arguments: {city: Rome}}]}\n"
      "- {match: {toolResult: '-3'}, respond: {text: 'Yes, it is.'}}\n");
  expect_output(mock.run("tools"), "Yes, it is.\n");
  ASSERT_EQ(mock.requests().size(), 2U);
  Json const messages = mock.requests()[1]["messages"];
  ASSERT_EQ(messages.size(), 4U) << messages.dump(2);
  EXPECT_EQ(Json::parse(messages[2]["content"].get<std::string>())["temperature"], -3);
  EXPECT_THAT(messages[3]["content"].get<std::string>(), HasSubstr("no weather station in Rome"));
}

TEST(HttpExamples, WeatherBindsItsFunctionToTheDeclaredTool) {
  ExampleMock const mock(
      "- respond: {toolCalls: [{name: get_weather, arguments: {city: NYC}}, "
      "{name: get_weather, arguments: {city: London}}]}\n"
      "- {match: {toolResult: rainy}, respond: {text: Take an umbrella to London.}}\n");
  ProgramResult const result = mock.run("weather");
  expect_output(result, "Take an umbrella to London.\n");
  EXPECT_EQ(result.err, "");
  ASSERT_EQ(mock.requests().size(), 2U);
  EXPECT_EQ(mock.requests()[0]["tools"][0]["function"]["name"], "get_weather");
  Json const messages = mock.requests()[1]["messages"];
  ASSERT_EQ(messages.size(), 5U) << messages.dump(2);
  EXPECT_EQ(messages[3]["content"], "72°F and sunny");
  EXPECT_EQ(messages[4]["content"], "55°F and rainy");
}

TEST(HttpExamples, StructuredReadsTheDeclaredShape) {
  ExampleMock const mock("- respond: {json: {street: Baker Street, number: 221, city: London}}\n");
  expect_output(mock.run("structured"), "street: Baker Street\nnumber: 221\ncity: London\n");
  ASSERT_EQ(mock.requests().size(), 1U);
  EXPECT_EQ(mock.requests()[0]["response_format"]["type"], "json_schema");
  EXPECT_EQ(mock.requests()[0]["response_format"]["json_schema"]["schema"]["properties"],
            Json::parse(R"({"street":{"type":"string"},"number":{"type":"integer"},"city":{"type":"string"}})"));
}

TEST(HttpExamples, EmbeddingsCompareTwoTexts) {
  ExampleMock const mock("- respond: {embedding: [[1, 0], [3, 4]]}\n");
  expect_output(mock.run("embeddings"), "0.6\n");
  ASSERT_EQ(mock.requests().size(), 1U);
  EXPECT_EQ(mock.requests()[0]["input"], Json::parse(R"(["A cat sleeps", "The kitten naps"])"));
}

TEST(HttpExamples, AnOwnProviderSpeaksItsOwnInterface) {
  ExampleMock const mock(
      "- match: {method: POST, path: /api/completion, body: {prompt: The first three prime numbers are}}\n"
      "  respond: {body: {content: '2, 3 and 5'}}\n");
  expect_output(mock.run("own_provider"), "2, 3 and 5\n");
}

TEST(HttpExamples, SayWhatWentWrongAndFail) {
  ProgramResult const without_key = run_example("structured", {});
  EXPECT_EQ(without_key.exit_code, 1);
  EXPECT_THAT(without_key.err, HasSubstr("OPENAI_API_KEY"));
  ExampleMock const mock("- {respond: {error: {status: 401, message: Incorrect API key provided}}, repeat: always}\n");
  for (std::string const name : {"chat", "embeddings", "stream", "structured", "tools", "weather"}) {
    ProgramResult const refused = mock.run(name, "Hi\n");
    EXPECT_EQ(refused.exit_code, 1) << name;
    EXPECT_THAT(refused.err, HasSubstr("Incorrect API key provided")) << name;
  }
}

TEST(Examples, AreReadInOneGo) {
  std::set<std::string> names;
  for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp") continue;
    std::string const source = text_of(entry.path());
    std::string const name = entry.path().stem().string();
    EXPECT_LE(std::count(source.begin(), source.end(), '\n'), name == "weather" ? 25 : 40) << entry.path();
    names.insert(name);
  }
  // Those that the tests above run.
  EXPECT_EQ(names,
            (std::set<std::string>{"chat", "embeddings", "own_provider", "stream", "structured", "tools", "weather"}));
}

}  // namespace
}  // namespace end_to_end::examples
