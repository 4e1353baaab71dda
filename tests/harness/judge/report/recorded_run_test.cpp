#include "harness/judge/report/recorded_run.hpp"

#include <gmock/gmock.h>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/json_lines.hpp"
#include "harness/judge/report/report_sample.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::recorded_run_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

class RecordedRuns : public testing::Test {
 protected:
  RecordedRuns() {
    info_.corpus_digest = corpus_.digest;
    info_.deciding = {
        .level = GatingLevel::should, .groups = {Group::ours, Group::extensions}, .required_classes = {"openai-chat"}};
    results_[1].attempts[0].exchanges = {sample_exchange()};
    results_[1].attempts[0].stderr_excerpt = "boom";
    results_[0].attempts[0].judgement.reading = "literal";
  }

  std::string path() const { return scratch_.path() + "/run.jsonl"; }

  void record(std::vector<RunFault> faults = {}) const {
    JsonLinesReport report(path(), info_);
    for (VectorResult const& result : results_) report.add(result);
    report.end(summarize(results_, corpus_, registry_, info_.deciding, std::move(faults)), results_);
  }

  RecordedRun read() const { return read_recorded_run(path(), corpus_, registry_); }

  ScratchFolder const scratch_;
  RunInfo info_ = sample_info();
  ClauseRegistry const registry_ = sample_registry();
  Corpus const corpus_ = sample_corpus({sample_vector(Json::object()),
                                        sample_vector({{"id", "other"}, {"clauses", Json::array({"P1.2-01"})}}),
                                        sample_vector({{"id", "third"}, {"clauses", Json::array({"P3-02"})}})});
  std::vector<VectorResult> results_ = {sample_result(corpus_.vectors[0], Status::pass, registry_),
                                        sample_result(corpus_.vectors[1], Status::crash, registry_),
                                        sample_result(corpus_.vectors[2], Status::unsupported, registry_)};
};

TEST_F(RecordedRuns, SayHowWasJudged) {
  record();
  RunInfo const info = read().info;
  EXPECT_EQ(info.subject.name, "fake");
  EXPECT_EQ(info.subject.language, "C++");
  EXPECT_EQ(info.profile, Profile::lenient);
  EXPECT_EQ(info.deciding, info_.deciding);
  EXPECT_EQ(info.rerun_command("v", Group::ours), info_.rerun_command("v", Group::ours));
}

TEST_F(RecordedRuns, HaveEveryResult) {
  record();
  std::vector<VectorResult> const results = read().results;
  ASSERT_THAT(results, SizeIs(3));
  EXPECT_EQ(results[0].status(), Status::pass);
  EXPECT_EQ(results[0].attempts[0].judgement.reading, "literal");
  EXPECT_EQ(results[1].vector, &corpus_.vectors[1]);
  EXPECT_EQ(results[2].unsupported_reason, "the operation split is not declared");
  EXPECT_EQ(results[2].group, Group::ours);
  EXPECT_EQ(results[2].level, Level::should);
}

TEST_F(RecordedRuns, HaveAllThatAReportTellsOfAFailure) {
  record();
  Attempt const attempt = read().results.at(1).attempts.at(0);
  EXPECT_EQ(attempt.judgement.status, Status::crash);
  EXPECT_EQ(attempt.judgement.detail, "the answer differs");
  EXPECT_EQ(attempt.judgement.differences.at(0).pointer, "/a");
  EXPECT_EQ(attempt.sent, Json({{"text", "body"}}));
  EXPECT_EQ(attempt.answered, Json({{"result", {{"a", 2}}}}));
  EXPECT_EQ(attempt.stderr_excerpt, "boom");
  ASSERT_THAT(attempt.exchanges, SizeIs(1));
  EXPECT_EQ(attempt.exchanges[0].body, "{\"model\":\"m\"}");
  EXPECT_EQ(attempt.exchanges[0].findings.at(0).rule, "chat.role");
}

