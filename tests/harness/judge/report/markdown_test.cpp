#include "harness/judge/report/markdown.hpp"

#include <gmock/gmock.h>

#include "harness/judge/report/report_sample.hpp"

namespace conformance::markdown_test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class MarkdownReports : public testing::Test {
 protected:
  RunParts parts() {
    summary_ = summarize(results_, corpus_, registry_, {}, faults_);
    return {.results = results_,
            .summary = summary_,
            .registry = registry_,
            .info = info_,
            .mutants = mutants_,
            .score = MutationScore{.corpus_digest = "",
                                   .mutants = 5,
                                   .dead = 4,
                                   .trivial = {{.subject = "echo", .clauses_held = 0},
                                               {.subject = "null", .clauses_held = 2}}},
            .digest = digest_};
  }

  ClauseRegistry const registry_ = sample_registry();
  std::vector<Deviation> mutants_;
  RunInfo info_ = sample_info();
  Corpus const corpus_ = sample_corpus({sample_vector({{"clauses", Json::array({"P1.1-01"})}}),
                                        sample_vector({{"id", "other"}, {"clauses", Json::array({"P1.2-01"})}})});
  std::vector<VectorResult> results_ = {sample_result(corpus_.vectors[0], Status::pass, registry_),
                                        sample_result(corpus_.vectors[1], Status::fail, registry_)};
  std::vector<RunFault> faults_ = {fault_of_other()};
  Summary summary_;
  std::string digest_;

 private:
  static RunFault fault_of_other() {
    RunFault fault = sample_fault();
    fault.clauses = {"P1.2-01"};
    fault.own = {"load/sample/other"};
    fault.other = {};
    fault.decides = false;
    return fault;
  }
};

TEST_F(MarkdownReports, TellOfAnAdapterOfAnOlderProtocol) {
  EXPECT_THAT(markdown_summary(parts(), 5), Not(HasSubstr("protocol version")));
  info_.subject.protocol = 1;
  EXPECT_THAT(markdown_summary(parts(), 5), HasSubstr("Note: the adapter speaks protocol version 1"));
}

TEST_F(MarkdownReports, BeginWithSubjectAndVerdict) {
  EXPECT_THAT(markdown_summary(parts()),
              HasSubstr("# fake 0.0.1 (C++): not conformant: 1 of 2 judged vectors failed\n"));
}

TEST_F(MarkdownReports, EndWithTheCommand) {
  EXPECT_TRUE(markdown_summary(parts()).ends_with("\nJudged by:\n\n```\nprompty-conformance run --subject x\n```\n"));
}

TEST_F(MarkdownReports, CountClassesAndLevels) {
  EXPECT_THAT(markdown_summary(parts()),
              AllOf(HasSubstr("| openai-chat | not (1 of 1 judged clauses broken) |"),
                    HasSubstr("| MUST | 5 | 1 | 1 | 0 | 1 | 2 |"), HasSubstr("4 of 5 mutants dead"),
                    HasSubstr("2 subjects that understand nothing hold 2 clauses")));
}

TEST_F(MarkdownReports, ExplainEachFault) {
  EXPECT_THAT(markdown_summary(parts()),
              AllOf(HasSubstr("| 1 | 2 | A mistake does this.<br>split /a: extra | P1.2-01 |"),
                    HasSubstr("### Fault 1: A mistake does this.\n\nSeen as split /a: extra\n"),
                    HasSubstr("**P1.2-01 MUST** Messages are sent."), HasSubstr("`load/sample/other` (it shows): "),
                    HasSubstr("at        /a\nexpected  1\ngot       2"),
                    HasSubstr("--profile lenient --filter load/sample/other")));
}

TEST_F(MarkdownReports, KeepFaultsInOurPagesApart) {
  faults_.front().group = Group::ours;
  EXPECT_THAT(markdown_summary(parts()), HasSubstr("## Fix first: faults in clauses of our own pages"));
}

TEST_F(MarkdownReports, SayHowManyFaultsAreLeftOut) {
  EXPECT_THAT(markdown_summary(parts(), 0), AllOf(HasSubstr("and 1 more"), Not(HasSubstr("Messages are sent."))));
}

TEST_F(MarkdownReports, FenceTextThatHasFencesItself) {
  results_[1].attempts[0].judgement.differences.at(0).got = "```";
  EXPECT_THAT(markdown_summary(parts()), HasSubstr("````\nat        /a"));
}

