#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "end_to_end/conformance_program.hpp"
#include "end_to_end/json_lines.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// Ways to look conformant without being it, each of which has to end red or without a verdict.
namespace end_to_end::false_green {
namespace {

using prompty_tests::conformance;
using prompty_tests::greedy_adapter;
using prompty_tests::json_lines;
using prompty_tests::judge;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::split_adapter;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string empty_adapter(std::string const& arguments) {
  return std::string("python3 -B ") + repository() + "/tests/end_to_end/empty_adapter.py " + arguments;
}

class FalseGreen : public testing::Test {
 protected:
  std::string path(std::string const& name) const { return folder_.path() + "/" + name; }

  TemporaryFolder const folder_;
};

TEST_F(FalseGreen, AFilterOverWhatPassesIsCalledASelection) {
  ProgramResult const result = judge(greedy_adapter, {"--filter", "load/frontmatter/basics/*"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, AllOf(HasSubstr("11 of 11 vectors selected pass"), Not(HasSubstr("conformant"))));
}

TEST_F(FalseGreen, AFailureThatIsEditedOutOfAReportIsNoticed) {
  (void)judge(greedy_adapter, {"--filter", "load/frontmatter/*", "--jsonl", path("run.jsonl")});
  std::string const whole = text_of(path("run.jsonl"));
  std::string const failed = R"("status":"fail")";
  std::size_t const place = whole.find(failed);
  ASSERT_NE(place, std::string::npos);
  std::string const where = path("edited.jsonl") + ":" +
                            std::to_string(1 + std::count(whole.begin(), whole.begin() + std::ptrdiff_t(place), '\n'));
  std::string const id = R"("id":")";
  std::size_t const begin = whole.rfind(id, place) + id.size();
  std::string const vector = whole.substr(begin, whole.find('"', begin) - begin);
  for (std::string const other : {R"("status":"pass")", R"("status":"unsupported")"}) {
    (void)folder_.write("edited.jsonl", std::string(whole).replace(place, failed.size(), other));
    for (std::vector<std::string> const& words : {std::vector<std::string>{"merge", path("edited.jsonl")},
                                                  {"diff", path("run.jsonl"), path("edited.jsonl")},
                                                  {"verdict", path("edited.jsonl"), vector}}) {
      ProgramResult const result = conformance(words);
      EXPECT_EQ(result.exit_code, 2) << result.out;
      EXPECT_THAT(result.err, HasSubstr(where));
    }
  }
}

TEST_F(FalseGreen, AClauseOfWhichVectorsWereLeftOutIsNotHeld) {
  ProgramResult const result =
      judge(split_adapter, {"--filter", "load/frontmatter/structure/plus-signs-delimit", "--jsonl", path("run.jsonl")});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  nlohmann::ordered_json const summary = json_lines(path("run.jsonl")).back();
  ASSERT_FALSE(summary.at("clauses").empty());
  for (nlohmann::ordered_json const& clause : summary.at("clauses")) EXPECT_NE(clause["state"], "held") << clause;
}

TEST_F(FalseGreen, OneShardIsASelection) {
  ProgramResult const result = judge(split_adapter, {"--shard", "1/2"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, AllOf(HasSubstr(" vectors selected pass"), Not(HasSubstr("conformant"))));
}

TEST_F(FalseGreen, OneShardMergedIsNoVerdict) {
  (void)judge(split_adapter, {"--shard", "1/2", "--jsonl", path("1.jsonl")});
  ProgramResult const merged = conformance({"merge", path("1.jsonl"), "--claim", path("claim.md")});
  EXPECT_EQ(merged.exit_code, 3) << merged.out;
  EXPECT_THAT(merged.out, HasSubstr("vectors are in no report: name every part of the run"));
  EXPECT_THAT(text_of(path("claim.md")),
              AllOf(HasSubstr("# No conformance statement"), Not(HasSubstr("| conformant"))));
}

TEST_F(FalseGreen, ClassesAreNotSpokenOfWhenVectorsAreLeftOut) {
  for (std::vector<std::string> const& selecting :
       std::vector<std::vector<std::string>>{{"--filter", "load/*"}, {"--clause", "P2.2-01"}, {"--shard", "1/2"}}) {
    for (std::vector<std::string> const& speaking : std::vector<std::vector<std::string>>{
             {"--require", "file-format"}, {"--badge", path("badge.json")}, {"--claim", path("claim.md")}}) {
      std::vector<std::string> words = selecting;
      words.insert(words.end(), speaking.begin(), speaking.end());
      ProgramResult const result = judge(split_adapter, words);
      EXPECT_EQ(result.exit_code, 2) << result.out;
      EXPECT_THAT(result.err, HasSubstr(speaking.front() + " speaks of whole classes and needs all vectors"));
    }
  }
}

TEST_F(FalseGreen, ARequiredClassIsJudgedWhenTheShardsAreMerged) {
  for (std::string const shard : {"1", "2"})
    (void)judge(split_adapter, {"--shard", shard + "/2", "--jsonl", path(shard + ".jsonl")});
  ProgramResult const merged = conformance({"merge", path("1.jsonl"), path("2.jsonl"), "--require", "file-format"});
  EXPECT_EQ(merged.exit_code, 1) << merged.out;
  EXPECT_THAT(merged.out, HasSubstr("the required class file-format is partly"));
}

TEST_F(FalseGreen, FailingInNothingThatDecidesIsNoVerdict) {
  ProgramResult const result = judge(empty_adapter("load"), {"--clause", "P2.11-20"});
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.out, HasSubstr("failed, none of which decides, and none passed"));
}

TEST_F(FalseGreen, AnsweringNothingToEverythingIsRed) {
  ProgramResult const result = judge(empty_adapter("split"), {});
  EXPECT_EQ(result.exit_code, 1) << result.out;
}

TEST_F(FalseGreen, WithdrawnSupportIsWorse) {
  (void)judge(split_adapter, {"--jsonl", path("before.jsonl")});
  (void)judge(empty_adapter("parse"), {"--filter", "parse/*", "--jsonl", path("after.jsonl")});
  ProgramResult const compared = conformance({"diff", path("before.jsonl"), path("after.jsonl")});
  EXPECT_EQ(compared.exit_code, 1) << compared.out;
  EXPECT_THAT(compared.out, HasSubstr("Vectors that got worse"));
}

TEST_F(FalseGreen, WithdrawnSupportOfWhatFailedIsWorse) {
  (void)judge(empty_adapter("split,parse"), {"--jsonl", path("before.jsonl")});
  (void)judge(empty_adapter("parse"), {"--jsonl", path("after.jsonl")});
  ProgramResult const compared = conformance({"diff", path("before.jsonl"), path("after.jsonl")});
  EXPECT_EQ(compared.exit_code, 1) << compared.out;
  EXPECT_THAT(compared.out, HasSubstr("fail -> unsupported"));
}

TEST_F(FalseGreen, ProcessesThatDeclareDifferentlyAreNotJudged) {
  ProgramResult const result = judge(empty_adapter("split --other-than " + path("first")), {"--jobs", "2"});
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.err, HasSubstr("declare different operations"));
}

TEST_F(FalseGreen, ReportsOfAnEarlierRunDoNotOutliveOneThatDidNotStart) {
  std::vector<std::string> const reports = {"--jsonl", path("r.jsonl"), "--junit",    path("r.xml"),
                                            "--html",  path("r.html"),  "--markdown", path("r.md"),
                                            "--badge", path("b.json"),  "--claim",    path("c.md")};
  EXPECT_EQ(judge(split_adapter, reports).exit_code, 0);
  ProgramResult const second = judge("no-such-adapter", reports);
  EXPECT_NE(second.exit_code, 0);
  for (std::string const file : {"r.jsonl", "r.xml", "r.html", "r.md", "b.json", "c.md"})
    EXPECT_FALSE(std::filesystem::exists(path(file))) << file;
}

TEST_F(FalseGreen, ReportsOfAnEarlierRunDoNotOutliveAWrongCommandLine) {
  for (std::vector<std::string> const& wrong :
       std::vector<std::vector<std::string>>{{"--timeout", "nan"}, {"--requires", "agent"}}) {
    std::vector<std::string> words = {"--jsonl", path("r.jsonl"), "--badge", path("b.json"), "--claim=" + path("c.md")};
    EXPECT_EQ(judge(split_adapter, words).exit_code, 0);
    words.insert(words.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(judge(split_adapter, words).exit_code, 2);
    for (std::string const file : {"r.jsonl", "b.json", "c.md"})
      EXPECT_FALSE(std::filesystem::exists(path(file))) << file << " " << wrong.front();
  }
  (void)judge(split_adapter, {"--jsonl", path("r.jsonl")});
  EXPECT_EQ(conformance({"merge", path("r.jsonl"), "--jsonl", path("./r.jsonl"), "--oops"}).exit_code, 2);
  EXPECT_TRUE(std::filesystem::exists(path("r.jsonl"))) << "what is read stays";
}

TEST_F(FalseGreen, ClaimAndBadgeNameTheReportThatTheyComeFrom) {
  (void)judge(split_adapter, {"--jsonl", path("r.jsonl"), "--badge", path("b.json"), "--claim", path("c.md")});
  ProgramResult const sum = prompty_tests::run_program({"sha256sum", path("r.jsonl")});
  std::string const digest = "sha256:" + sum.out.substr(0, sum.out.find(' '));
  ASSERT_EQ(digest.size(), 71U) << sum.out << sum.err;
  EXPECT_THAT(text_of(path("b.json")), HasSubstr("\"reportDigest\": \"" + digest + "\""));
  EXPECT_THAT(text_of(path("c.md")), HasSubstr("| JSON Lines report | " + digest + " |"));
}

TEST_F(FalseGreen, AnAdapterCannotWriteItsReport) {
  std::string const files = path("r.jsonl") + " " + path("r.xml") + " " + path("c.md");
  ProgramResult const result = judge(empty_adapter("split --forge " + files),
                                     {"--jsonl", path("r.jsonl"), "--junit", path("r.xml"), "--claim", path("c.md")});
  EXPECT_EQ(result.exit_code, 1) << result.out;
  for (std::string const file : {"r.jsonl", "r.xml", "c.md"})
    EXPECT_THAT(text_of(path(file)), Not(HasSubstr("\"exitCode\":0"))) << file;
  EXPECT_EQ(json_lines(path("r.jsonl")).back()["exitCode"], 1);
}

TEST_F(FalseGreen, AnAdapterCannotPutPipesAndLinksInPlaceOfReports) {
  static_cast<void>(folder_.write("victim", "of somebody"));
  std::string const trapping = "sh -c 'cd " + folder_.path() + "; mkfifo r.jsonl r.xml; ln -s victim r.md; " +
                               "ln -s /dev/null c.md; exec " + empty_adapter("split") + "'";
  ProgramResult const result = judge(trapping, {"--jsonl", path("r.jsonl"), "--junit", path("r.xml"), "--markdown",
                                                path("r.md"), "--claim", path("c.md")});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_EQ(json_lines(path("r.jsonl")).back()["exitCode"], 1);
  for (std::string const file : {"r.xml", "r.md", "c.md"}) {
    EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(path(file)))) << file;
    EXPECT_NE(text_of(path(file)), "") << file;
  }
  EXPECT_EQ(text_of(path("victim")), "of somebody");
}

