#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/leash.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

// Ctrl-C in the middle of a turn.
namespace end_to_end::interrupted_turn {
namespace {

using Json = nlohmann::ordered_json;
using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::Leash;
using prompty_tests::repository;
using prompty_tests::TemporaryFolder;

class HttpInterruptedTurn : public testing::Test {
 protected:
  /// A turn against a mock that answers so.
  [[nodiscard]] std::vector<std::string> turn_words(Json const& respond, std::vector<std::string> const& more) {
    std::string const scenario =
        folder.write("default.json", Json{{"steps", Json::array({{{"respond", respond}}})}}.dump());
    mock.emplace(
        std::vector<std::string>{built_program("prompty-mock-provider"), "--port", "0", "--scenario", scenario});
    std::string const line = mock->read_line();
    std::string const prompt = folder.write(
        "p.prompty",
        "---\nmodel: {id: m, provider: openai}\ntools: [{name: wait, kind: function}]\n---\nuser:\nGo on.\n");
    std::vector<std::string> words = {built_program("prompty"), "turn", prompt, "--endpoint",
                                      line.substr(line.find("http")) + "/v1"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// The option for an MCP server of which one child holds the leash in a session of its own.
  [[nodiscard]] std::vector<std::string> server_holding(Leash const& leash) const {
    std::string const script = repository() + "/tests/reference/tools/stdio_server.py";
    std::string const starter =
        folder.write("server.sh", "exec 3>'" + leash.path() + "'\nsetsid sh -c 'echo up >&3; sleep 600' &\n" +
                                      "exec python3 '" + script + "'\n");
    return {"--mcp", "server=sh '" + starter + "'"};
  }

  TemporaryFolder folder;
  std::optional<BackgroundProgram> mock;
};

TEST_F(HttpInterruptedTurn, EndsAndKeepsWhatCame) {
  Json const held{{"text", "one line\nand a half"}, {"chunkBy", "characters"}, {"hold", 14}};
  BackgroundProgram turn(turn_words(held, {"--stream", "--tool", "wait=true"}));
  EXPECT_EQ(turn.read_line(), "one line");
  EXPECT_EQ(turn.interrupt(), 130);
  EXPECT_EQ(std::string("and a half").find(turn.read_line()), 0U);
}

TEST_F(HttpInterruptedTurn, LeavesNoToolBehind) {
  Json const calls{{"toolCalls", Json::array({{{"name", "wait"}, {"arguments", Json::object()}}})}};
  std::string const lifeline = folder.path() + "/lifeline";
  ASSERT_EQ(::mkfifo(lifeline.c_str(), 0600), 0);
  BackgroundProgram turn(turn_words(calls, {"--tool", "wait=sh -c 'exec 3>" + lifeline + "; sleep 600 & sleep 600'"}));
  // Opening waits for the tool, reading for the end of all that it started.
  std::ifstream processes(lifeline);
  EXPECT_EQ(turn.interrupt(), 130);
  EXPECT_EQ(processes.get(), std::ifstream::traits_type::eof());
}

TEST_F(HttpInterruptedTurn, LeavesNoServerBehindWhenItEnds) {
  Leash const leash(folder.path() + "/leash");
  BackgroundProgram turn(turn_words({{"text", "done"}}, server_holding(leash)));
  EXPECT_EQ(turn.read_line(), "done");
  EXPECT_TRUE(leash.all_are_gone());
}

TEST_F(HttpInterruptedTurn, LeavesNoServerBehindWhenItIsKilled) {
  Leash const leash(folder.path() + "/leash");
  std::vector<std::string> more = server_holding(leash);
  more.emplace_back("--stream");
  BackgroundProgram turn(turn_words({{"text", "held back"}, {"hold", 0}}, more));
  EXPECT_TRUE(leash.is_held());
  ::kill(turn.process(), SIGKILL);
  EXPECT_TRUE(leash.all_are_gone());
}

}  // namespace
}  // namespace end_to_end::interrupted_turn
