#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/replay/varied.hpp"
#include "harness/judge/report/failure_text.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite_of_repository.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "mock-provider/server.hpp"
#include "support/places.hpp"

// What the vectors declare not to matter does not, nor where a stream is cut.
namespace conformance {
namespace transforms_test {
namespace {

std::string const source_folder = prompty_tests::repository();

/// A transform, and which of the parts of the corpus it is tried on, so that no test takes long.
struct Part {
  Transform transform;
  std::size_t number = 0;
  std::size_t count = 1;
};

std::vector<Part> parts() {
  std::vector<Part> parts;
  for (Transform const transform : declarable_transforms()) parts.push_back({.transform = transform});
  constexpr std::size_t parts_of_streams = 6;
  for (std::size_t number = 0; number < parts_of_streams; ++number)
    parts.push_back({.transform = Transform::sse_split, .number = number, .count = parts_of_streams});
  return parts;
}

std::string part_name(testing::TestParamInfo<Part> const& info) {
  std::string name(transform_name(info.param.transform));
  std::replace(name.begin(), name.end(), '-', '_');
  return info.param.count == 1 ? name : name + "_" + std::to_string(info.param.number + 1);
}

/// The vectors that the transform bears on, of that part.
std::vector<Vector const*> vectors_of(Part const& part, VariationsByTransform const& played, Corpus const& corpus) {
  std::vector<Vector const*> all;
  for (Vector const& vector : corpus.vectors) {
    std::set<Way> const ways = vector.malformed ? std::set{Way::direct} : std::set{Way::direct, Way::http};
    if (!due_variations(vector, ways, played).empty()) all.push_back(&vector);
  }
  std::vector<Vector const*> some;
  for (std::size_t place = part.number; place < all.size(); place += part.count) some.push_back(all[place]);
  return some;
}

class HttpTransforms : public testing::TestWithParam<Part> {};

TEST_P(HttpTransforms, LeaveTheReferencesVerdictsAsTheyAre) {
  Suite const suite = suite_of_repository();
  Corpus const& corpus = suite.corpus;
  ClauseRegistry const& registry = suite.registry;
  InProcessSubject subject;
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  Part const part = GetParam();
  VariationsByTransform const played = plain_variations({part.transform}, {.all = true, .seed = 1, .names = {}});
  std::vector<VectorResult> const results = run_vectors(vectors_of(part, played, corpus), {.judged = subject}, registry,
                                                        Profile::as_written, mock, nullptr, {.variations = played});
  RunInfo const info{.corpus_digest = "",
                     .profile = Profile::as_written,
                     .subject = {},
                     .subject_option = "reference",
                     .command_line = ""};
  for (VectorResult const& result : results) {
    EXPECT_TRUE(std::any_of(result.attempts.begin(), result.attempts.end(), [](Attempt const& attempt) {
      return attempt.way == Way::transform;
    })) << result.vector->id;
    for (Attempt const& attempt : result.attempts)
      EXPECT_EQ(attempt.judgement.status, Status::pass) << failure_text(result, attempt, registry, info);
  }
  // What a byte order mark does is contested, and the last line end counts nearly everywhere.
  bool const may_be_declared_by_none =
      part.transform == Transform::bom || part.transform == Transform::no_final_newline;
  EXPECT_TRUE(may_be_declared_by_none || !results.empty());
}

INSTANTIATE_TEST_SUITE_P(Corpus, HttpTransforms, testing::ValuesIn(parts()), part_name);

}  // namespace
}  // namespace transforms_test
}  // namespace conformance