TEST_F(RecordedRuns, KnowHowTheInputWasRewritten) {
  Variation const rewriting{.transform = Transform::sse_split, .of = Way::http, .name = "everywhere"};
  results_[1].attempts[0].way = Way::transform;
  results_[1].attempts[0].variation = rewriting;
  results_[1].attempts[0].trace = "traces/other.jsonl";
  record();
  Attempt const attempt = read().results.at(1).attempts.at(0);
  EXPECT_EQ(attempt.way, Way::transform);
  EXPECT_EQ(attempt.variation, rewriting);
  EXPECT_EQ(attempt.trace, "traces/other.jsonl");
  EXPECT_EQ(read().results.at(0).attempts.at(0).variation, std::nullopt);
}

TEST_F(RecordedRuns, ThatWereCutShortHaveWhatWasJudged) {
  record();
  std::string const text = read_file(path());
  write_file(path(), text.substr(0, text.find("/third")));
  EXPECT_THAT(read().results, SizeIs(2));
  EXPECT_THAT([&] { (void)read_recorded_verdicts(path()); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("cut short"), HasSubstr("merge"))));
}

TEST_F(RecordedRuns, OfOtherVectorsAreRefused) {
  info_.corpus_digest = "sha256:ffff";
  record();
  EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("about other vectors (sha256:ffff")));
}

TEST_F(RecordedRuns, WithAVectorTwiceAreRefused) {
  results_.push_back(results_[0]);
  record();
  EXPECT_THAT([&] { (void)read(); },
              ThrowsMessage<InputError>(HasSubstr("no vector load/sample/plain, or it is there twice")));
}

TEST_F(RecordedRuns, ThatAreNoReportsAreRefusedWithTheLine) {
  write_file(path(), "hello\n");
  EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("run.jsonl is no report")));
  write_file(path(), "");
  EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("run.jsonl is no report")));
  record();
  write_file(path(), read_file(path()) + "[]\n");
  EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("run.jsonl:6: a line of a report")));
}

TEST_F(RecordedRuns, WithMembersOfOtherTypesAreRefused) {
  write_file(path(), "{\"type\":1}\n");
  EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("run.jsonl:1: not what a report says")));
  write_file(path(), "{\"type\":\"run\",\"reportVersion\":1e300}\n");
  EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("of another version")));
  record();
  std::string const text = read_file(path());
  std::size_t const exit_code = text.rfind("\"exitCode\":") + 11;
  write_file(path(), text.substr(0, exit_code) + "1e300,\"was\":" + text.substr(exit_code));
  EXPECT_THAT([&] { (void)read_recorded_verdicts(path()); },
              ThrowsMessage<InputError>(HasSubstr("not what a report says")));
}

TEST_F(RecordedRuns, ThatAreNestedTooDeeplyAreRefused) {
  record();
  write_file(path(), read_file(path()) + "{\"a\":" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}\n");
  EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("a line of a report is a JSON object")));
}

TEST_F(RecordedRuns, KeepAnAnswerAsDeepAsAnAdaptersMayBe) {
  results_[1].attempts[0].answered = Json::parse("{\"result\":" + std::string(511, '[') + std::string(511, ']') + "}");
  record();
  EXPECT_EQ(read().results.at(1).attempts.at(0).answered, results_[1].attempts[0].answered);
}

TEST_F(RecordedRuns, HaveTextThatSteersNoTerminal) {
  info_.deciding.required_classes = {"a\x1B[2J\nb"};
  info_.network = "all\x1B";
  results_[1].attempts[0].exchanges[0].findings[0].rule = "chat\x07";
  record();
  RecordedRun const run = read();
  EXPECT_THAT(run.info.deciding.required_classes, testing::ElementsAre("a [2J b"));
  EXPECT_EQ(run.info.network, "all ");
  EXPECT_EQ(run.results.at(1).attempts.at(0).exchanges.at(0).findings.at(0).rule, "chat ");
  std::string text = read_file(path());
  std::string const lenient = "\"profile\":\"lenient\"";
  text.replace(text.find(lenient), lenient.size(), R"("profile":"\u001b]0;x\u0007")");
  // A runner may leave the digest out.
  write_file(path(), text.substr(0, text.find(R"(,"digest":)")) + "}\n");
  EXPECT_EQ(read_recorded_verdicts(path()).profile, " ]0;x ");
}

/// Reports in which somebody changed a line.
class EditedReports : public RecordedRuns {
 protected:
  EditedReports() {
    info_.deciding = {.level = GatingLevel::must, .groups = {Group::documents}, .required_classes = {}};
    record();
  }