TEST_F(MarkdownReports, KeepNamesOfSubjectsInTheirCells) {
  info_.subject.name = "a|b\nc";
  EXPECT_THAT(conformance_claim(parts()), HasSubstr("| implementation | a\\|b c 0.0.1 (C++) |"));
}

TEST_F(MarkdownReports, LetNoNameOfASubjectMakeMarkup) {
  info_.subject.name = "`<b>[x](y)";
  EXPECT_THAT(conformance_claim(parts()), HasSubstr("| implementation | \\`\\<b\\>\\[x\\](y) 0.0.1 (C++) |"));
}

TEST_F(MarkdownReports, LetNoAnswerMakeMarkupOrSteerATerminal) {
  results_[1].attempts[0].judgement.detail = "it wrote <img src=x>\n# conformant";
  results_[1].attempts[0].judgement.differences[0].pointer = "/\x1B[2J";
  EXPECT_THAT(markdown_summary(parts()), AllOf(HasSubstr("it wrote \\<img src=x\\> # conformant"),
                                               HasSubstr("at        / [2J"), Not(HasSubstr("\x1B"))));
}

TEST_F(MarkdownReports, ClaimNothingWhenVectorsWereLeftOut) {
  results_.pop_back();
  EXPECT_THAT(
      conformance_claim(parts()),
      AllOf(HasSubstr("# No conformance statement\n\nOnly 1 of 2 vectors were played"), Not(HasSubstr("file-format"))));
  EXPECT_EQ(Json::parse(badge_json(parts()))["message"], "not judged");
}

TEST_F(MarkdownReports, NameTheReportThatClaimAndBadgeComeFrom) {
  digest_ = "sha256:77";
  EXPECT_THAT(conformance_claim(parts()), HasSubstr("| JSON Lines report | sha256:77 |"));
  EXPECT_EQ(Json::parse(badge_json(parts()))["reportDigest"], "sha256:77");
}

TEST_F(MarkdownReports, ClaimClassesProfileVersionsAndTheCommand) {
  EXPECT_THAT(conformance_claim(parts()),
              AllOf(HasSubstr("| profile | lenient |"), HasSubstr("| corpus | " + info_.corpus_digest + " |"),
                    HasSubstr("| vectors | 1 pass, 1 fail |"), HasSubstr("| sharpness | 4 of 5 mutants dead"),
                    HasSubstr("| file-format | 1 | 3 | partly (1 of 3 clauses judged) |"),
                    HasSubstr("```\nprompty-conformance run --subject x\n```")));
}

TEST_F(MarkdownReports, ClaimByWhatTheResultIsDecided) {
  EXPECT_THAT(conformance_claim(parts()), HasSubstr("the result is decided by those levels of the five documents."));
  info_.deciding = {.level = GatingLevel::all, .groups = {Group::documents, Group::ours}};
  EXPECT_THAT(conformance_claim(parts()), HasSubstr("decided by all levels of the five documents and our own pages."));
}

TEST_F(MarkdownReports, CountEachGroupThatDecidesOnTheBadge) {
  results_[1] = sample_result(corpus_.vectors[1], Status::pass, registry_);
  info_.deciding.groups = {Group::documents, Group::ours};
  EXPECT_THAT(Json::parse(badge_json(parts()))["message"].get<std::string>(),
              AllOf(EndsWith(" of 5 clauses, 0 of 1 ours"), Not(HasSubstr("extensions"))));
  info_.deciding.groups.insert(Group::extensions);
  EXPECT_THAT(Json::parse(badge_json(parts()))["message"].get<std::string>(),
              EndsWith(", 0 of 1 ours, 0 of 1 extensions"));
}

TEST_F(MarkdownReports, KeepTheThreeGroupsOfClausesApart) {
  for (std::string const& text : {markdown_summary(parts()), conformance_claim(parts())})
    EXPECT_THAT(text, AllOf(HasSubstr("| Class, of the five documents |"), HasSubstr("| Class, of our own pages |"),
                            HasSubstr("| Class, of our extensions |")));
}

TEST_F(MarkdownReports, HaveABadgeThatIsRedWhenSomethingDecidingFailed) {
  Json const badge = Json::parse(badge_json(parts()));
  EXPECT_EQ(badge["message"], "1 of 5 clauses");
  EXPECT_EQ(badge["color"], "red");
}

TEST_F(MarkdownReports, HaveABadgeThatIsGreenOnlyWhenEveryClauseHolds) {
  results_[1] = sample_result(corpus_.vectors[1], Status::pass, registry_);
  EXPECT_EQ(Json::parse(badge_json(parts()))["color"], "yellow");
}

}  // namespace
}  // namespace conformance::markdown_test
