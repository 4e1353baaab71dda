#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "end_to_end/conformance_program.hpp"
#include "support/temporary_folder.hpp"

// One vector looked up in the report of a run, as CTest does for each in other projects.
namespace end_to_end::verdict {
namespace {

using prompty_tests::conformance;
using prompty_tests::greedy_adapter;
using prompty_tests::ProgramResult;
using prompty_tests::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class Verdicts : public testing::Test {
 protected:
  ProgramResult judge_greedy_adapter(std::vector<std::string> const& more) const {
    std::vector<std::string> words = {"run",     "--subject", greedy_adapter, "--filter", "load/frontmatter/*",
                                      "--jsonl", report_};
    words.insert(words.end(), more.begin(), more.end());
    return conformance(words);
  }

  ProgramResult verdict(std::string const& vector) const { return conformance({"verdict", report_, vector}); }

  /// The part of a run's output that is about one failed vector.
  static std::string failure(std::string const& output, std::string const& vector) {
    std::size_t const begin = output.find("fail " + vector + " [");
    return begin == std::string::npos ? "" : output.substr(begin, output.find("\n\n", begin) - begin);
  }

  /// The id of some vector that failed.
  static std::string failed_vector(std::string const& output) {
    std::size_t const begin = output.find("\nfail ") + 6;
    return output.substr(begin, output.find(' ', begin) - begin);
  }

  TemporaryFolder const folder_;
  std::string const report_ = folder_.path() + "/run.jsonl";
};

TEST_F(Verdicts, OfWhatPassedNameTheWays) {
  EXPECT_EQ(judge_greedy_adapter({}).exit_code, 1);
  std::string const vector = "load/frontmatter/structure/plus-signs-delimit";
  ProgramResult const result = verdict(vector);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "pass " + vector + " [direct]\n");
}

TEST_F(Verdicts, OfTheWholeRunAreWhatItEndedWith) {
  ProgramResult const run = judge_greedy_adapter({});
  ProgramResult const result = conformance({"verdict", report_});
  EXPECT_EQ(result.exit_code, run.exit_code);
  EXPECT_THAT(result.out, StartsWith("greedy 1 in the profile lenient: not conformant: "));
  // The sentence with which the run ended, to the letter.
  std::string const sentence = result.out.substr(std::string("greedy 1 in the profile lenient: ").size());
  EXPECT_THAT(run.out, testing::EndsWith("\n" + sentence));
  EXPECT_THAT(sentence, HasSubstr(" judged vectors failed"));
}

TEST_F(Verdicts, OfAFailureSayWhatTheRunSaid) {
  ProgramResult const run = judge_greedy_adapter({});
  std::string const vector = failed_vector(run.out);
  ProgramResult const result = verdict(vector);
  EXPECT_EQ(result.exit_code, 1) << vector << result.err;
  EXPECT_THAT(result.out, AllOf(StartsWith(failure(run.out, vector)), HasSubstr("first at"), HasSubstr("rerun")));
}

TEST_F(Verdicts, OfWhatWasNotPlayedAreRefused) {
  (void)judge_greedy_adapter({});
  std::ofstream(report_, std::ios::app) << R"({"type":"note","id":"no/such","status":"fail"})"
                                        << "\n";
  ProgramResult const result = verdict("no/such");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("not how it was played"));
}

TEST_F(Verdicts, OfAKnownFailureAreGood) {
  std::string const vector = failed_vector(judge_greedy_adapter({}).out);
  std::string const list = folder_.path() + "/known.yaml";
  ASSERT_EQ(conformance({"update-known-failures", list, report_, "--reason", "too greedy"}).exit_code, 0);
  EXPECT_EQ(judge_greedy_adapter({"--known-failures", list}).exit_code, 0);
  ProgramResult const result = verdict(vector);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("known-failure " + vector + ": "));
}

TEST_F(Verdicts, OfWhatIsNotOfferedAreNoVerdicts) {
  (void)judge_greedy_adapter({});
  std::ifstream stream(report_);
  std::string unsupported;
  for (std::string line; unsupported.empty() && std::getline(stream, line);) {
    std::string const start = R"({"type":"unsupported","id":")";
    if (line.rfind(start, 0) == 0) unsupported = line.substr(start.size(), line.find('"', start.size()) - start.size());
  }
  ASSERT_NE(unsupported, "");
  ProgramResult const result = verdict(unsupported);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.out, AllOf(StartsWith("unsupported " + unsupported + ": "), HasSubstr("not declared")));
}

TEST_F(Verdicts, OfWhatIsNotInTheReportAreAnErrorThatSaysWhy) {
  (void)judge_greedy_adapter({});
  ProgramResult const result = verdict("wire/openai-chat/parts/audio-mpeg-is-mp3");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, AllOf(HasSubstr(report_), HasSubstr("audio-mpeg-is-mp3"), HasSubstr("--filter")));
  EXPECT_EQ(conformance({"verdict", folder_.path() + "/none.jsonl", "a/b"}).exit_code, 2);
}

TEST_F(Verdicts, ThatDoNotDecideSaySo) {
  std::string const vectors = folder_.path() + "/vectors";
  (void)folder_.write("vectors/own.json",
                      R"({"schemaVersion": 1, "topic": "own", "vectors": [{"id": "wrong", "clauses": ["P2.2-05"], )"
                      R"("why": "no adapter says so", "gating": false, "operation": "split", )"
                      R"("given": {"text": "Body"}, "expect": {"value": {"frontmatter": 1, "body": "Body"}}}]})");
  ProgramResult const run = conformance({"run", "--subject", greedy_adapter, "--vectors", vectors, "--jsonl", report_});
  EXPECT_EQ(run.exit_code, 3) << run.out << run.err;
  ProgramResult const result = conformance({"verdict", report_, "own/wrong", "--vectors", vectors});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(StartsWith("does not count: fail own/wrong [direct]"), HasSubstr("first at")));
}

}  // namespace
}  // namespace end_to_end::verdict
