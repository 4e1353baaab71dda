
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command_line.hpp"
#include "cli/run_setup.hpp"
#include "cli/turn.hpp"
#include "prompty/core/json.hpp"
#include "reference/support/command.hpp"
#include "reference/support/local_server.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::chat_test {
namespace {

using prompty_tests::Finished;
using testing::ElementsAre;
using testing::HasSubstr;

/// Talks to a server that gives the answers of a list, one a request, then errors.
class HttpChat : public testing::Test {
 protected:
  HttpChat() {
    local.server.Post(".*", [this](httplib::Request const& request, httplib::Response& response) {
      sent.push_back(Json::parse(request.body)["messages"].dump());
      if (answers.empty()) {
        response.status = 400;
        return;
      }
      response.set_content(answers.front(), "application/json");
      answers.pop_front();
    });
    local.start();
  }

  void say(std::string const& text) {
    answers.push_back(Json{{"choices", Json::array({{{"message", {{"content", text}}}}})}}.dump());
  }

  [[nodiscard]] Finished chat(std::string const& lines, std::vector<std::string> more = {},
                              std::string const& body = "system:\nBe kind.\n") const {
    std::string const file = folder.write("p.prompty", "---\nmodel: {id: m, provider: openai}\n---\n" + body);
    std::vector<std::string> words = {"chat", file, "--whole", "--endpoint", "http://" + local.address()};
    words.insert(words.end(), more.begin(), more.end());
    std::istringstream in(lines);
    std::ostringstream out;
    std::ostringstream err;
    cli::Interrupts interrupts;
    int const code = cli::run_command_line(words, {.in = in, .out = out, .err = err, .interrupts = interrupts});
    return {code, out.str(), err.str()};
  }

  prompty_tests::TemporaryFolder folder;
  LocalServer<httplib::Server> local;
  std::deque<std::string> answers;
  std::vector<std::string> sent;
};

std::string const system = R"({"role":"system","content":"Be kind."})";

TEST_F(HttpChat, SendsEachLineWithAllThatWasSaidBefore) {
  say("Hello.");
  say("Fine.");
  Finished const talk = chat("Hi\n\n  \nHow are you?\r\n");
  EXPECT_EQ(talk.code, 0) << talk.err;
  EXPECT_EQ(talk.out, "Hello.\nFine.\n");
  EXPECT_EQ(talk.err, "");
  EXPECT_THAT(sent, ElementsAre("[" + system + R"(,{"role":"user","content":"Hi"}])",
                                "[" + system +
                                    R"(,{"role":"user","content":"Hi"},{"role":"assistant","content":)"
                                    R"("Hello."},{"role":"user","content":"How are you?"}])"));
}

TEST_F(HttpChat, BeginsWithThePromptsOwnQuestion) {
  say("Zürich.");
  say("Yes.");
  Finished const talk = chat("Sure?\n", {"-i", "country=Switzerland"}, "user:\nThe largest city of {{ country }}?");
  EXPECT_EQ(talk.out, "Zürich.\nYes.\n");
  EXPECT_EQ(sent.front(), R"([{"role":"user","content":"The largest city of Switzerland?"}])");
}

TEST_F(HttpChat, ShowsItsHistoryAndItsHelp) {
  say("Hello.");
  Finished const talk = chat("Hi\n/history\n/help\n");
  EXPECT_THAT(talk.out, HasSubstr("Hello.\nsystem: Be kind.\nuser: Hi\nassistant: Hello.\n/history "));
}

TEST_F(HttpChat, IsSavedAndGoesOnLater) {
  std::string const path = folder.path() + "/saved.json";
  say("Hello.");
  Finished const first = chat("Hi\n/save " + path + "\n/quit\nnever sent\n");
  EXPECT_EQ(first.code, 0);
  EXPECT_EQ(first.err, "3 messages are saved in " + path + ".\n");
  say("Still here.");
  Finished const second = chat("And now?\n", {"--resume", path});
  EXPECT_EQ(second.out, "Still here.\n");
  EXPECT_EQ(sent.back(), "[" + system +
                             R"(,{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello."},)"
                             R"({"role":"user","content":"And now?"}])");
}

