#include "harness/judge/report/json_lines.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/schema_check.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/report_sample.hpp"
#include "harness/judge/run/cut.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "support/places.hpp"

namespace conformance::json_lines_test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;
using testing::ThrowsMessage;

class JsonLinesReports : public testing::Test {
 protected:
  std::string path() const { return scratch_.path() + "/reports/run.jsonl"; }

  std::vector<Json> lines() const {
    std::vector<Json> read;
    std::istringstream text(read_file(path()));
    for (std::string line; std::getline(text, line);) read.push_back(Json::parse(line));
    return read;
  }

  ScratchFolder const scratch_;
  RunInfo const info_ = sample_info();
  Corpus const corpus_ = sample_corpus({sample_vector(Json::object()), sample_vector({{"id", "other"}})});
  ClauseRegistry const registry_ = sample_registry();
};

TEST_F(JsonLinesReports, BeginWithTheRun) {
  JsonLinesReport const report(path(), info_);
  ASSERT_THAT(lines(), SizeIs(1));
  Json const run = lines().at(0);
  EXPECT_EQ(run.at("type"), "run");
  EXPECT_EQ(run.at("reportVersion"), 2);
  EXPECT_EQ(run.at("suiteVersion"), suite_version());
  EXPECT_EQ(run.at("corpusDigest"), info_.corpus_digest);
  EXPECT_EQ(run.at("profile"), "lenient");
  EXPECT_EQ(run.at("subject"),
            Json({{"name", "fake"}, {"version", "0.0.1"}, {"language", "C++"}, {"protocolVersion", 6}}));
  EXPECT_EQ(run.at("commandLine"), info_.command_line);
  EXPECT_EQ(run.at("selected"), info_.selected_vectors);
}

TEST_F(JsonLinesReports, FollowTheirSchemaLineByLine) {
  SchemaCheck const schema(Json::parse(read_file(prompty_tests::repository() + "/vectors/schema/report.schema.json")));
  JsonLinesReport report(path(), info_);
  VectorResult failing = sample_result(corpus_.vectors[1], Status::fail);
  failing.attempts[0].judgement.differences = {
      Difference{.pointer = "/a", .message = "m", .expected = 1, .got = nullptr}};
  failing.attempts[0].exchanges.push_back(sample_exchange());
  failing.attempts[0].stderr_excerpt = "warning";
  VectorResult unsupported = sample_result(corpus_.vectors[0], Status::pass);
  unsupported.attempts.clear();
  std::vector<VectorResult> const results = {sample_result(corpus_.vectors[0], Status::pass), failing, unsupported};
  for (VectorResult const& result : results) report.add(result);
  Summary summary = summarize(results, corpus_, registry_, {}, {sample_fault()});
  mark_as_cut(summary, "by SIGTERM", 3, 4);
  summary.exit_code = exit_code_of_cut(CutCause::terminate, summary.exit_code);
  report.end(
      summary, results,
      MutationScore{
          .corpus_digest = "sha256:1", .mutants = 3, .together = {{.at_once = 5}}, .trivial = {{.subject = "echo"}}});
  ASSERT_THAT(lines(), SizeIs(6));
  EXPECT_EQ(lines().at(4).at("what"), "split /a: extra");
  EXPECT_EQ(lines().back().at("mutation").at("mutants"), 3);
  EXPECT_THAT(lines().back().at("cut").get<std::string>(), HasSubstr("by SIGTERM: 1 of 4"));
  for (Json const& line : lines()) EXPECT_THAT(schema.problems(line), testing::IsEmpty()) << line;
  EXPECT_THAT(schema.problems({{"type", "attempt"}, {"id", "x"}}), testing::Not(testing::IsEmpty()));
}

TEST_F(JsonLinesReports, HoldEverythingJudgedBeforeTheEnd) {
  JsonLinesReport report(path(), info_);
  report.add(sample_result(corpus_.vectors[0], Status::pass));
  ASSERT_THAT(lines(), SizeIs(2));
  VectorResult failing = sample_result(corpus_.vectors[1], Status::fail);
  failing.attempts.push_back(sample_attempt(corpus_.vectors[1], Way::http, Status::crash));
  report.add(failing);
  ASSERT_THAT(lines(), SizeIs(4));
  EXPECT_EQ(lines().at(3).at("way"), "http");
  EXPECT_EQ(lines().at(3).at("status"), "crash");
}

TEST_F(JsonLinesReports, ArePlainAboutPasses) {
  JsonLinesReport report(path(), info_);
  VectorResult passing = sample_result(corpus_.vectors[0], Status::pass);
  passing.attempts[0].judgement.reading = "literal";
  report.add(passing);
  EXPECT_EQ(lines().at(1), Json({{"type", "attempt"},
                                 {"id", "load/sample/plain"},
                                 {"way", "direct"},
                                 {"status", "pass"},
                                 {"clauses", Json::array({"P1.1-01"})},
                                 {"level", "MUST"},
                                 {"group", "documents"},
                                 {"gating", true},
                                 {"reading", "literal"}}));
}

