#include "cli/command_line.hpp"

#include <gtest/gtest.h>

#include <new>
#include <sstream>
#include <streambuf>

#include "reference/support/command.hpp"
#include "reference/support/local_server.hpp"
#include "support/raw_server.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::command_line_test {
namespace {

using prompty_tests::Finished;
using prompty_tests::run_prompty;

class HttpCommandLine : public testing::Test {
 protected:
  HttpCommandLine() {
    local.server.Post("/v1/chat/completions", [this](httplib::Request const& request, httplib::Response& response) {
      body = request.body;
      authorization = request.get_header_value("Authorization");
      response.set_content(answer, "application/json");
    });
    local.start();
    endpoint = "http://" + local.address() + "/v1";
  }

  [[nodiscard]] std::string prompt(std::string const& properties) const {
    return folder.write("hello.prompty", "---\nmodel: {id: m, provider: openai}\n" + properties + "---\nSay hello.\n");
  }

  prompty_tests::TemporaryFolder folder;
  LocalServer<httplib::Server> local;
  std::string endpoint;
  std::string answer = R"({"choices":[{"message":{"content":"Hello!"}}]})";
  std::string body;
  std::string authorization;
};

TEST_F(HttpCommandLine, RunsAFileAndPrintsTheAnswer) {
  Finished const run = run_prompty({"run", prompt(""), "--endpoint", endpoint});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.out, "Hello!\n");
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(body, R"({"model":"m","messages":[{"role":"system","content":"Say hello."}]})");
  EXPECT_EQ(authorization, "");
}

TEST_F(HttpCommandLine, RunsWithInputs) {
  std::string const file =
      folder.write("ask.prompty", "---\nmodel: {id: m, provider: openai}\n---\nuser:\n{{ question }}");
  EXPECT_EQ(run_prompty({"run", file, "--endpoint", endpoint, "-i", "question=Why?"}).code, 0);
  EXPECT_EQ(body, R"({"model":"m","messages":[{"role":"user","content":"Why?"}]})");
}

TEST_F(HttpCommandLine, SendsTheKeyOfTheCommandLine) {
  EXPECT_EQ(run_prompty({"run", prompt(""), "--endpoint", endpoint, "--api-key", "K", "--profile", "as-written"}).code,
            0);
  EXPECT_EQ(authorization, "Bearer K");
}

TEST_F(HttpCommandLine, PrintsStructuredAnswersAndToolCallsAsJson) {
  answer = R"({"choices":[{"message":{"content":"{\"a\":1}"}}]})";
  EXPECT_EQ(run_prompty({"run", prompt("outputs: {a: {kind: integer}}\n"), "--endpoint", endpoint}).out,
            "{\n  \"a\": 1\n}\n");
  answer = R"({"choices":[{"message":{"tool_calls":[{"id":"1","function":{"name":"f","arguments":"{}"}}]}}]})";
  EXPECT_EQ(run_prompty({"run", prompt(""), "--endpoint", endpoint, "--json"}).out,
            "{\"type\":\"tool_calls\",\"value\":[{\"id\":\"1\",\"name\":\"f\",\"arguments\":\"{}\"}]}\n");
}

TEST_F(HttpCommandLine, SaysWhatFailedInOneLine) {
  answer = "{}";
  Finished const run = run_prompty({"run", prompt(""), "--endpoint", endpoint});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err.find("prompty: ValueError: Unexpected response format: "), 0U) << run.err;
  EXPECT_EQ(run.err.find('\n'), run.err.size() - 1);
}

TEST_F(HttpCommandLine, GivesUpAfterItsTimeout) {
  RawServer const silent("", AfterBytes::hold);
  Finished const run = run_prompty({"run", prompt(""), "--endpoint", "http://" + silent.address(), "--timeout", "0.2"});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("timed out"), std::string::npos) << run.err;
}

TEST(CommandLine, LoadsAFileAndMasksItsSecrets) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.write(
      "a.prompty",
      "---\nmodel: {connection: {kind: key, endpoint: E, apiKey: s3cret}, options: {maxOutputTokens: 7}}\n---\nHi");
  Finished const load = run_prompty({"load", file});
  EXPECT_EQ(load.code, 0);
  EXPECT_EQ(load.out.find("s3cret"), std::string::npos);
  EXPECT_NE(load.out.find("\"apiKey\": \"[REDACTED]\""), std::string::npos);
  EXPECT_NE(load.out.find("\"maxOutputTokens\": 7"), std::string::npos);
}

