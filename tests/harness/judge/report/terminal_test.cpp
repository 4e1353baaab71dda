#include "harness/judge/report/terminal.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <sstream>

#include "harness/judge/report/report_sample.hpp"

namespace conformance::terminal_test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class TerminalReports : public testing::Test {
 protected:
  TerminalReport report(TerminalStyle style) { return TerminalReport(out_, style, registry_, info_, pointers()); }

  std::vector<Vector const*> pointers() const { return {&corpus_.vectors[0], &corpus_.vectors[1]}; }

  std::string text() const { return out_.str(); }

  std::string whole(TerminalStyle style, Status second) {
    TerminalReport made = report(style);
    made.begin();
    std::vector<VectorResult> const results = {sample_result(corpus_.vectors[0], Status::pass),
                                               sample_result(corpus_.vectors[1], second)};
    for (VectorResult const& result : results) made.add(result);
    made.end(summarize(results, corpus_, registry_, {}), results);
    return text();
  }

  ClauseRegistry const registry_ = sample_registry();
  RunInfo info_ = sample_info();
  Corpus const corpus_ = sample_corpus({sample_vector(Json::object()), sample_vector({{"id", "second"}})});
  std::ostringstream out_;
};

TEST_F(TerminalReports, BeginWithWhoIsJudgedByWhat) {
  report({}).begin();
  EXPECT_THAT(text(), AllOf(HasSubstr("fake 0.0.1"), HasSubstr("C++"), HasSubstr("lenient"), HasSubstr("2 vectors"),
                            HasSubstr("sha256:0123456789ab")));
}

TEST_F(TerminalReports, TellOfAnAdapterOfAnOlderProtocol) {
  report({}).begin();
  EXPECT_THAT(text(), Not(HasSubstr("protocol version")));
  info_.subject.protocol = 1;
  report({}).begin();
  EXPECT_THAT(text(), HasSubstr("Note: the adapter speaks protocol version 1; this harness speaks 6."));
}

TEST_F(TerminalReports, NeverHideWhatTheRequestCheckQuestions) {
  VectorResult questioned = sample_result(corpus_.vectors[0], Status::pass);
  questioned.attempts[0].exchanges.push_back(sample_exchange());
  TerminalReport made = report({});
  made.add(questioned);
  made.end(summarize({questioned}, corpus_, registry_, {}), {questioned});
  EXPECT_THAT(
      text(),
      HasSubstr("1 vectors passed with requests that the provider would question, by 1 of the mock's own rules"));
}

TEST_F(TerminalReports, ArePlainLinesWithoutATerminal) {
  std::string const written = whole({.live = false, .color = false}, Status::fail);
  EXPECT_EQ(written.find('\033'), std::string::npos);
  EXPECT_EQ(written.find('\r'), std::string::npos);
  EXPECT_THAT(written, ContainsRegex("  load/sample +2 vectors, +2 replays: 1 pass, 1 fail\n"));
}

TEST_F(TerminalReports, ShowFaultsInTheEndWithTheNarrowestVector) {
  std::vector<VectorResult> const results = {sample_result(corpus_.vectors[0], Status::fail),
                                             sample_result(corpus_.vectors[1], Status::fail)};
  TerminalReport made = report({});
  for (VectorResult const& result : results) made.add(result);
  EXPECT_THAT(text(), Not(HasSubstr("fail load/sample/plain")));
  made.end(summarize(results, corpus_, registry_, {}, {sample_fault()}), results);
  EXPECT_THAT(text(), AllOf(HasSubstr("Faults, the worst first (1 of 1 in full)"),
                            HasSubstr("Fault 1: A mistake does this.\n  seen as     split /a: extra\n"),
                            HasSubstr("breaks      P1.1-01"), HasSubstr("fail load/sample/plain"),
                            HasSubstr("first at"), HasSubstr("    1     2  A mistake does this.  [P1.1-01]\n")));
}

TEST_F(TerminalReports, ShowTenFaultsInFullAndTwentyLines) {
  std::vector<VectorResult> const results = {sample_result(corpus_.vectors[0], Status::fail)};
  std::vector<RunFault> faults(30, sample_fault());
  faults.back().group = Group::ours;
  faults.push_back(sample_fault());
  faults.back().group = Group::extensions;
  report({}).end(summarize(results, corpus_, registry_, {}, faults), results);
  EXPECT_THAT(text(),
              AllOf(HasSubstr("(10 of 31 in full)"), HasSubstr("  and 9 more\n"),
                    HasSubstr("  of our own pages, beyond the documents:\n"),
                    HasSubstr("  of our extensions, which no public text demands:\n"), HasSubstr("--html FILE")));
}

TEST_F(TerminalReports, CountATopicOnceAllOfItIsThere) {
  TerminalReport made = report({});
  made.add(sample_result(corpus_.vectors[1], Status::pass));
  EXPECT_EQ(text(), "");
  made.add(sample_result(corpus_.vectors[0], Status::pass));
  EXPECT_THAT(text(), ContainsRegex("^  load/sample +2 vectors, +2 replays: 2 pass\n$"));
}

TEST_F(TerminalReports, CountWhatThereIsOfATopicWhenARunStopsInIt) {
  std::vector<VectorResult> const results = {sample_result(corpus_.vectors[0], Status::fail)};
  TerminalReport made = report({});
  made.add(results.front());
  made.end(summarize(results, corpus_, registry_, {}), results);
  EXPECT_THAT(text(), ContainsRegex("  load/sample +1 vectors, +1 replays: 1 fail\n"));
}

