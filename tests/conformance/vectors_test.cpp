#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "harness/clauses/clause_registry.hpp"
#include "harness/files/text_file.hpp"
#include "harness/report/failure_text.hpp"
#include "harness/run/runner.hpp"
#include "harness/subject/in_process.hpp"
#include "harness/subject/process.hpp"
#include "harness/vectors/corpus.hpp"
#include "mock-provider/server.hpp"

// Each vector is a test of its own: the reference linked in, over HTTP, and as an adapter process, as written.
namespace conformance {
namespace {

std::string const source_folder = PROMPTY_SOURCE_DIR;

std::string with_underscores(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return text;
}

/// The name of the one vector that this process is to test; empty when it is to test all.
std::string& only_vector() {
  static std::string name;
  return name;
}

/// Every vector, or those of the files that may hold the one asked for: CTest starts a process for each.
Corpus const& corpus() {
  static Corpus const read = [] {
    std::string const folder = source_folder + "/vectors";
    if (only_vector().empty()) return read_corpus(folder);
    Corpus some{.vectors = {}, .fixtures = read_fixtures(folder + "/fixtures"), .digest = ""};
    for (auto const& [topic, path] : vector_files(folder)) {
      if (!only_vector().starts_with(with_underscores(topic + "/"))) continue;
      std::vector<Vector> vectors = parse_vector_file(read_file(path), path, topic, some.fixtures);
      std::move(vectors.begin(), vectors.end(), std::back_inserter(some.vectors));
    }
    return some;
  }();
  return read;
}

/// What all vectors of one test process share, made on first use.
struct Bench {
  ClauseRegistry registry = read_clause_registry(source_folder + "/spec");
  InProcessSubject linked;
  ProcessSubject process{std::string(PROMPTY_PROGRAM_DIR) + "/prompty-reference-adapter"};
  mock_provider::Server mock{mock_provider::ServerOptions{}};
};

Bench& bench() {
  static Bench shared;
  return shared;
}

std::vector<std::string> vector_ids() {
  std::vector<std::string> ids;
  for (Vector const& vector : corpus().vectors) ids.push_back(vector.id);
  return ids;
}

std::string test_name(testing::TestParamInfo<std::string> const& info) {
  return with_underscores(info.param);
}

/// How often a vector is replayed: twice by itself, once more where the mock provider can ask the same.
std::size_t replays_of(Vector const& vector) {
  bool const has_surroundings = vector.mcp || !vector.files.empty() || vector.cwd || vector.env;
  if (vector.steps.size() != 1 || has_surroundings) return 2;
  Json const& given = vector.steps.front().given;
  std::string const& operation = vector.steps.front().operation;
  // `execute` is asked for over `run`, unless it is about spans or about who answers in the place of a provider.
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

class HttpVectors : public testing::TestWithParam<std::string> {};

TEST_P(HttpVectors, HoldInEveryWay) {
  Vector const* const vector = corpus().find(GetParam());
  ASSERT_NE(vector, nullptr) << GetParam() << " is in the list of tests and not in the corpus: build again";
  for (std::string const& clause : vector->clauses) RecordProperty("clause", clause);
  RunSubjects const subjects{.judged = bench().linked, .process_twin = &bench().process};
  std::vector<VectorResult> const results =
      run_vectors({vector}, subjects, bench().registry, Profile::as_written, bench().mock, nullptr);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results.front().attempts.size(), replays_of(*vector)) << results.front().unsupported_reason;
  RunInfo const info{.corpus_digest = "",
                     .profile = Profile::as_written,
                     .subject = {},
                     .subject_option = "reference",
                     .command_line = ""};
  for (Attempt const& attempt : results.front().attempts) {
    EXPECT_EQ(attempt.judgement.status, Status::pass) << failure_text(results.front(), attempt, bench().registry, info);
  }
}

INSTANTIATE_TEST_SUITE_P(Corpus, HttpVectors, testing::ValuesIn(vector_ids()), test_name);

}  // namespace
}  // namespace conformance

int main(int count, char** arguments) {
  std::string const one_test = "--gtest_filter=Corpus/HttpVectors.HoldInEveryWay/";
  for (int index = 1; index < count; ++index) {
    std::string const argument = arguments[index];
    bool const names_one =
        argument.starts_with(one_test) && argument.find_first_of("*?:-", one_test.size()) == std::string::npos;
    if (names_one) conformance::only_vector() = argument.substr(one_test.size());
  }
  testing::InitGoogleTest(&count, arguments);
  return RUN_ALL_TESTS();
}
