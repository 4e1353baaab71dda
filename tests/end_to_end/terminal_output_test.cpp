#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/terminal_program.hpp"

// What a model says cannot command the terminal that `prompty run` and `prompty turn` write to.
namespace end_to_end::terminal_output {
namespace {

using Json = nlohmann::ordered_json;
using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::TemporaryFolder;
using prompty_tests::TerminalProgram;

/// A new title by an escape sequence, a cleared screen by the one character U+009B, and a bell.
std::string const commands =
    "a\x1b]0;owned\x07"
    "b\xC2\x9B"
    "2Jc.";

class HttpTerminalOutput : public testing::Test {
 protected:
  HttpTerminalOutput() {
    Json const answer{{"respond", {{"text", commands}}}};
    std::string const scenario = folder.write("default.json", Json{{"steps", Json::array({answer})}}.dump());
    mock.emplace(
        std::vector<std::string>{built_program("prompty-mock-provider"), "--port", "0", "--scenario", scenario});
    std::string const line = mock->read_line();
    address = "http://127.0.0.1:" + line.substr(line.rfind(':') + 1) + "/v1";
    prompt = folder.write("p.prompty", "---\nmodel: {id: m, provider: openai}\n---\nsystem:\nBe kind.\n");
  }

  /// The command and its options, with what to send where.
  [[nodiscard]] std::vector<std::string> words(std::vector<std::string> const& chosen) const {
    std::vector<std::string> words = {built_program("prompty"), chosen.front(), prompt, "--endpoint", address};
    words.insert(words.end(), chosen.begin() + 1, chosen.end());
    return words;
  }

  TemporaryFolder folder;
  std::optional<BackgroundProgram> mock;
  std::string address;
  std::string prompt;
};

class HttpTerminalOutputs : public HttpTerminalOutput, public testing::WithParamInterface<std::vector<std::string>> {};

TEST_P(HttpTerminalOutputs, HoldNoCommandOfTheModel) {
  TerminalProgram program(words(GetParam()));
  EXPECT_EQ(program.exit_code(), 0) << program.screen();
  EXPECT_NE(program.screen().find('.'), std::string::npos) << program.screen();
  EXPECT_EQ(program.screen().find_first_of("\x1b\x07"), std::string::npos) << program.screen();
  EXPECT_EQ(program.screen().find("\xC2\x9B"), std::string::npos) << program.screen();
}

INSTANTIATE_TEST_SUITE_P(OfEachCommand, HttpTerminalOutputs,
                         testing::Values(std::vector<std::string>{"run"}, std::vector<std::string>{"run", "--stream"},
                                         std::vector<std::string>{"run", "--json"}, std::vector<std::string>{"turn"},
                                         std::vector<std::string>{"turn", "--stream"}));

TEST_F(HttpTerminalOutput, IsWholeWhereNoTerminalReadsIt) {
  prompty_tests::ProgramResult const result = prompty_tests::run_program(words({"run"}));
  EXPECT_EQ(result.out, commands + "\n");
}

}  // namespace
}  // namespace end_to_end::terminal_output