TEST_F(FalseGreen, AnAdapterCannotWriteTheListsOfItsFailures) {
  (void)judge(empty_adapter("split"), {"--jsonl", path("run.jsonl")});
  ASSERT_EQ(conformance({"update-known-failures", path("all.yaml"), path("run.jsonl")}).exit_code, 0);
  std::string const writing =
      "sh -c 'cp " + path("all.yaml") + " " + path("known.yaml") + "; exec " + empty_adapter("split") + "'";
  static_cast<void>(folder_.write("known.yaml", "[]\n"));
  ProgramResult const result = judge(writing, {"--known-failures", path("known.yaml")});
  ASSERT_EQ(text_of(path("known.yaml")), text_of(path("all.yaml")));
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
}

TEST_F(FalseGreen, AMergeDoesNotWriteOverWhatItReads) {
  (void)judge(split_adapter, {"--jsonl", path("run.jsonl")});
  std::string const before = text_of(path("run.jsonl"));
  ProgramResult const merged = conformance({"merge", path("run.jsonl"), "--jsonl", path("run.jsonl")});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_THAT(merged.err, HasSubstr("is read and would be written"));
  EXPECT_EQ(text_of(path("run.jsonl")), before);
}

/// A suite of one clause and one vector of it, which `expected` passes.
class FalseGreenOfOwnSuites : public FalseGreen {
 protected:
  /// The digest that a report of a run with it names.
  std::string digest(std::string const& level, std::string const& expected) const {
    TemporaryFolder const spec;
    TemporaryFolder const vectors;
    static_cast<void>(spec.write("02.md", "# Page\n\n## §2.1 Structure\n\nClass: file-format\n\n- **P2.1-01** " +
                                              level + " — It has a body.\n"));
    static_cast<void>(vectors.write(
        "own.json", R"({"schemaVersion": 1, "topic": "own", "vectors": [{"id": "b", "clauses": ["P2.1-01"], "why": "x",
          "operation": "split", "given": {"text": "Hi"}, "expect": {"value": )" +
                        expected + "}}]}"));
    (void)judge(split_adapter, {"--spec", spec.path(), "--vectors", vectors.path(), "--jsonl", path("run.jsonl"),
                                "--badge", path("badge.json"), "--claim", path("claim.md")});
    std::string digest = json_lines(path("run.jsonl")).front()["corpusDigest"];
    EXPECT_THAT(text_of(path("claim.md")), HasSubstr("| corpus | " + digest + " |"));
    return digest;
  }
};

constexpr char const* whole_answer = R"({"frontmatter": null, "body": "Hi"})";

TEST_F(FalseGreenOfOwnSuites, OtherPagesMakeAnotherDigest) {
  EXPECT_NE(digest("MUST", whole_answer), digest("SHOULD", whole_answer));
}

TEST_F(FalseGreenOfOwnSuites, OtherVectorsMakeAnotherDigest) {
  EXPECT_NE(digest("MUST", whole_answer), digest("MUST", R"({"$subset": {"body": "Hi"}})"));
}

}  // namespace
}  // namespace end_to_end::false_green
