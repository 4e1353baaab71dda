#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <filesystem>
#include <fstream>

#include "end_to_end/conformance_program.hpp"
#include "end_to_end/small_checkout.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// Options that nothing else needs do what they say.
namespace end_to_end::less_used_options {
namespace {

using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::conformance;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

std::string const here = repository() + "/tests/end_to_end";
std::string const weather_tool = "get_weather=python3 '" + here + "/weather.py'";

/// The mock with these options, and where it listens.
class Mock {
 public:
  explicit Mock(std::vector<std::string> options) : program_(words(std::move(options))) {
    std::string const line = program_.read_line();
    address_ = line.substr(line.find("http"));
  }
  [[nodiscard]] std::string const& address() const { return address_; }
  [[nodiscard]] int port() const { return std::stoi(address_.substr(address_.rfind(':') + 1)); }

 private:
  static std::vector<std::string> words(std::vector<std::string> options) {
    options.insert(options.begin(), built_program("prompty-mock-provider"));
    return options;
  }

  BackgroundProgram program_;
  std::string address_;
};

Mock weather_mock() {
  return Mock({"--scenario", here + "/weather.yaml"});
}

ProgramResult prompty(std::string const& command, Mock const& mock, std::vector<std::string> const& more) {
  std::vector<std::string> words = {built_program("prompty"), command, here + "/weather.prompty", "--endpoint",
                                    mock.address() + "/v1"};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

TEST(LessUsedOptions, OfATurnRunItsCallsTogetherAndTellOnStandardError) {
  Mock const mock = weather_mock();
  ProgramResult const result = prompty("turn", mock, {"--tool", weather_tool, "--parallel", "--trace-console"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "NYC is 72°F and sunny; London is 55°F and rainy.\n");
  EXPECT_THAT(result.err, AllOf(HasSubstr("[prompty] ▶ turn\n"), HasSubstr("[prompty] ◀ execute_tool (")));
}

TEST(LessUsedOptions, OfATurnAreNotTakenTogetherWhenTheyContradict) {
  Mock const mock = weather_mock();
  ProgramResult const result = prompty("turn", mock, {"--sequential", "--parallel"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, AllOf(HasSubstr("--sequential"), HasSubstr("--parallel")));
}

TEST(LessUsedOptions, OfAConversationBoundItsTools) {
  Mock const mock = weather_mock();
  ProgramResult const result =
      prompty("chat", mock, {"--tool", "get_weather=sleep 600", "--tool-timeout", "0.2", "--parallel"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("did not end within 0.2 seconds"));
  EXPECT_THAT(result.out, HasSubstr("NYC is 72°F"));
}

TEST(LessUsedOptions, OfAConversationBoundItsTurns) {
  Mock const mock = weather_mock();
  ProgramResult const result =
      prompty("chat", mock, {"--tool", weather_tool, "--max-iterations", "1", "--approve", "never", "--sequential"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.err, HasSubstr("iterations"));
}

TEST(LessUsedOptions, OfAConversationTellWhatIsDone) {
  TemporaryFolder const folder;
  Mock const mock = weather_mock();
  std::string const traces = folder.path() + "/traces";
  ProgramResult const result =
      prompty("chat", mock, {"--tool", weather_tool, "--trace", traces, "--trace-console", "--whole"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("[prompty] ◀ turn ("));
  std::vector<std::string> written;
  for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(traces))
    written.push_back(entry.path().filename().string());
  EXPECT_THAT(written, testing::Contains(MatchesRegex("weather\\..*\\.tracy")));
}

TEST(LessUsedOptions, OfTheMockSayWhereItListens) {
  Mock const mock({"--host", "127.0.0.2"});
  EXPECT_THAT(mock.address(), testing::StartsWith("http://127.0.0.2:"));
  EXPECT_TRUE(httplib::Client("127.0.0.2", mock.port()).Get("/_mock/requests"));
  EXPECT_FALSE(httplib::Client("127.0.0.1", mock.port()).Get("/_mock/requests"));
}

TEST(LessUsedOptions, OfTheMockBoundRequests) {
  Mock const mock({"--max-request-bytes", "100", "--max-header-bytes", "2000"});
  httplib::Client client("127.0.0.1", mock.port());
  httplib::Result const large = client.Post("/v1/chat/completions", std::string(101, ' '), "application/json");
  ASSERT_TRUE(large);
  EXPECT_EQ(large->status, 413);
  httplib::Headers const filling = {{"X-Filling", std::string(2001, 'x')}};
  httplib::Result const wordy = client.Get("/v1/models", filling);
  ASSERT_TRUE(wordy);
  EXPECT_EQ(wordy->status, 431);
}

TEST(LessUsedOptions, OfTheMockBoundWhatItRemembers) {
  Mock const mock({"--journal-bytes", "5000", "--check", "off"});
  httplib::Client client("127.0.0.1", mock.port());
  for (char const mark : {'a', 'b', 'c', 'd'}) {
    std::string const body =
        R"({"model": "m", "messages": [{"role": "user", "content": ")" + std::string(2000, mark) + R"("}]})";
    EXPECT_TRUE(client.Post("/v1/chat/completions", body, "application/json"));
  }
  httplib::Result const journal = client.Get("/_mock/requests");
  ASSERT_TRUE(journal);
  EXPECT_THAT(journal->body, AllOf(HasSubstr("dddd"), Not(HasSubstr("aaaa"))));
}

TEST(LessUsedOptions, OfTheMockBoundTheAnswersThatItRemembers) {
  Mock const mock({"--journal-answer-bytes", "7"});
  httplib::Client client("127.0.0.1", mock.port());
  EXPECT_TRUE(client.Get("/v1/models"));
  EXPECT_THAT(client.Get("/_mock/requests")->body, HasSubstr(R"("body":"{\"objec","kept":7)"));
}

TEST(LessUsedOptions, OfTheMockEncrypt) {
  TemporaryFolder const folder;
  std::string const certificate = folder.path() + "/certificate.pem";
  std::string const key = folder.path() + "/key.pem";
  ProgramResult const made = run_program(
      {"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
       "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  Mock const mock({"--tls", certificate, key});
  EXPECT_THAT(mock.address(), testing::StartsWith("https://127.0.0.1:"));
  ProgramResult const trusted = run_program({"env", "SSL_CERT_FILE=" + certificate, built_program("prompty"), "run",
                                             here + "/capital.prompty", "--endpoint", mock.address() + "/v1"});
  EXPECT_EQ(trusted.exit_code, 0) << trusted.err;
  ProgramResult const untrusted = prompty("run", mock, {});
  EXPECT_EQ(untrusted.exit_code, 1) << untrusted.out;
}

TEST(LessUsedOptions, OfARunLetFlakyVectorsFailAsListedUntilTheLastDay) {
  TemporaryFolder const folder;
  std::string const report = folder.path() + "/run.jsonl";
  std::vector<std::string> run = {"run",      "--subject",          "python3 '" + here + "/greedy_split.py'",
                                  "--filter", "load/frontmatter/*", "--jsonl",
                                  report};
  EXPECT_EQ(conformance(run).exit_code, 1);
  std::string const list = folder.path() + "/known.yaml";
  ASSERT_EQ(conformance({"update-known-failures", list, report}).exit_code, 0);
  std::ifstream known(list);
  std::string ids_alone;
  std::string with_an_end;
  for (std::string line; std::getline(known, line);) {
    bool const is_entry = line.rfind("- id: ", 0) == 0;
    with_an_end += line + "\n" + (is_entry ? "  expires: 2999-12-31\n" : "");
    if (is_entry) ids_alone += line + "\n  reason: now and then\n";
  }
  ASSERT_NE(ids_alone, "");
  auto const flaky = [&](std::string const& entries, std::vector<std::string> const& more) {
    std::vector<std::string> words = run;
    words.insert(words.end(), {"--known-flaky", folder.write("flaky.yaml", entries)});
    words.insert(words.end(), more.begin(), more.end());
    return conformance(words);
  };
  ProgramResult const tolerant = flaky(with_an_end, {});
  EXPECT_EQ(tolerant.exit_code, 0) << tolerant.out << tolerant.err;
  EXPECT_EQ(flaky(text_of(list), {}).exit_code, 2);
  // Which fails every time, however often it is played.
  for (std::vector<std::string> const& more : {std::vector<std::string>{}, {"--repeat", "3"}}) {
    ProgramResult const strict = flaky(ids_alone, more);
    EXPECT_EQ(strict.exit_code, 1) << strict.out << strict.err;
    EXPECT_THAT(strict.out, HasSubstr("nothing shows that it passes"));
  }
}

TEST(LessUsedOptions, OfARunAreReadBeforeItBegins) {
  TemporaryFolder const folder;
  std::string const score = folder.path() + "/none.json";
  ProgramResult const result = conformance({"run", "--mutation-score", score, "--filter", "load/*"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr(score));
  EXPECT_EQ(result.out, "");
}

TEST(LessUsedOptions, OfARunAreNumbersOfSeconds) {
  for (std::string const option : {"--timeout", "--time-limit"}) {
    for (std::string const value : {"nan", "inf", "0", "soon"}) {
      ProgramResult const result = conformance({"run", "--subject", "reference", option, value});
      EXPECT_EQ(result.exit_code, 2) << option << " " << value;
      EXPECT_THAT(result.err, AllOf(HasSubstr(option), HasSubstr(value + " is no number of seconds from 0.05 to ")));
    }
  }
}

TEST(LessUsedOptions, OfATrialBoundEachRequest) {
  TemporaryFolder const folder;
  std::string const silent = folder.write("silent.py", R"(
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "shutdown":
        break
    if request["method"] == "initialize":
        me = {"name": "silent", "version": "1", "language": "Python"}
        result = {"protocolVersion": 6, "implementation": me, "operations": ["split"]}
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
)");
  ProgramResult const result = conformance({"smoke", "--timeout", "0.3", "--", "python3", silent});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("silent 1 (Python) starts"), HasSubstr("300 ms")));
}

TEST(LessUsedOptions, OfAMergeWriteJunit) {
  TemporaryFolder const folder;
  std::string const report = folder.path() + "/run.jsonl";
  std::string const junit = folder.path() + "/merged.xml";
  (void)conformance({"run", "--subject", "python3 '" + here + "/greedy_split.py'", "--filter", "load/frontmatter/*",
                     "--jsonl", report, "--junit", folder.path() + "/run.xml"});
  EXPECT_EQ(conformance({"merge", report, "--junit", junit}).exit_code, 1);
  EXPECT_THAT(text_of(junit), AllOf(HasSubstr("<testsuite"), HasSubstr("<failure")));
}

TEST(LessUsedOptions, OfMutantsJudgeSomeAtOnce) {
  prompty_tests::SmallCheckout const checkout({"parse"});
  auto const reported = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"mutants", "P2.10-*", "--together", "2",         "--rounds",
                                      "1",       "--seed",  "3",          "--edition", "2026-04"};
    words.insert(words.end(), more.begin(), more.end());
    return checkout.run(words).out;
  };
  EXPECT_THAT(reported({}), MatchesRegex("  2 at once, 1 subjects: recall 100.0 % .*, precision 100.0 % .*\n"));
  EXPECT_THAT(reported({"--unknown"}), HasSubstr("  2 at once, 1 subjects: recall "));
}

TEST(LessUsedOptions, OfReadingsChooseDecisionsAndCombinations) {
  prompty_tests::SmallCheckout const checkout({"load/frontmatter"});
  ProgramResult const result = checkout.run({"readings", "--decision", "A-008", "--combinations", "1", "--seed", "2"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("1 combinations judged: 0 false accusations"));
}

TEST(LessUsedOptions, OfReadingsFollowThemAsLoadAndOverHttp) {
  TemporaryFolder const folder;
  std::string const fates = folder.path() + "/fates.jsonl";
  auto const changes = [&](std::vector<std::string> const& options) {
    std::vector<std::string> words = {built_program("prompty-conformance"), "readings", "--fates", fates};
    words.insert(words.end(), options.begin(), options.end());
    ProgramResult const result = run_program(words);
    EXPECT_EQ(result.exit_code, 0) << result.out;
    EXPECT_THAT(result.out, HasSubstr(" 0 false accusations"));
    return text_of(fates);
  };
  EXPECT_THAT(changes({"--decision", "A-004"}), AllOf(HasSubstr(" [load] pass "), Not(HasSubstr("[http]"))));
  EXPECT_THAT(changes({"--decision", "A-094", "--http"}), HasSubstr(" [http] pass "));
}

TEST(LessUsedOptions, OfReadingsRefuseCombinationsWithoutEnd) {
  ProgramResult const result = run_program({built_program("prompty-conformance"), "readings", "--combinations", "-1"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--combinations: Value -1 not in range 0 to 100000"));
}

TEST(LessUsedOptions, OfReadingsFollowThePublicOnesAtOnce) {
  prompty_tests::SmallCheckout const checkout(
      {"load/references", "agent/context-budget.json", "agent/guardrails.json"});
  ProgramResult const result =
      checkout.run({"readings", "--public", "--decision", "A-444", "--decision", "A-057", "--decision", "A-445"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("2 public readings judged at once"));
  EXPECT_THAT(result.out, HasSubstr(" 0 false accusations"));
}

}  // namespace
}  // namespace end_to_end::less_used_options
