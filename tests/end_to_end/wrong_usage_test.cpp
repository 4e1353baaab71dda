#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "end_to_end/conformance_program.hpp"
#include "support/temporary_folder.hpp"

// Each wrong usage gives one clear sentence and its exit code: 2 for what the caller can mend, 3 when nothing is
// judged.
namespace end_to_end::wrong_usage {
namespace {

using prompty_tests::built_program;
using prompty_tests::conformance;
using prompty_tests::ProgramResult;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr int wrong_usage = 2;
constexpr int nothing_judged = 3;

void expect_one_sentence(ProgramResult const& result, int exit_code, testing::Matcher<std::string> const& sentence) {
  EXPECT_EQ(result.exit_code, exit_code) << result.out << result.err;
  EXPECT_THAT(result.err, sentence);
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  EXPECT_LT(result.err.size(), 500U) << result.err;
}

std::string const good_vector =
    R"("id": "a", "clauses": ["P2.2-15"], "why": "x", "operation": "split", "given": {"text": "B"})";

std::string vector_file(std::string const& members) {
  return R"({"schemaVersion": 1, "topic": "typo", "vectors": [{)" + members + "}]}";
}

TEST(WrongUsage, UnknownOption) {
  expect_one_sentence(conformance({"run", "--frobnicate"}), wrong_usage,
                      AllOf(StartsWith("prompty-conformance: "), HasSubstr("--frobnicate"), HasSubstr("--help")));
}

TEST(WrongUsage, NoCommand) {
  expect_one_sentence(conformance({}), wrong_usage, HasSubstr("subcommand"));
}

TEST(WrongUsage, UnknownCommand) {
  EXPECT_EQ(conformance({"mrege", "a.jsonl"}).err,
            "prompty-conformance: there is no command 'mrege': did you mean merge?; see --help\n");
  expect_one_sentence(conformance({"frobnicate"}), wrong_usage, HasSubstr("there is no command 'frobnicate'; see"));
}

TEST(WrongUsage, FilterThatMatchesNothingStartsNoAdapter) {
  TemporaryFolder const folder;
  std::string const started = folder.path() + "/started";
  expect_one_sentence(conformance({"run", "--subject", "touch " + started, "--filter", "no/such"}), wrong_usage,
                      HasSubstr("'no/such'"));
  EXPECT_FALSE(std::filesystem::exists(started));
}

TEST(WrongUsage, UnknownProfile) {
  expect_one_sentence(conformance({"run", "--profile", "strict"}), wrong_usage,
                      AllOf(HasSubstr("strict"), HasSubstr("lenient")));
}

TEST(WrongUsage, UnknownGroup) {
  expect_one_sentence(conformance({"run", "--include", "theirs"}), wrong_usage,
                      AllOf(HasSubstr("theirs"), HasSubstr("ours")));
}

// A device has no end, and a pipe perhaps no writer.
TEST(WrongUsage, DevicesAndPipesInPlaceOfFiles) {
  TemporaryFolder const folder;
  std::string const pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string const prompty = built_program("prompty");
  for (std::string const& file : {pipe, std::string("/dev/zero")}) {
    for (std::vector<std::string> const& words : {std::vector<std::string>{"run", "--known-failures", file},
                                                  {"run", "--known-flaky", file},
                                                  {"run", "--mutation-score", file},
                                                  {"merge", file},
                                                  {"diff", file, file},
                                                  {"matrix", file},
                                                  {"verdict", file},
                                                  {"verdict", file, "a/b"},
                                                  {"format", file},
                                                  {"update-known-failures", folder.path() + "/known.yaml", file},
                                                  {"update-known-failures", file, file}})
      expect_one_sentence(conformance(words), wrong_usage, AllOf(HasSubstr(file), HasSubstr("regular file")));
    for (std::vector<std::string> const& words :
         {std::vector<std::string>{"run", file}, {"check", file}, {"load", file}}) {
      std::vector<std::string> all = words;
      all.insert(all.begin(), prompty);
      ProgramResult const result = run_program(all);
      EXPECT_NE(result.exit_code, 0) << file;
      EXPECT_THAT(result.out + result.err, HasSubstr(file));
    }
  }
}

TEST(WrongUsage, VectorsFolderThatDoesNotExist) {
  expect_one_sentence(conformance({"run", "--vectors", "no/such/folder"}), wrong_usage,
                      AllOf(HasSubstr("no/such/folder"), HasSubstr("--vectors")));
}

TEST(WrongUsage, MissingPromptFile) {
  expect_one_sentence(run_program({built_program("prompty"), "run", "no-such.prompty"}), wrong_usage,
                      AllOf(StartsWith("prompty: "), HasSubstr("no-such.prompty")));
}

TEST(WrongUsage, AdapterThatDoesNotStart) {
  expect_one_sentence(conformance({"run", "--subject", "./no-such-adapter --fast"}), nothing_judged,
                      HasSubstr("no-such-adapter"));
}

TEST(WrongUsage, AdapterThatEndsAtOnce) {
  ProgramResult const result = conformance({"run", "--subject", "false"});
  EXPECT_EQ(result.exit_code, nothing_judged) << result.err;
  EXPECT_THAT(result.err, HasSubstr("false"));
}

TEST(WrongUsage, FilterThatMatchesNothing) {
  expect_one_sentence(conformance({"run", "--filter", "wire/no-such-*"}), wrong_usage,
                      AllOf(HasSubstr("wire/no-such-*"), HasSubstr("list")));
}

TEST(WrongUsage, ClauseThatDoesNotExist) {
  expect_one_sentence(conformance({"run", "--clause", "P99.9-01"}), wrong_usage, HasSubstr("P99.9-01"));
}

TEST(WrongUsage, FilterAndClauseWithNothingInCommon) {
  expect_one_sentence(conformance({"run", "--filter", "process/*", "--clause", "P2.2-15"}), wrong_usage,
                      HasSubstr("in common"));
}

TEST(WrongUsage, VectorFileWithATypo) {
  TemporaryFolder const folder;
  static_cast<void>(folder.write("typo.json", vector_file(good_vector + R"(, "expct": {"value": "B"})")));
  expect_one_sentence(conformance({"run", "--vectors", folder.path()}), wrong_usage,
                      AllOf(HasSubstr("typo.json"), HasSubstr("vector \"a\""), HasSubstr("expect")));
}

TEST(WrongUsage, VectorFileWithAnUnknownMember) {
  TemporaryFolder const folder;
  static_cast<void>(
      folder.write("typo.json", vector_file(good_vector + R"(, "expect": {"value": "B"}, "gatting": false)")));
  expect_one_sentence(conformance({"run", "--vectors", folder.path()}), wrong_usage,
                      AllOf(HasSubstr("unknown member \"gatting\""), HasSubstr("did you mean \"gating\"?")));
}

TEST(WrongUsage, VectorFileThatIsNotJson) {
  TemporaryFolder const folder;
  static_cast<void>(folder.write("typo.json", "{\n  \"schemaVersion\": 1,\n  oops\n}"));
  expect_one_sentence(conformance({"lint", "--vectors", folder.path()}), wrong_usage, HasSubstr("typo.json:3:"));
}

TEST(WrongUsage, PageWithABrokenClause) {
  TemporaryFolder const folder;
  static_cast<void>(
      folder.write("02.md", "# Page\n\n## §2.1 Structure\nClass: file-format\n\n- **P2.1-01** MIGHT — something.\n"));
  expect_one_sentence(conformance({"list", "--spec", folder.path()}), wrong_usage,
                      AllOf(HasSubstr("02.md:6"), HasSubstr("MIGHT")));
}

TEST(WrongUsage, ReportThatCannotBeWritten) {
  expect_one_sentence(conformance({"run", "--filter", "load/*", "--jsonl", "/dev/null/report.jsonl"}), wrong_usage,
                      HasSubstr("/dev/null/report.jsonl"));
  expect_one_sentence(conformance({"run", "--filter", "load/*", "--junit", "/dev/null/report.xml"}), wrong_usage,
                      HasSubstr("/dev/null/report.xml"));
}

TEST(WrongUsage, PortInUse) {
  httplib::Server holder;
  int const port = holder.bind_to_any_port("127.0.0.1");
  ASSERT_GT(port, 0);
  expect_one_sentence(run_program({built_program("prompty-mock-provider"), "--port", std::to_string(port)}),
                      wrong_usage, HasSubstr(std::to_string(port)));
}

TEST(WrongUsage, ScenarioFileThatIsMalformed) {
  TemporaryFolder const folder;
  std::string const file = folder.write("scenario.json", R"({"steps": [{"respnd": {"text": "hi"}}]})");
  expect_one_sentence(run_program({built_program("prompty-mock-provider"), "--scenario", file}), wrong_usage,
                      AllOf(HasSubstr("scenario.json"), HasSubstr("respnd")));
}

TEST(WrongUsage, SmokeWithoutACommand) {
  expect_one_sentence(conformance({"smoke"}), wrong_usage, HasSubstr("after --"));
}

TEST(WrongUsage, ExplainOfSomethingUnknown) {
  expect_one_sentence(conformance({"explain", "P7"}), wrong_usage, AllOf(HasSubstr("P7"), HasSubstr("list")));
}

}  // namespace
}  // namespace end_to_end::wrong_usage