TEST_F(HttpChat, TakesBackATurnThatFails) {
  Finished const failed = chat("Hi\n/history\n");
  EXPECT_EQ(failed.code, 1);
  EXPECT_EQ(failed.out, "system: Be kind.\n");
  EXPECT_EQ(failed.err.find("prompty: ExecuteError: "), 0U) << failed.err;
}

TEST_F(HttpChat, SaysWhatItDoesNotKnow) {
  Finished const talk = chat("/frob\n/save\n/save /nowhere/x\n");
  EXPECT_EQ(talk.code, 1);
  EXPECT_THAT(talk.err, testing::AllOf(HasSubstr("no command /frob"), HasSubstr("/save PATH"),
                                       HasSubstr("RuntimeError: The conversation could not be saved in /nowhere/x")));
  EXPECT_TRUE(sent.empty());
}

TEST_F(HttpChat, SendsALineThatBeginsWithTwoSlashesWithOne) {
  say("A folder.");
  EXPECT_EQ(chat("//etc?\n").out, "A folder.\n");
  EXPECT_THAT(sent.front(), HasSubstr(R"("content":"/etc?")"));
}

TEST_F(HttpChat, RefusesAFileThatHoldsNoConversation) {
  Finished const talk = chat("", {"--resume", folder.write("x.json", "{}")});
  EXPECT_EQ(talk.code, 1);
  EXPECT_THAT(talk.err, HasSubstr("holds no conversation"));
  EXPECT_EQ(chat("", {"--resume", "/nowhere/x.json"}).code, 2);
}

/// Lines of a person who is at a terminal.
class TypedLines final : public cli::LineReader {
 public:
  explicit TypedLines(std::deque<std::variant<std::string, cli::LineEnd>> lines) : lines_(std::move(lines)) {}

  [[nodiscard]] std::variant<std::string, cli::LineEnd> read(std::string const& prompt) override {
    prompts.push_back(prompt);
    if (lines_.empty()) return cli::LineEnd::ended;
    std::variant<std::string, cli::LineEnd> line = lines_.front();
    lines_.pop_front();
    return line;
  }
  [[nodiscard]] bool is_typed() const override { return true; }

  std::vector<std::string> prompts;

 private:
  std::deque<std::variant<std::string, cli::LineEnd>> lines_;
};

TEST(Consent, IsAYesAndNothingElse) {
  for (std::string const answer : {"y", "Y", "yes"}) {
    TypedLines lines({answer});
    EXPECT_TRUE(cli::confirm_call(lines, {.name = "write", .arguments = R"({"path":"a"})"})) << answer;
    EXPECT_THAT(lines.prompts, ElementsAre(R"(May this be called? → write {"path":"a"} [y/N] )"));
  }
  for (std::string const answer : {"", "n", "no", "yy", " y"}) {
    TypedLines lines({answer});
    EXPECT_FALSE(cli::confirm_call(lines, {})) << answer;
  }
  TypedLines interrupted({cli::LineEnd::interrupted});
  EXPECT_FALSE(cli::confirm_call(interrupted, {}));
}

TEST_F(HttpChat, EndsAtTheSecondInterruptInARow) {
  cli::RunChoices const run{.prompt = {.file = folder.write("p.prompty", "system:\nBe kind.\n")}};
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  cli::Interrupts interrupts;
  cli::Console const console{.in = in, .out = out, .err = err, .interrupts = interrupts};
  TypedLines lines({cli::LineEnd::interrupted, "/help", cli::LineEnd::interrupted, cli::LineEnd::interrupted, "/help"});
  EXPECT_EQ(cli::chat(cli::make_turn_context(run, {}, err), lines, console), 0);
  EXPECT_EQ(lines.prompts.size(), 4U);
}

}  // namespace
}  // namespace prompty::chat_test