TEST_F(TerminalReports, SayNothingOfPassesAndUnsupportedVectors) {
  TerminalReport made = report({});
  made.add(sample_result(corpus_.vectors[0], Status::pass));
  made.add(sample_result(corpus_.vectors[1], Status::unsupported));
  EXPECT_THAT(text(), Not(HasSubstr("load/sample/")));
}

TEST_F(TerminalReports, DrawProgressOverWhenLive) {
  TerminalReport made = report({.live = true, .color = false});
  made.add(sample_result(corpus_.vectors[0], Status::pass));
  EXPECT_THAT(text(), HasSubstr("\r\033[K[1/2] load/sample/plain"));
}

TEST_F(TerminalReports, DrawNoProgressThatIsWiderThanTheTerminal) {
  TerminalReport made = report({.live = true, .color = false, .columns = 12});
  made.add(sample_result(corpus_.vectors[0], Status::pass));
  EXPECT_THAT(text(), testing::EndsWith("\r\033[K[1/2] load/"));
}

TEST_F(TerminalReports, ForetellWhatIsPlayedAndHowLong) {
  report({}).foretell(2000);
  EXPECT_THAT(text(), AllOf(HasSubstr("To play: 2000 vectors"), HasSubstr("about 10 s at 5 ms an answer"),
                            HasSubstr("A vector is replayed in each way that applies")));
}

TEST_F(TerminalReports, HaveOneLineForTopicsWithoutAnythingSupported) {
  Corpus const others{.vectors = parse_vector_file(sample_vector_file("load/other", Json::array({sample_vector({})})),
                                                   "f", "load/other"),
                      .fixtures = {},
                      .digest = {}};
  Corpus const more{
      .vectors = parse_vector_file(sample_vector_file("load/more", Json::array({sample_vector({})})), "f", "load/more"),
      .fixtures = {},
      .digest = {}};
  TerminalReport made(out_, {}, registry_, info_, {&corpus_.vectors[0], &others.vectors[0], &more.vectors[0]});
  std::vector<VectorResult> const results = {sample_result(corpus_.vectors[0], Status::pass),
                                             sample_result(others.vectors[0], Status::unsupported),
                                             sample_result(more.vectors[0], Status::unsupported)};
  for (VectorResult const& result : results) made.add(result);
  made.end(summarize(results, corpus_, registry_, {}), results);
  EXPECT_THAT(text(), AllOf(ContainsRegex("  load/sample +1 vectors, +1 replays: 1 pass\n"),
                            ContainsRegex("  2 topics +2 vectors, all unsupported"), Not(HasSubstr("load/other")),
                            Not(HasSubstr("load/more"))));
}

TEST_F(TerminalReports, PaintOnlyInColour) {
  EXPECT_THAT(whole({.live = false, .color = true}, Status::fail), HasSubstr("\033[31mnot conformant"));
  out_.str("");
  EXPECT_THAT(whole({.live = true, .color = false}, Status::fail), Not(HasSubstr("\033[3")));
}

TEST_F(TerminalReports, EndWithTheVerdict) {
  EXPECT_THAT(whole({}, Status::pass), HasSubstr("\nno failure in what was judged: 2 of 2 vectors pass\n"));
  out_.str("");
  EXPECT_THAT(whole({}, Status::fail), HasSubstr("\nnot conformant: 1 of 2 judged vectors failed\n"));
}

TEST_F(TerminalReports, CountBySectionLevelAndClass) {
  std::string const written = whole({}, Status::pass);
  // §1.1 has seven clauses: one held, four not judged, two exempt.
  EXPECT_THAT(written, ContainsRegex("§1.1 Files +7 +1 +0 +0 +4 +2\n"));
  EXPECT_THAT(written, HasSubstr("exempt those that no operation can\nshow"));
  EXPECT_THAT(written, ContainsRegex("SHOULD +1 +0 +0 +0 +1 +0\n"));
  EXPECT_THAT(written, ContainsRegex("file-format +partly \\(1 of 3 clauses judged\\)"));
  EXPECT_THAT(written, HasSubstr("2 vectors, 2 replays in all"));
}

TEST_F(TerminalReports, CountOursInTablesOfTheirOwn) {
  std::string const written = whole({}, Status::pass);
  EXPECT_THAT(written, ContainsRegex("Section \\(ours, beyond the documents\\).*\n  §3 Loading +3 +0 +0 +0 +2 +1\n"));
  EXPECT_THAT(written, ContainsRegex("Class \\(ours, beyond the documents\\)\n  file-format +not judged"));
  EXPECT_THAT(written, ContainsRegex("\nClass\n  file-format +partly \\(1 of 3"));
}

TEST_F(TerminalReports, CountFailuresThatDoNotDecide) {
  TerminalReport made = report({});
  VectorResult failing = sample_result(corpus_.vectors[0], Status::fail);
  failing.gating = false;
  made.add(failing);
  made.end(summarize({failing}, corpus_, registry_, {}), {failing});
  EXPECT_THAT(text(), HasSubstr("1 failures do not decide"));
}

TEST(TerminalStyles, OfAFileAreNeitherLiveNorColoured) {
  int const file = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(file, 0);
  TerminalStyle const style = terminal_style(file);
  ::close(file);
  EXPECT_FALSE(style.live);
  EXPECT_FALSE(style.color);
}

}  // namespace
}  // namespace conformance::terminal_test
