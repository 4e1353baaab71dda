#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "end_to_end/conformance_program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// What a user makes of the reports of runs: parts joined, two runs compared, several implementations side by side.
namespace end_to_end::reports {
namespace {

using prompty_tests::conformance;
using prompty_tests::greedy_adapter;
using prompty_tests::judge;
using prompty_tests::ProgramResult;
using prompty_tests::split_adapter;
using prompty_tests::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;

class Reports : public testing::Test {
 protected:
  std::string path(std::string const& name) const { return folder_.path() + "/" + name; }

  std::string text_of(std::string const& name) const { return prompty_tests::text_of(path(name)); }

  TemporaryFolder const folder_;
};

/// What a run says before it begins and a merge does not: what it is going to play.
std::string without_forecast(std::string text) {
  std::size_t const begin = text.find("To play: ");
  std::size_t const end = text.find("\n\n", begin);
  return begin == std::string::npos || end == std::string::npos ? "" : text.erase(begin, end + 2 - begin);
}

TEST_F(Reports, OfShardsJoinedSayWhatTheWholeRunSays) {
  ProgramResult const whole = judge(greedy_adapter, {"--jsonl", path("whole.jsonl"), "--claim", path("whole.md")});
  EXPECT_EQ(whole.exit_code, 1) << whole.out << whole.err;
  for (std::string const shard : {"1", "2", "3"})
    (void)judge(greedy_adapter, {"--shard", shard + "/3", "--jsonl", path(shard + ".jsonl")});
  ProgramResult const merged = conformance({"merge", path("2.jsonl"), path("3.jsonl"), path("1.jsonl"), "--jsonl",
                                            path("merged.jsonl"), "--claim", path("merged.md")});
  EXPECT_EQ(merged.exit_code, 1) << merged.err;
  EXPECT_EQ(merged.out, without_forecast(whole.out));
  EXPECT_THAT(text_of("merged.md"), AllOf(HasSubstr("--shard 1/3"), HasSubstr("--shard 2/3"), HasSubstr("--shard 3/3"),
                                          HasSubstr("prompty-conformance merge ")));
  ProgramResult const compared = conformance({"diff", path("whole.jsonl"), path("merged.jsonl")});
  EXPECT_EQ(compared.exit_code, 0) << compared.out;
  EXPECT_THAT(compared.out, HasSubstr("0 clauses and 0 vectors worse, 0 clauses and 0 vectors better\n"));
}

TEST_F(Reports, OfSeveralJobsAreThoseOfOne) {
  auto const lines_of = [&](std::string const& name) {
    std::istringstream text(text_of(name));
    std::vector<nlohmann::ordered_json> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(nlohmann::ordered_json::parse(line));
    // It says how many jobs there were, and each run has a port of its own.
    lines.at(0).erase("commandLine");
    lines.back().erase("digest");
    for (nlohmann::ordered_json& line : lines) {
      if (!line.contains("http")) continue;
      for (nlohmann::ordered_json& exchange : line["http"]) exchange["headers"].erase("host");
    }
    return lines;
  };
  ProgramResult const one = judge(greedy_adapter, {"--jobs", "1", "--jsonl", path("one.jsonl")});
  ProgramResult const four = judge(greedy_adapter, {"--jobs", "4", "--jsonl", path("four.jsonl")});
  EXPECT_EQ(one.exit_code, 1) << one.err;
  EXPECT_EQ(four.exit_code, 1) << four.err;
  EXPECT_EQ(lines_of("one.jsonl"), lines_of("four.jsonl"));
  EXPECT_EQ(one.out, four.out);
  std::vector<std::string> const some = {"--filter", "load/t*", "--filter", "process/*"};
  auto const judge_reference = [&](std::string const& jobs) {
    std::vector<std::string> words = {"--jobs", jobs, "--jsonl", path("reference-" + jobs)};
    words.insert(words.end(), some.begin(), some.end());
    return judge("reference", words);
  };
  EXPECT_EQ(judge_reference("1").out, judge_reference("3").out);
  EXPECT_EQ(lines_of("reference-1"), lines_of("reference-3"));
}

TEST_F(Reports, ComparedNameWhatGotWorse) {
  (void)judge(split_adapter, {"--jsonl", path("before.jsonl")});
  (void)judge(greedy_adapter, {"--jsonl", path("after.jsonl")});
  ProgramResult const worse = conformance({"diff", path("before.jsonl"), path("after.jsonl")});
  EXPECT_EQ(worse.exit_code, 1) << worse.err;
  EXPECT_THAT(worse.out,
              AllOf(HasSubstr("Clauses that got worse"), HasSubstr("P2.2-04"), HasSubstr("partly -> broken")));
  ProgramResult const better = conformance({"diff", path("after.jsonl"), path("before.jsonl")});
  EXPECT_EQ(better.exit_code, 0) << better.err;
  EXPECT_THAT(better.out, HasSubstr("Clauses that got better"));
}

TEST_F(Reports, SideBySideShowWhereImplementationsDiffer) {
  (void)judge(split_adapter, {"--jsonl", path("split.jsonl")});
  (void)judge(greedy_adapter, {"--jsonl", path("greedy.jsonl")});
  ProgramResult const matrix = conformance({"matrix", path("split.jsonl"), path("greedy.jsonl"), "--html",
                                            path("matrix.html"), "--markdown", path("matrix.md")});
  EXPECT_EQ(matrix.exit_code, 0) << matrix.err;
  EXPECT_THAT(matrix.out, AllOf(HasSubstr("[2] greedy 1"), HasSubstr("P2.2-04")));
  EXPECT_THAT(text_of("matrix.md"), HasSubstr("| P2.2-04 | MUST | partly | broken |"));
  EXPECT_THAT(text_of("matrix.html"), HasSubstr("Clause by implementation"));
}

TEST_F(Reports, ForPeopleAndMachinesAreWrittenWhereRequested) {
  ProgramResult const result = judge(greedy_adapter, {"--html", path("run.html"), "--markdown", path("run.md"),
                                                      "--badge", path("badge.json"), "--claim", path("claim.md")});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(text_of("run.html"), testing::StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(text_of("run.md"), HasSubstr("**P2.2-04 MUST**"));
  EXPECT_EQ(nlohmann::json::parse(text_of("badge.json"))["color"], "red");
  EXPECT_THAT(text_of("claim.md"), HasSubstr("| implementation | greedy 1 (Python) |"));
}

// As CTest reads them in other projects.
TEST_F(Reports, OfEachTopicAndVectorAreTexts) {
  ProgramResult const run =
      judge(greedy_adapter, {"--jsonl", path("run.jsonl"), "--results", path("results"), "--results-of", "vectors"});
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_THAT(text_of("results/load/frontmatter/structure.txt"), HasSubstr(" load/frontmatter/structure: "));
  EXPECT_EQ(text_of("results/load/frontmatter/structure/plus-signs-delimit.txt"),
            "pass load/frontmatter/structure/plus-signs-delimit [direct]\n");
  ProgramResult const merged =
      conformance({"merge", path("run.jsonl"), "--results", path("merged"), "--results-of", "vectors"});
  EXPECT_EQ(merged.exit_code, 1) << merged.err;
  EXPECT_EQ(text_of("merged/verdict.txt"), text_of("results/verdict.txt"));
}

TEST_F(Reports, OfAPlanNameWhatTheAdapterDeclaresAndAreNoVerdict) {
  std::ofstream(path("run.jsonl")) << "an earlier report";
  ProgramResult const planned = judge(greedy_adapter, {"--plan", path("plan.txt"), "--jsonl", path("run.jsonl")});
  EXPECT_EQ(planned.exit_code, 3) << planned.err;
  EXPECT_THAT(planned.out, HasSubstr(" vectors would be played, and none was"));
  EXPECT_EQ(text_of("run.jsonl"), "an earlier report");
  EXPECT_THAT(text_of("plan.txt"),
              AllOf(HasSubstr("load/frontmatter/structure/plus-signs-delimit\n"), testing::Not(HasSubstr("wire/"))));
}

TEST_F(Reports, ThatCannotBeWrittenAreAnErrorBeforeAnythingIsJudged) {
  ProgramResult const result = judge(split_adapter, {"--html", "/dev/null/run.html"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("/dev/null/run.html"));
  EXPECT_EQ(result.out.find("vectors"), std::string::npos);
}

TEST_F(Reports, OfAMergeThatCannotBeWrittenAreAnErrorAsWell) {
  (void)judge(split_adapter, {"--jsonl", path("split.jsonl")});
  ProgramResult const merged = conformance({"merge", path("split.jsonl"), "--html", "/dev/null/run.html"});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_THAT(merged.err, HasSubstr("/dev/null/run.html"));
  EXPECT_EQ(merged.out, "");
}

TEST_F(Reports, OfDifferentSubjectsAreNoPartsOfOneRun) {
  (void)judge(split_adapter, {"--jsonl", path("split.jsonl")});
  (void)judge(greedy_adapter, {"--jsonl", path("greedy.jsonl")});
  ProgramResult const merged = conformance({"merge", path("split.jsonl"), path("greedy.jsonl")});
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_THAT(merged.err, HasSubstr("the subject is 'split-in-python' in the one and 'greedy' in the other"));
}

TEST_F(Reports, OfAShardThatCannotBeAreRefused) {
  ProgramResult const result = judge(split_adapter, {"--shard", "3/2"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("such as 2/8"));
}

TEST_F(Reports, OfKnownFailuresAreGreenUntilSomethingIsNew) {
  (void)judge(greedy_adapter, {"--jsonl", path("run.jsonl")});
  ProgramResult const updated =
      conformance({"update-known-failures", path("known.yaml"), path("run.jsonl"), "--reason", "greedy by design"});
  EXPECT_EQ(updated.exit_code, 0) << updated.err;
  ProgramResult const known = judge(greedy_adapter, {"--known-failures", path("known.yaml")});
  EXPECT_EQ(known.exit_code, 0) << known.out;
  EXPECT_THAT(known.out, AllOf(HasSubstr("no new failure"), testing::Not(HasSubstr("conformant in what"))));
  ProgramResult const mended = judge(split_adapter, {"--known-failures", path("known.yaml")});
  EXPECT_EQ(mended.exit_code, 1);
  EXPECT_THAT(mended.out, HasSubstr("take it off the list"));
}

TEST_F(Reports, StopAtTheFirstFailureOnRequest) {
  ProgramResult const result = judge(greedy_adapter, {"--fail-fast"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("not conformant: 1 fault, 1 of "), HasSubstr("--fail-fast ended the run: "),
                                HasSubstr(" vectors were not played")));
}

}  // namespace
}  // namespace end_to_end::reports
