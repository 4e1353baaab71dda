#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/stat.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/terminal_program.hpp"

// `prompty chat` at a terminal.
namespace end_to_end::chat_terminal {
namespace {

using Json = nlohmann::ordered_json;
using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::TemporaryFolder;
using prompty_tests::TerminalProgram;

std::string const interrupt = "\x03";
std::string const end_of_input = "\x04";

class HttpChatTerminal : public testing::Test {
 protected:
  /// Answers with these steps of a scenario.
  std::string serve(Json const& steps) {
    Json const tool{{"name", "write"}, {"inputSchema", {{"type", "object"}}}, {"result", {{"text", "written"}}}};
    std::string const scenario =
        folder.write("default.json", Json{{"steps", steps}, {"mcp", {{"tools", Json::array({tool})}}}}.dump());
    mock.emplace(
        std::vector<std::string>{built_program("prompty-mock-provider"), "--port", "0", "--scenario", scenario});
    std::string const line = mock->read_line();
    port = std::stoi(line.substr(line.rfind(':') + 1));
    return "http://127.0.0.1:" + std::to_string(port) + "/v1";
  }

  [[nodiscard]] std::vector<std::string> chat_words(Json const& steps, std::vector<std::string> const& more = {}) {
    std::string const prompt = folder.write(
        "p.prompty",
        "---\nmodel: {id: m, provider: openai}\ntools: [{name: wait, kind: function}]\n---\nsystem:\nBe kind.\n");
    std::vector<std::string> words = {built_program("prompty"), "chat", prompt, "--endpoint", serve(steps)};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  /// The messages of the requests that the mock received.
  [[nodiscard]] std::vector<std::string> received() const {
    httplib::Client client("127.0.0.1", port);
    httplib::Result const response = client.Get("/_mock/requests");
    std::vector<std::string> received;
    if (!response) return received;
    for (Json const& entry : Json::parse(response->body)) received.push_back(entry["json"]["messages"].dump());
    return received;
  }

  TemporaryFolder folder;
  std::optional<BackgroundProgram> mock;
  int port = 0;
};

Json text(std::string const& words) {
  return {{"respond", {{"text", words}}}};
}

std::string const requested = R"([{"role":"system","content":"Be kind."},{"role":"user","content":"Hello"})";

TEST_F(HttpChatTerminal, KeepsTheConversationOverTurns) {
  TerminalProgram chat(chat_words(Json::array({text("Hi there."), text("Fine.")})));
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("Hello\r");
  ASSERT_TRUE(chat.shows("Hi there.")) << chat.screen();
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("How are yuo\x7f\x7fou?\r");
  ASSERT_TRUE(chat.shows("Fine.")) << chat.screen();
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type(end_of_input);
  EXPECT_EQ(chat.exit_code(), 0);
  EXPECT_THAT(received(),
              testing::ElementsAre(requested + "]", requested + R"(,{"role":"assistant","content":"Hi there."},)"
                                                                R"({"role":"user","content":"How are you?"}])"));
}

TEST_F(HttpChatTerminal, TakesLettersOfEveryKind) {
  TerminalProgram chat(chat_words(Json::array({text("Grüezi.")})));
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("Zürich 東京 🐝\r");
  ASSERT_TRUE(chat.shows("Grüezi.")) << chat.screen();
  EXPECT_THAT(received(), testing::ElementsAre(testing::HasSubstr("Zürich 東京 🐝")));
}

TEST_F(HttpChatTerminal, CtrlCEndsATurnAndKeepsTheConversation) {
  Json const held{{"respond", {{"text", "one two three four"}, {"hold", 3}}}};
  TerminalProgram chat(chat_words(Json::array({held, text("Better.")})));
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("Count\r");
  ASSERT_TRUE(chat.shows("one")) << chat.screen();
  chat.type(interrupt);
  ASSERT_TRUE(chat.shows("The turn was interrupted")) << chat.screen();
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("Hello\r");
  ASSERT_TRUE(chat.shows("Better.")) << chat.screen();
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("/quit\r");
  EXPECT_EQ(chat.exit_code(), 0);
  EXPECT_EQ(received().back(), requested + "]");
}

TEST_F(HttpChatTerminal, CtrlCKillsTheToolThatRuns) {
  Json const calls{{"respond", {{"toolCalls", Json::array({{{"name", "wait"}, {"arguments", Json::object()}}})}}}};
  std::string const lifeline = folder.path() + "/lifeline";
  ASSERT_EQ(::mkfifo(lifeline.c_str(), 0600), 0);
  TerminalProgram chat(
      chat_words(Json::array({calls}), {"--tool", "wait=sh -c 'exec 3>" + lifeline + "; sleep 600 & sleep 600'"}));
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("Wait\r");
  ASSERT_TRUE(chat.shows("→ wait {}")) << chat.screen();
  // Opening waits for the tool, reading for the end of all that it started.
  std::ifstream processes(lifeline);
  chat.type(interrupt);
  EXPECT_EQ(processes.get(), std::ifstream::traits_type::eof());
  EXPECT_TRUE(chat.shows("The turn was interrupted")) << chat.screen();
}

TEST_F(HttpChatTerminal, CtrlCAtThePromptDropsTheLineAndTwiceEnds) {
  TerminalProgram chat(chat_words(Json::array({text("Hi.")})));
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("nonsense");
  ASSERT_TRUE(chat.shows("nonsense")) << chat.screen();
  chat.type(interrupt);
  ASSERT_TRUE(chat.shows("Ctrl-C again")) << chat.screen();
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("Hello\r");
  ASSERT_TRUE(chat.shows("Hi.")) << chat.screen();
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type(interrupt);
  ASSERT_TRUE(chat.shows("Ctrl-C again")) << chat.screen();
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type(interrupt);
  EXPECT_EQ(chat.exit_code(), 0);
  EXPECT_THAT(received(), testing::ElementsAre(requested + "]"));
}

TEST_F(HttpChatTerminal, AsksBeforeACallThatNeedsApproval) {
  Json const calls{{"respond", {{"toolCalls", Json::array({{{"name", "write"}, {"arguments", Json::object()}}})}}}};
  std::string const address = serve(Json::array({calls, text("One."), calls, text("Two.")}));
  std::string const prompt = folder.write(
      "p.prompty",
      "---\nmodel: {id: m, provider: openai}\n"
      "tools: [{name: files, kind: mcp, serverName: files, approvalMode: always}]\n---\nsystem:\nBe kind.\n");
  std::string const server = address.substr(0, address.rfind('/')) + "/default/mcp";
  TerminalProgram chat({built_program("prompty"), "chat", prompt, "--endpoint", address, "--mcp", "files=" + server});
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("Write\r");
  ASSERT_TRUE(chat.shows("May this be called? → write {} [y/N] ")) << chat.screen();
  chat.type("y\r");
  ASSERT_TRUE(chat.shows("← write written")) << chat.screen();
  ASSERT_TRUE(chat.shows("One.")) << chat.screen();
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("Again\r");
  ASSERT_TRUE(chat.shows("May this be called?")) << chat.screen();
  chat.type("\r");
  ASSERT_TRUE(chat.shows("denied")) << chat.screen();
  ASSERT_TRUE(chat.shows("Two.")) << chat.screen();
}

TEST_F(HttpChatTerminal, ShowsWhatTheModelSaysAndDoesNotObeyIt) {
  TerminalProgram chat(chat_words(Json::array({text("a\x1b[2Jb.")})));
  ASSERT_TRUE(chat.shows("> ")) << chat.screen();
  chat.type("Hello\r");
  EXPECT_TRUE(chat.shows("a[2Jb.")) << chat.screen();
}

}  // namespace
}  // namespace end_to_end::chat_terminal
