#include <gtest/gtest.h>

#include <memory>

#include "harness/judge/report/failure_text.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite_of_repository.hpp"
#include "harness/judge/variations/carried_values.hpp"
#include "harness/judge/variations/crossed_vectors.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"
#include "support/at_length.hpp"

// The reference hands on what spec/carried.yaml says, whatever it is, and passes over what spec/crossings.yaml says.
namespace conformance {
namespace hostile_values_test {
namespace {

constexpr std::size_t parts = 6;
constexpr std::size_t played_parts = prompty_tests::at_length ? parts : 2;

/// Those whose tools take their time: some hundred texts each would take minutes. `run --transforms` plays a few of
/// them.
bool waits(Vector const& vector) {
  return vector.source->dump().find("\"delayMs\"") != std::string::npos;
}

/// Every so many vectors, from one place on.
std::vector<Vector const*> part_of(Suite const& suite, std::size_t first) {
  std::vector<Vector const*> vectors;
  for (std::size_t place = first; place < suite.corpus.vectors.size(); place += parts) {
    if (!waits(suite.corpus.vectors[place])) vectors.push_back(&suite.corpus.vectors[place]);
  }
  return vectors;
}

/// Judges the reference by vectors with all their rewritings of one kind, and returns how many of these were played.
std::size_t rewritten_and_held(Suite const& suite, std::vector<Vector const*> const& vectors,
                               VariationsByTransform const& played_under) {
  InProcessSubject subject;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<VectorResult> const results = run_vectors(
      vectors, {.judged = subject}, suite.registry, Profile::as_written, mock, nullptr, {.variations = played_under});
  RunInfo const info{.corpus_digest = "",
                     .profile = Profile::as_written,
                     .subject = {},
                     .subject_option = "reference",
                     .command_line = ""};
  std::size_t played = 0;
  for (VectorResult const& result : results) {
    for (Attempt const& attempt : result.attempts) {
      EXPECT_EQ(attempt.judgement.status, Status::pass) << failure_text(result, attempt, suite.registry, info);
      if (attempt.way == Way::transform) ++played;
    }
  }
  return played;
}

class HttpHostileValues : public testing::TestWithParam<std::size_t> {};

TEST_P(HttpHostileValues, AreHandedOnByTheReference) {
  Suite const suite = suite_of_repository();
  std::vector<Vector const*> const vectors = part_of(suite, GetParam());
  auto const carried = std::make_shared<CarriedValues const>(
      suite.carried, VariationsWanted{.all = true, .seed = 1, .names = {}}, vectors);
  // Of the vectors more than a third hand something on, each under more than thirty texts.
  EXPECT_GT(rewritten_and_held(suite, vectors, {{Transform::carried, carried}}), vectors.size() * 10);
}

INSTANTIATE_TEST_SUITE_P(Parts, HttpHostileValues, testing::Range(std::size_t{0}, played_parts));

/// What the vectors hand on: the id of a vector, the type and the text.
std::vector<std::string> handed_on(Suite const& suite, CarriedPage const& page) {
  CarriedLiterals const literals(page);
  std::vector<std::string> found;
  for (Vector const& vector : suite.corpus.vectors) {
    for (CarriedLiteral const& literal : literals.of(vector))
      found.push_back(vector.id + " " + literal.type->name + " " + literal.text);
  }
  return found;
}

TEST(CarriedTypes, StandInTheMembersThatThePageNamesAndInNoOther) {
  Suite const suite = suite_of_repository();
  CarriedPage searched_everywhere = suite.carried;
  for (CarriedType& type : searched_everywhere.types) type.members.clear();
  std::vector<std::string> const found = handed_on(suite, suite.carried);
  EXPECT_GT(found.size(), suite.corpus.vectors.size() / 2);
  EXPECT_EQ(found, handed_on(suite, searched_everywhere));
}

TEST(HttpCrossings, ArePassedOverByTheReference) {
  Suite const suite = suite_of_repository();
  auto const crossed =
      std::make_shared<CrossedVectors const>(suite.crossings, VariationsWanted{.all = true, .seed = 1, .names = {}});
  EXPECT_GT(rewritten_and_held(suite, pointers_to(suite.corpus.vectors), {{Transform::crossed, crossed}}), 5000U);
}

}  // namespace
}  // namespace hostile_values_test
}  // namespace conformance