TEST(CommandLine, ShowsSecretsOnRequest) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.write("a.prompty", "---\nmodel: {connection: {kind: key, apiKey: s3cret}}\n---\nHi");
  EXPECT_NE(run_prompty({"load", file, "--show-secrets"}).out.find("s3cret"), std::string::npos);
}

TEST(CommandLine, ShowsThePlaceOfAnError) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.write("a.prompty", "---\nname: a\ninputs: {x: {required: 3}}\n---\nHi");
  Finished const load = run_prompty({"load", file});
  EXPECT_EQ(load.code, 1);
  EXPECT_EQ(load.err.find(file + ":3:24: error: inputs.x.required must be true or false"), 0U) << load.err;
  EXPECT_NE(load.err.find("\n    3 | inputs: {x: {required: 3}}\n      |                        ^\n"),
            std::string::npos)
      << load.err;
}

TEST(CommandLine, RefusesWrongUsageWithOneSentence) {
  std::vector<std::vector<std::string>> const wrong = {{},
                                                       {"frob"},
                                                       {"run"},
                                                       {"run", "/nowhere/a.prompty"},
                                                       {"load", "/nowhere/a.prompty"},
                                                       {"run", "/dev/null", "--frob"},
                                                       {"turn"},
                                                       {"chat"},
                                                       {"turn", "/dev/null", "--resume", "/dev/null"},
                                                       {"chat", "/dev/null", "--json"},
                                                       {"run", "/dev/null", "--profile", "lenient"},
                                                       {"run", "/dev/null", "--timeout", "0"},
                                                       {"run", "/dev/null", "--timeout", "soon"},
                                                       {"run", "/dev/null", "--timeout", "nan"},
                                                       {"check"},
                                                       {"prepare", "/nowhere/a.prompty"},
                                                       {"prepare", "@FILE", "--input", "a"},
                                                       {"prepare", "@FILE", "--input", "a:={"},
                                                       {"prepare", "@FILE", "--inputs", "/nowhere/i.json"},
                                                       {"load", "@FILE", "--env-file", "/nowhere/.env"}};
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.write("a.prompty", "Hi");
  for (std::vector<std::string> const& arguments : wrong) {
    std::vector<std::string> words = arguments;
    std::replace(words.begin(), words.end(), std::string("@FILE"), file);
    Finished const run = run_prompty(words);
    EXPECT_EQ(run.code, 2) << testing::PrintToString(words);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err.find("prompty: "), 0U) << run.err;
    EXPECT_EQ(run.err.find('\n'), run.err.size() - 1) << run.err;
  }
}

TEST(CommandLine, NamesTheCommandThatWasMeant) {
  EXPECT_EQ(run_prompty({"rnu", "a.prompty"}).err,
            "prompty: There is no command rnu: did you mean run?; see prompty --help\n");
  EXPECT_EQ(run_prompty({"chekc"}).err,
            "prompty: There is no command chekc: did you mean check?; see prompty --help\n");
  EXPECT_EQ(run_prompty({"frobnicate"}).err, "prompty: There is no command frobnicate; see prompty --help\n");
}

TEST(CommandLine, HelpIsShortAndHasAnExample) {
  for (std::vector<std::string> const& arguments : std::vector<std::vector<std::string>>{{"--help"},
                                                                                         {"run", "--help"},
                                                                                         {"turn", "--help"},
                                                                                         {"chat", "--help"},
                                                                                         {"load", "--help"},
                                                                                         {"check", "--help"},
                                                                                         {"render", "--help"},
                                                                                         {"parse", "--help"},
                                                                                         {"prepare", "--help"}}) {
    Finished const help = run_prompty(arguments);
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("Example: prompty "), std::string::npos);
    EXPECT_LT(std::count(help.out.begin(), help.out.end(), '\n'), 45);
  }
}

TEST(CommandLine, TellsItsVersion) {
  EXPECT_EQ(run_prompty({"--version"}).out.find("0."), 0U);
}

/// Takes nothing, as where no memory is left.
struct FullMemory : std::streambuf {
  int overflow(int) override { throw std::bad_alloc(); }
};

// It ended in std::terminate.
TEST_F(HttpCommandLine, SaysThatMemoryIsOver) {
  FullMemory memory;
  std::ostream out(&memory);
  out.exceptions(std::ios::badbit);
  std::ostringstream err;
  EXPECT_EQ(cli::run_command_line({"render", prompt("")}, out, err), 1);
  EXPECT_EQ(err.str(), "prompty: there is not enough memory for this; give it more, or load, send and request less\n");
}

}  // namespace
}  // namespace prompty::command_line_test