  /// Both readers refuse the report in which `was` became `is`, and name the line.
  void expect_refusal(std::string const& was, std::string const& is, int line, std::string const& why) const {
    std::string const whole = read_file(path());
    std::size_t const place = whole.find(was);
    ASSERT_NE(place, std::string::npos) << was;
    write_file(path(), std::string(whole).replace(place, was.size(), is));
    std::string const where = "run.jsonl:" + std::to_string(line) + ": ";
    EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(AllOf(HasSubstr(where), HasSubstr(why)))) << is;
    EXPECT_THAT([&] { (void)read_recorded_verdicts(path()); },
                ThrowsMessage<InputError>(AllOf(HasSubstr(where), HasSubstr(why), HasSubstr("judge again"))));
    write_file(path(), whole);
  }
};

TEST_F(EditedReports, AreReadAsLongAsNobodyChangedThem) {
  EXPECT_THAT(read().results, SizeIs(3));
  EXPECT_EQ(read_recorded_verdicts(path()).exit_code, 1);
}

TEST_F(EditedReports, AreRefusedWhenAFailureBecomesAPass) {
  expect_refusal(R"("status":"crash")", R"("status":"pass")", 3, "'pass', but the line tells what went wrong");
  expect_refusal(R"("status":"crash")", R"("status":"unsupported")", 3, "what was played is supported");
  expect_refusal(R"("status":"pass")", R"("status":"fail")", 2, "does not tell what went wrong");
  expect_refusal(R"({"type":"attempt","id":"load/sample/other")", R"({"type":"unsupported","id":"load/sample/other")",
                 3, "is unsupported here, but was played");
}

TEST_F(EditedReports, AreRefusedWhenALineIsMissingOrMore) {
  std::string const text = read_file(path());
  std::size_t const begin = text.find(R"({"type":"attempt","id":"load/sample/other")");
  std::string const failure = text.substr(begin, text.find('\n', begin) + 1 - begin);
  expect_refusal(failure, "", 4, R"(the summary counts {"pass":1,"crash":1,"unsupported":1}, but the lines before it)");
  expect_refusal(failure,
                 R"({"type":"unsupported","id":"load/sample/other","clauses":[],"detail":"d"})"
                 "\n",
                 5, "the summary counts");
  std::string const summary = text.substr(text.find(R"({"type":"summary")"));
  expect_refusal(summary, summary + failure, 6, "stands before this line");
}

TEST_F(EditedReports, AreRefusedWhenTheSummaryIsAboutAnotherRun) {
  expect_refusal(R"("crash":1)", R"("crash":2)", 5, "the summary counts");
  expect_refusal(R"("exitCode":1)", R"("exitCode":0)", 5, "the exit code is 0, but 1 vectors before it failed");
  expect_refusal(R"("verdict":"not conformant)", R"("verdict":"conformant)", 5, "the exit code is 1, but the verdict");
  expect_refusal(R"("state":"broken")", R"("state":"held")", 5,
                 "the clause 'P1.2-01' is 'held', but vectors of it failed");
  expect_refusal(R"("state":"held")", R"("state":"broken")", 5, "is 'broken', but no vector of it failed");
  expect_refusal(R"("failing":["load/sample/other"])", R"("failing":["load/sample/plain"])", 5, "did not fail");
  expect_refusal(R"("state":"unsupported")", R"("state":"held")", 5, "no vector of it was played");
}

TEST_F(EditedReports, AreRefusedByTheirDigest) {
  std::string const digest = "the digest is not that of the lines up to here";
  for (auto const& [was, is] : std::vector<std::pair<std::string, std::string>>{
           {R"("verdict":"not conformant: 1 of)", R"("verdict":"not conformant: 0 of)"},
           {R"("state":"broken","failing":["load/sample/other"])", R"("state":"held")"},
           {R"("state":"broken")", R"("state":"broken","faults":[])"},
           {R"("heldButForFaults":[])", R"("heldButForFaults":["load/sample/third"])"},
           {R"("name":"fake")", R"("name":"real")"},
           {R"("message":"the values differ")", R"("message":"hardly")"},
           {R"("digest":"sha256:)", R"("digest":"sha256:0)"}})
    expect_refusal(was, is, 5, digest);
}