TEST_F(JsonLinesReports, TellHowTheInputWasRewritten) {
  JsonLinesReport report(path(), info_);
  VectorResult result = sample_result(corpus_.vectors[0], Status::fail);
  result.attempts[0].way = Way::transform;
  result.attempts[0].variation = Variation{.transform = Transform::key_order, .of = Way::direct};
  result.attempts[0].trace = "traces/plain.jsonl";
  report.add(result);
  result.attempts[0].variation = Variation{.transform = Transform::sse_split, .of = Way::http, .name = "everywhere"};
  report.add(result);
  Json const rewritten = lines().at(1);
  EXPECT_EQ(rewritten.at("way"), "transform");
  EXPECT_EQ(rewritten.at("transform"), "key-order");
  EXPECT_EQ(rewritten.at("of"), "direct");
  EXPECT_EQ(rewritten.at("trace"), "traces/plain.jsonl");
  EXPECT_THAT(rewritten.at("rerun").get<std::string>(), testing::EndsWith(" --transform key-order"));
  EXPECT_EQ(lines().at(2).at("transform"), "sse-split/everywhere");
}

TEST_F(JsonLinesReports, TellAllAboutFailures) {
  JsonLinesReport report(path(), info_);
  VectorResult failing = sample_result(corpus_.vectors[0], Status::fail);
  failing.attempts[0].exchanges = {sample_exchange()};
  failing.attempts[0].stderr_excerpt = "bytes \xFF";
  report.add(failing);
  Json const line = lines().at(1);
  EXPECT_EQ(line.at("status"), "fail");
  EXPECT_EQ(line.at("detail"), "the answer differs");
  EXPECT_EQ(line.at("differences"), Json::array({{{"pointer", "/a"},
                                                  {"kind", "other value"},
                                                  {"message", "the values differ"},
                                                  {"expected", 1},
                                                  {"got", 2}}}));
  EXPECT_EQ(line.at("operation"), "split");
  EXPECT_EQ(line.at("sent"), Json({{"text", "body"}}));
  EXPECT_EQ(line.at("answered"), Json({{"result", {{"a", 2}}}}));
  EXPECT_THAT(line.at("stderr").get<std::string>(), HasSubstr("bytes"));
  EXPECT_EQ(line.at("http").at(0).at("path"), "/chat/completions");
  EXPECT_EQ(line.at("http").at(0).at("headers"), Json({{"authorization", "****7f3a"}}));
  EXPECT_THAT(line.at("rerun").get<std::string>(), HasSubstr("--filter load/sample/plain"));
}

TEST_F(JsonLinesReports, NameWhatIsUnsupported) {
  JsonLinesReport report(path(), info_);
  report.add(sample_result(corpus_.vectors[0], Status::unsupported));
  EXPECT_EQ(lines().at(1).at("type"), "unsupported");
  EXPECT_EQ(lines().at(1).at("id"), "load/sample/plain");
  EXPECT_THAT(lines().at(1).at("detail").get<std::string>(), HasSubstr("not declared"));
}

TEST_F(JsonLinesReports, EndWithTheSummary) {
  JsonLinesReport report(path(), info_);
  std::vector<VectorResult> const results = {sample_result(corpus_.vectors[0], Status::fail),
                                             sample_result(corpus_.vectors[1], Status::pass)};
  for (VectorResult const& result : results) report.add(result);
  report.end(summarize(results, corpus_, registry_, {}), results);
  Json const summary = lines().back();
  EXPECT_EQ(summary.at("type"), "summary");
  EXPECT_EQ(summary.at("vectors"), Json({{"pass", 1}, {"fail", 1}}));
  EXPECT_EQ(summary.at("exitCode"), 1);
  EXPECT_EQ(summary.at("clauses").size(), registry_.clauses().size());
  EXPECT_EQ(summary.at("clauses").at(0), Json({{"id", "P1.1-01"},
                                               {"level", "MUST"},
                                               {"group", "documents"},
                                               {"state", "broken"},
                                               {"failing", Json::array({"load/sample/plain"})}}));
  EXPECT_THAT(summary.at("classes").at("file-format").get<std::string>(), HasSubstr("not ("));
  EXPECT_THAT(summary.at("ours").at("file-format").get<std::string>(), HasSubstr("not judged"));
}

TEST_F(JsonLinesReports, AreWrittenAnewAtTheEndWhateverBecameOfTheFile) {
  JsonLinesReport report(path(), info_);
  report.add(sample_result(corpus_.vectors[0], Status::pass));
  write_file(path(), "forged");
  report.end(Summary{}, {});
  EXPECT_EQ(lines().size(), 3U);
  EXPECT_EQ(report.digest(), sha256(read_file(path())));
}

TEST_F(JsonLinesReports, HaveADigestWithoutAFile) {
  JsonLinesReport report("", info_);
  report.end(Summary{}, {});
  EXPECT_THAT(report.digest(), testing::StartsWith("sha256:"));
}

TEST_F(JsonLinesReports, CannotBeWrittenJustAnywhere) {
  write_file(scratch_.path() + "/file", "");
  EXPECT_THAT([&] { JsonLinesReport(scratch_.path() + "/file/run.jsonl", info_); },
              ThrowsMessage<InputError>(HasSubstr("/file/run.jsonl")));
}

TEST_F(JsonLinesReports, DoNotHideAFullDisk) {
  JsonLinesReport report("/dev/full", info_);
  report.add(sample_result(corpus_.vectors[0], Status::pass));
  EXPECT_THAT([&] { report.end(Summary{}, {}); }, ThrowsMessage<InputError>(HasSubstr("/dev/full")));
}

}  // namespace
}  // namespace conformance::json_lines_test
