#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/failure_text.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/process.hpp"
#include "harness/judge/suite/suite.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "mock-provider/server.hpp"
#include "support/places.hpp"

// Each file of vectors is a test of its own in each edition: the reference linked in, over HTTP, and as an adapter
// process, as written.
namespace conformance {
namespace {

std::filesystem::path const vectors_folder = prompty_tests::repository() + "/vectors";

/// Of one topic the vectors of one edition.
struct Part {
  std::string topic;
  std::string edition;
};

/// Of all editions. To read them takes longer than to play most files.
ClauseRegistry const& all_clauses() {
  static ClauseRegistry const clauses = read_clause_registry(prompty_tests::repository() + "/spec");
  return clauses;
}

std::vector<Part> parts() {
  std::vector<Part> all;
  for (auto const& [topic, path] : vector_files(vectors_folder)) {
    for (std::string const& edition : all_clauses().editions()) all.push_back({.topic = topic, .edition = edition});
  }
  return all;
}

std::string test_name(testing::TestParamInfo<Part> const& info) {
  std::string name = info.param.topic + "_" + info.param.edition;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name;
}

Suite suite_of(Part const& part) {
  std::filesystem::path const path = vector_files(vectors_folder).at(part.topic);
  Corpus corpus;
  corpus.vectors = parse_vector_file(read_file(path), path, part.topic, read_fixtures(vectors_folder / "fixtures"));
  return suite_of_edition({.registry = all_clauses(), .corpus = std::move(corpus)}, part.edition);
}

/// How often a vector is replayed: twice by itself, once more where the mock provider can ask the same.
std::size_t replays_of(Vector const& vector) {
  bool const has_surroundings = vector.mcp || !vector.files.empty() || vector.cwd || vector.env;
  if (vector.steps.size() != 1 || has_surroundings) return 2;
  Json const& given = vector.steps.front().given;
  std::string const& operation = vector.steps.front().operation;
  // `execute` is played as `run`, unless it is about spans or about a component in the place of a provider.
  if (operation == "execute") {
    Json const registered = given.value("register", Json::object());
    bool const brings_components = registered.size() > registered.count("connections");
    bool const is_about_spans = given.contains("trace");
    bool const is_contested = !vector.steps.front().expect.readings.empty();
    return vector.provider && !brings_components && !is_about_spans && !is_contested ? 3 : 2;
  }
  bool const scripted = vector.provider || given.contains("register");
  bool const is_processed = operation == "process" || operation == "process_stream";
  bool const over_http = !scripted && !vector.malformed && (operation == "build_request" || is_processed);
  return over_http ? 3 : 2;
}

class HttpVectors : public testing::TestWithParam<Part> {};

TEST_P(HttpVectors, HoldInEveryWay) {
  Suite const suite = suite_of(GetParam());
  ClauseRegistry const& registry = suite.registry;
  InProcessSubject linked(registry.offered_editions());
  ProcessOptions options;
  options.editions = registry.offered_editions();
  ProcessSubject process{prompty_tests::program_folder() + "/prompty-reference-adapter", options};
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  std::vector<Vector> const& vectors = suite.corpus.vectors;
  std::vector<Vector const*> chosen;
  for (Vector const& vector : vectors) chosen.push_back(&vector);
  std::vector<VectorResult> const results =
      run_vectors(chosen, {.judged = linked, .process_twin = &process}, registry, Profile::as_written, mock, nullptr);
  ASSERT_EQ(results.size(), vectors.size());
  RunInfo const info{.corpus_digest = "",
                     .profile = Profile::as_written,
                     .subject = {},
                     .subject_option = "reference",
                     .command_line = ""};
  for (VectorResult const& result : results) {
    EXPECT_EQ(result.attempts.size(), replays_of(*result.vector)) << result.vector->id << result.unsupported_reason;
    for (Attempt const& attempt : result.attempts)
      EXPECT_EQ(attempt.judgement.status, Status::pass) << failure_text(result, attempt, registry, info);
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, HttpVectors, testing::ValuesIn(parts()), test_name);

}  // namespace
}  // namespace conformance
