#include <gmock/gmock.h>

#include <sstream>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/replay/stream_double.hpp"
#include "harness/judge/replay/varied.hpp"
#include "harness/judge/run/runner.hpp"
#include "mock-provider/server.hpp"

namespace conformance::transformed_runs_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class HttpTransformedRuns : public testing::Test {
 protected:
  VectorResult run(Vector const& vector, Subject& subject, PlayOptions const& options, Subject* twin = nullptr) {
    return run_vectors(
               {&vector}, {.judged = subject, .process_twin = twin}, registry_, Profile::lenient, mock_,
               [](VectorResult const&) {}, options)
        .front();
  }

  ScratchFolder const scratch_;

 private:
  ClauseRegistry const registry_ = sample_registry();
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

VariationsByTransform every() {
  return plain_variations({all_transforms().begin(), all_transforms().end()}, {.all = true, .seed = 1, .names = {}});
}

/// The ways of the attempts, as people read them, with their statuses.
std::vector<std::string> reported(VectorResult const& result) {
  std::vector<std::string> ways;
  for (Attempt const& attempt : result.attempts)
    ways.push_back(way_text(attempt) + ": " + std::string(status_name(attempt.judgement.status)));
  return ways;
}

Vector two_lines() {
  return one_sample_vector({{"given", {{"text", "a\nb\n"}}},
                            {"expect", {{"value", "split"}}},
                            {"transforms", Json::array({"crlf", "no-final-newline"})}});
}

/// Refuses carriage returns, and answers as that vector expects otherwise.
Reply split_without_cr(std::string const&, Json const& params) {
  bool const has_cr = params.at("text").get<std::string>().find('\r') != std::string::npos;
  return has_cr ? error_reply("ValueError") : result_reply("split");
}

TEST_F(HttpTransformedRuns, AreNotPlayedUnlessRequested) {
  FakeSubject subject({"split"}, split_without_cr);
  EXPECT_THAT(reported(run(two_lines(), subject, {})), ElementsAre("direct: pass"));
}

TEST_F(HttpTransformedRuns, FailWhereTheVerdictChanges) {
  FakeSubject subject({"split"}, split_without_cr);
  VectorResult const result = run(two_lines(), subject, {.variations = every()});
  EXPECT_THAT(reported(result), ElementsAre("direct: pass", "transform crlf of direct: fail",
                                            "transform no-final-newline of direct: pass"));
  EXPECT_EQ(result.status(), Status::fail);
  EXPECT_EQ(result.attempts[1].sent.at("text"), "a\r\nb\r\n");
  EXPECT_THAT(reported(run(two_lines(), subject, {.variations = plain_variations({Transform::no_final_newline})})),
              SizeIs(2));
}

TEST_F(HttpTransformedRuns, SayNothingOfWhatFailsAsItStands) {
  FakeSubject subject({"split"}, always(error_reply("ValueError")));
  EXPECT_THAT(reported(run(two_lines(), subject, {.variations = every()})), ElementsAre("direct: fail"));
}

TEST_F(HttpTransformedRuns, AreFlakyWhenTheyPassAndFail) {
  int requested = 0;
  FakeSubject subject({"split"}, [&](std::string const&, Json const& params) {
    bool const has_cr = params.at("text").get<std::string>().find('\r') != std::string::npos;
    return has_cr && ++requested > 1 ? error_reply("ValueError") : result_reply("split");
  });
  EXPECT_THAT(reported(run(two_lines(), subject, {.rounds = 2, .variations = plain_variations({Transform::crlf})})),
              ElementsAre("direct: pass", "transform crlf of direct: flaky"));
}

TEST_F(HttpTransformedRuns, HandEscapedTextToTheTwinThatReadsText) {
  Vector const vector = one_sample_vector({{"given", {{"text", "für"}}},
                                           {"expect", {{"value", "split"}}},
                                           {"transforms", Json::array({"unicode-escape"})}});
  FakeSubject subject({"split"}, always(result_reply("split")));
  FakeSubject twin({"split"}, always(result_reply("split")));
  EXPECT_THAT(reported(run(vector, subject, {.variations = every()}, &twin)),
              ElementsAre("direct: pass", "process: pass", "transform unicode-escape of direct: pass"));
  EXPECT_THAT(subject.calls(), SizeIs(1));
  EXPECT_THAT(twin.calls(), SizeIs(2));
}

std::vector<Json> lines_of(std::string const& path) {
  std::istringstream text(read_file(path));
  std::vector<Json> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

std::vector<std::string> types_of(std::vector<Json> const& lines) {
  std::vector<std::string> types;
  for (Json const& line : lines) types.push_back(line.at("type").get<std::string>());
  return types;
}

TEST_F(HttpTransformedRuns, TraceWhatPassesAndWhatFails) {
  TraceFolder traces(scratch_.path(), Json::object());
  FakeSubject subject({"split"}, split_without_cr);
  VectorResult const result =
      run(two_lines(), subject, {.variations = plain_variations({Transform::crlf}), .traces = &traces});
  std::string const path = scratch_.path() + "/load/sample/plain.jsonl";
  for (Attempt const& attempt : result.attempts) EXPECT_EQ(attempt.trace, path);
  std::vector<Json> const lines = lines_of(path);
  EXPECT_THAT(types_of(lines),
              ElementsAre("vector", "way", "request", "reply", "verdict", "way", "request", "reply", "verdict"));
  EXPECT_EQ(lines[1].at("way"), "direct");
  EXPECT_EQ(lines[3].at("result"), "split");
  EXPECT_EQ(lines[4].at("status"), "pass");
  EXPECT_EQ(lines[5].at("way"), "transform crlf of direct");
  EXPECT_EQ(lines[6].at("params").at("text"), "a\r\nb\r\n");
  EXPECT_EQ(lines[7].at("error").at("kind"), "ValueError");
  EXPECT_EQ(lines[8].at("status"), "fail");
}

TEST_F(HttpTransformedRuns, TraceRequestsToTheProviderAndOneOfManyCuts) {
  TraceFolder traces(scratch_.path(), Json::object());
  FakeSubject subject({"run"}, streaming_client(decoded_well));
  subject.declared.features = {"stream"};
  VectorResult const result =
      run(one_sample_vector(stream_vector()), subject, {.variations = every(), .traces = &traces});
  EXPECT_THAT(reported(result), ElementsAre("http: pass", "transform sse-split of http: pass"));
  std::vector<Json> const lines = lines_of(result.attempts.front().trace);
  EXPECT_THAT(types_of(lines), ElementsAre("vector", "way", "request", "reply", "http", "verdict", "way", "request",
                                           "reply", "note", "http", "verdict"));
  EXPECT_EQ(lines[4].at("path"), "/chat/completions");
  EXPECT_EQ(lines[4].at("status"), 200);
  EXPECT_THAT(lines[4].at("headers").at("authorization").get<std::string>(), HasSubstr("****"));
}

TEST_F(HttpTransformedRuns, ShowADecoderThatBreaksBetweenTwoBytes) {
  FakeSubject subject({"run"}, streaming_client(decoded_read_by_read));
  subject.declared.features = {"stream"};
  EXPECT_THAT(reported(run(one_sample_vector(stream_vector()), subject, {.variations = every()})),
              ElementsAre("http: pass", "transform sse-split/between-any-two-bytes of http: fail"));
}

}  // namespace
}  // namespace conformance::transformed_runs_test
