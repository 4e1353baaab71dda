#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "end_to_end/json_lines.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// What a user sees who has inputs rewritten, and who reads what was said and answered.
namespace end_to_end::transforms {
namespace {

using prompty_tests::built_program;
using prompty_tests::json_lines;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string const lf_adapter = std::string("python3 ") + repository() + "/tests/end_to_end/only_line_feeds_split.py";
std::string const vector_id = "load/frontmatter/body/one-line-body";

ProgramResult run(std::vector<std::string> const& words) {
  std::vector<std::string> all = {built_program("prompty-conformance"), "run"};
  all.insert(all.end(), words.begin(), words.end());
  return run_program(all);
}

TEST(Transforms, OfTheReferenceChangeNoVerdict) {
  ProgramResult const result = run({"--filter", "process/anthropic/tool-calls/nested-input", "--filter",
                                    "process/openai-chat/stream-text/*", "--transforms"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("\n  transform "), Not(HasSubstr("fail "))));
  EXPECT_THAT(run({"--filter", vector_id}).out, Not(HasSubstr("transform")));
}

TEST(Transforms, ShowAnAdapterThatKnowsOneLineEndOnly) {
  TemporaryFolder const folder;
  std::string const path = folder.path() + "/r.";
  std::vector<std::string> const words = {"--subject", lf_adapter,     "--filter",   vector_id,
                                          "--jsonl",   path + "jsonl", "--junit",    path + "xml",
                                          "--html",    path + "html",  "--markdown", path + "md"};
  ProgramResult const as_it_stands = run(words);
  EXPECT_EQ(as_it_stands.exit_code, 0) << as_it_stands.out << as_it_stands.err;
  std::vector<std::string> with_transforms = words;
  with_transforms.emplace_back("--transforms");
  ProgramResult const result = run(with_transforms);
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("fail " + vector_id + " [transform crlf of direct]"), HasSubstr("\\r\\n"),
                                HasSubstr(vector_id + " --transform crlf\n")));
  EXPECT_THAT(text_of(path + "xml"), HasSubstr("one-line-body [transform crlf of direct]"));
  EXPECT_THAT(text_of(path + "md"), AllOf(HasSubstr("[transform crlf of direct]"), HasSubstr("--transform crlf")));
  nlohmann::ordered_json const failed = json_lines(path + "jsonl").at(2);
  EXPECT_EQ(failed["way"], "transform");
  EXPECT_EQ(failed["transform"], "crlf");
  EXPECT_EQ(failed["of"], "direct");
  EXPECT_EQ(failed["status"], "fail");
  ProgramResult const merged = run_program({built_program("prompty-conformance"), "merge", path + "jsonl"});
  EXPECT_EQ(merged.exit_code, 1) << merged.out << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("transform "));
}

TEST(Transforms, CanBeRepeatedOneByOne) {
  std::vector<std::string> const words = {"--subject", lf_adapter, "--filter", vector_id, "--transform"};
  auto const run_with = [&](std::string const& transform) {
    std::vector<std::string> all = words;
    all.push_back(transform);
    return run(all);
  };
  EXPECT_EQ(run_with("crlf").exit_code, 1);
  EXPECT_EQ(run_with("bom").exit_code, 0);
  ProgramResult const unknown = run_with("upper-case");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("upper-case"), HasSubstr("crlf")));
}

/// A run of the adapter, which writes its variable USER_TOKEN to standard error, with all that it leaves.
struct ReportedRun {
  TemporaryFolder folder;
  std::string traces = folder.path() + "/traces";
  std::string trace = traces + "/" + vector_id + ".jsonl";
  std::vector<std::string> reports = {folder.path() + "/r.html", folder.path() + "/r.jsonl", folder.path() + "/r.xml",
                                      folder.path() + "/r.md"};
  ProgramResult result;