TEST_F(EditedReports, AreTheSameWithOtherBlanksAndLineEnds) {
  std::string text = read_file(path());
  for (std::size_t place = 0; (place = text.find('\n', place)) != std::string::npos; place += 3)
    text.replace(place, 1, " \r\n");
  write_file(path(), text);
  EXPECT_THAT(read().results, SizeIs(3));
}

TEST_F(EditedReports, AreRefusedWhenAnotherBeginsInThem) {
  std::string const text = read_file(path());
  std::string const first = text.substr(0, text.find('\n') + 1);
  expect_refusal(first, first + first, 2, "another report begins here");
}

// As a runner in another language writes it.
TEST_F(EditedReports, MayHaveNoDigest) {
  std::string const text = read_file(path());
  std::size_t const digest = text.find(R"(,"digest":)");
  write_file(path(), text.substr(0, digest) + "}\n");
  EXPECT_EQ(read_recorded_verdicts(path()).exit_code, 1);
}

TEST_F(EditedReports, OfAGreenRunAreRefusedWithAnExitCodeThatNothingExplains) {
  results_.erase(results_.begin() + 1);
  record();
  expect_refusal(R"("exitCode":0)", R"("exitCode":1)", 4, "the exit code is 1, but no vector before it failed");
}

TEST_F(RecordedRuns, KeepTheNotesAndWhetherTheyDecide) {
  results_.erase(results_.begin() + 1);
  info_.deciding = {.clean_exit = true};
  JsonLinesReport report(path(), info_);
  for (VectorResult const& result : results_) report.add(result);
  report.end(summarize(results_, corpus_, registry_, info_.deciding, {}, {"it exited with status 3"}), results_);
  EXPECT_THAT(read().notes, testing::ElementsAre("it exited with status 3"));
  EXPECT_TRUE(read().info.deciding.clean_exit);
  EXPECT_EQ(read_recorded_verdicts(path()).exit_code, 1);
  std::string const text = read_file(path());
  write_file(path(), std::string(text).replace(text.rfind("\"exitCode\":1"), 12, "\"exitCode\":0"));
  EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("a clean exit is required")));
}

TEST_F(RecordedRuns, OfAnotherVersionAreRefused) {
  write_file(path(), "{\"type\":\"run\",\"reportVersion\":99}\n");
  EXPECT_THAT([&] { (void)read(); }, ThrowsMessage<InputError>(HasSubstr("of another version")));
}

TEST_F(RecordedRuns, EndWithTheVerdictsOfClausesAndVectors) {
  record();
  RecordedVerdicts const verdicts = read_recorded_verdicts(path());
  EXPECT_EQ(verdicts.subject, "fake 0.0.1");
  EXPECT_EQ(verdicts.profile, "lenient");
  EXPECT_EQ(verdicts.clauses.at("P1.1-01"), ClauseState::held);
  EXPECT_EQ(verdicts.clauses.at("P1.2-01"), ClauseState::broken);
  EXPECT_EQ(verdicts.clauses.at("P1.1-06"), ClauseState::native);
  EXPECT_EQ(verdicts.vectors, (std::map<std::string, Status>{{"load/sample/plain", Status::pass},
                                                             {"load/sample/other", Status::crash},
                                                             {"load/sample/third", Status::unsupported}}));
}

TEST_F(RecordedRuns, NameTheVectorsThatHoldButForFaults) {
  results_[1].blame = Blame{.standing = Standing::held, .clauses = {}, .faults = {1}};
  record();
  EXPECT_EQ(read_recorded_verdicts(path()).held_but_for_faults, (std::set<std::string>{"load/sample/other"}));
}

TEST_F(RecordedRuns, KnowWhetherAFailureDecidesByFaultsOfOtherClauses) {
  results_[1].blame = Blame{.standing = Standing::held, .clauses = {}, .faults = {1}};
  RunFault fault{.number = 1, .decides = false, .other = {"load/sample/other"}};
  Deciding const everything{.level = GatingLevel::all, .groups = {Group::documents}};
  record({fault});
  EXPECT_FALSE(failure_decides(read().results[1], everything));
  fault.decides = true;
  record({fault});
  EXPECT_TRUE(failure_decides(read().results[1], everything));
}

}  // namespace
}  // namespace conformance::recorded_run_test
