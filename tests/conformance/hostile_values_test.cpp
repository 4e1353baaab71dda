#include <gtest/gtest.h>

#include "harness/carried/carried_values.hpp"
#include "harness/report/failure_text.hpp"
#include "harness/run/runner.hpp"
#include "harness/subject/in_process.hpp"
#include "harness/vectors/suite.hpp"
#include "mock-provider/server.hpp"

// The reference hands on what spec/carried.yaml says, whatever it is.
namespace conformance {
namespace hostile_values_test {
namespace {

constexpr std::size_t parts = 6;

/// Those whose tools take their time: some hundred texts each would take minutes. `run --transforms` plays a few of
/// them.
bool waits(Vector const& vector) {
  return vector.source.dump().find("\"delayMs\"") != std::string::npos;
}

class HttpHostileValues : public testing::TestWithParam<std::size_t> {};

TEST_P(HttpHostileValues, AreHandedOnByTheReference) {
  std::string const source_folder = PROMPTY_SOURCE_DIR;
  Suite const suite = read_suite({.vectors = FileTree(source_folder + "/vectors"),
                                  .spec = FileTree(source_folder + "/spec"),
                                  .schemas = FileTree(source_folder + "/vectors/schema"),
                                  .reference = FileTree(source_folder + "/reference")});
  std::vector<Vector const*> vectors;
  for (std::size_t place = GetParam(); place < suite.corpus.vectors.size(); place += parts) {
    if (!waits(suite.corpus.vectors[place])) vectors.push_back(&suite.corpus.vectors[place]);
  }
  CarriedValues const carried(suite.carried, {.all = true, .seed = 1, .names = {}}, vectors);
  InProcessSubject subject;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<VectorResult> const results =
      run_vectors(vectors, {.judged = subject}, suite.registry, Profile::as_written, mock, nullptr,
                  {.transforms = {Transform::carried}, .carried = &carried});
  RunInfo const info{.corpus_digest = "",
                     .profile = Profile::as_written,
                     .subject = {},
                     .subject_option = "reference",
                     .command_line = ""};
  std::size_t hostile = 0;
  for (VectorResult const& result : results) {
    for (Attempt const& attempt : result.attempts) {
      EXPECT_EQ(attempt.judgement.status, Status::pass) << failure_text(result, attempt, suite.registry, info);
      if (attempt.way == Way::transform) ++hostile;
    }
  }
  // Of the vectors more than a third hand something on, each under more than thirty texts.
  EXPECT_GT(hostile, results.size() * 10);
}

INSTANTIATE_TEST_SUITE_P(Parts, HttpHostileValues, testing::Range(std::size_t{0}, parts));

}  // namespace
}  // namespace hostile_values_test
}  // namespace conformance