  explicit ReportedRun(std::string const& option)
      : result(run_program({"env",
                            "USER_TOKEN=sk-not-to-be-shown-9a7f",
                            built_program("prompty-conformance"),
                            "run",
                            "--subject",
                            lf_adapter,
                            option,
                            "USER_TOKEN",
                            "--filter",
                            vector_id,
                            "--transforms",
                            "--trace",
                            traces,
                            "--html",
                            reports[0],
                            "--jsonl",
                            reports[1],
                            "--junit",
                            reports[2],
                            "--markdown",
                            reports[3]})) {}
};

TEST(Traces, TellTheExchangeAndNoSecret) {
  ReportedRun const reported("--secret");
  EXPECT_EQ(reported.result.exit_code, 1) << reported.result.out << reported.result.err;
  EXPECT_THAT(reported.result.out,
              AllOf(HasSubstr("trace       " + reported.trace), HasSubstr("splitting for ****9a7f"),
                    HasSubstr(" --secret USER_TOKEN --filter"), Not(HasSubstr("not-to-be-shown"))));
  std::vector<std::string> types;
  for (nlohmann::ordered_json const& line : json_lines(reported.trace)) types.push_back(line["type"]);
  EXPECT_THAT(types, testing::ElementsAre("vector", "way", "request", "reply", "stderr", "verdict", "way", "request",
                                          "reply", "stderr", "verdict"));
  EXPECT_THAT(text_of(reported.trace), AllOf(HasSubstr("splitting for ****9a7f"), Not(HasSubstr("not-to-be-shown"))));
  EXPECT_EQ(nlohmann::ordered_json::parse(text_of(reported.traces + "/run.json"))["subject"]["name"], "line-feeds");
  for (std::string const& report : reported.reports)
    EXPECT_THAT(text_of(report), AllOf(Not(testing::IsEmpty()), Not(HasSubstr("not-to-be-shown")))) << report;
  EXPECT_THAT(text_of(reported.reports[1]), HasSubstr("splitting for ****9a7f"));
}

TEST(Traces, ShowVariablesThatAreNoSecrets) {
  ReportedRun const reported("--env");
  EXPECT_THAT(reported.result.out, HasSubstr("splitting for sk-not-to-be-shown-9a7f"));
  EXPECT_THAT(text_of(reported.trace), HasSubstr("splitting for sk-not-to-be-shown-9a7f"));
}

TEST(Traces, ShowNoSecretOfAnAdapterThatDoesNotStart) {
  TemporaryFolder const folder;
  std::string const failing =
      folder.write("failing.py", "import os, sys\nsys.exit('wrong key ' + os.environ['USER_TOKEN'])\n");
  ProgramResult const result =
      run_program({"env", "USER_TOKEN=sk-not-to-be-shown-9a7f", built_program("prompty-conformance"), "run",
                   "--subject", "python3 " + failing, "--secret", "USER_TOKEN"});
  EXPECT_EQ(result.exit_code, 3) << result.out << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("wrong key ****9a7f"), Not(HasSubstr("not-to-be-shown"))));
}

TEST(Traces, HaveTheRequestsThatTheProviderGot) {
  TemporaryFolder const folder;
  std::string const id = "wire/openai-chat/request/model-id-and-messages";
  ProgramResult const result = run({"--filter", id, "--trace", folder.path()});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  std::vector<nlohmann::ordered_json> requests;
  for (nlohmann::ordered_json const& line : json_lines(folder.path() + "/" + id + ".jsonl")) {
    if (line["type"] == "http") requests.push_back(line);
  }
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_EQ(requests[0]["method"], "POST");
  EXPECT_EQ(requests[0]["path"], "/chat/completions");
  EXPECT_EQ(requests[0]["status"], 200);
  EXPECT_THAT(requests[0]["body"].get<std::string>(), HasSubstr("messages"));
}

TEST(Traces, NeedAFolderThatCanBeWritten) {
  TemporaryFolder const folder;
  std::string const file = folder.write("file", "in the way");
  ProgramResult const result = run({"--filter", vector_id, "--trace", file});
  EXPECT_EQ(result.exit_code, 2) << result.out << result.err;
  EXPECT_THAT(result.err, AllOf(HasSubstr("--trace " + file), HasSubstr("folder")));
}

}  // namespace
}  // namespace end_to_end::transforms
