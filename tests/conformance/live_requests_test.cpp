#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/run/runner.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite_of_repository.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "mock-provider/server.hpp"

// All vectors in the profile of today's providers: what is sent must satisfy the provider's rules, unless the vector
// says that its request is questioned.
namespace conformance::live_requests_test {
namespace {

using testing::IsEmpty;

struct Seen {
  std::set<std::string> findings;    ///< about vectors that do not say that their request is questioned
  std::set<std::string> questioned;  ///< vectors that say so and have findings
  std::set<std::string> said;        ///< vectors that say so
  std::set<std::string> failures;
  std::size_t requests = 0;
};

void add_findings(Vector const& vector, HttpExchange const& exchange, Seen& seen) {
  if (vector.questioned) {
    if (!exchange.findings.empty()) seen.questioned.insert(vector.id);
    return;
  }
  for (RequestFinding const& finding : exchange.findings) {
    seen.findings.insert(
        fmt::format("{}: {} at \"{}\": {}", vector.id, finding.rule, finding.pointer, finding.message));
  }
}

void look_at(VectorResult const& result, Seen& seen) {
  if (result.vector->questioned) seen.said.insert(result.vector->id);
  for (Attempt const& attempt : result.attempts) {
    if (attempt.judgement.status != Status::pass) seen.failures.insert(result.vector->id);
    seen.requests += attempt.exchanges.size();
    for (HttpExchange const& exchange : attempt.exchanges) add_findings(*result.vector, exchange, seen);
  }
}

class HttpLiveRequests : public testing::Test {
 protected:
  Seen play(Profile profile) {
    Seen seen;
    std::vector<Vector const*> vectors;
    for (Vector const& vector : corpus_.vectors) vectors.push_back(&vector);
    // What was said of a vector that passed is there only until its result is adjusted.
    (void)run_vectors(vectors, {.judged = subject_, .process_twin = nullptr}, registry_, profile, mock_, {},
                      {.adjust = [&seen](VectorResult const& result) { look_at(result, seen); }});
    return seen;
  }

 private:
  Suite const suite_ = suite_of_repository();
  ClauseRegistry const& registry_ = suite_.registry;
  Corpus const& corpus_ = suite_.corpus;
  InProcessSubject subject_;
  mock_provider::Server mock_{mock_provider::ServerOptions{}};
};

TEST_F(HttpLiveRequests, SatisfyTheRulesOfTheProviders) {
  Seen const seen = play(Profile::live);
  EXPECT_THAT(seen.findings, IsEmpty())
      << "mend the request, or give the vector \"questioned\": true if that is its point";
  EXPECT_EQ(seen.questioned, seen.said) << "take \"questioned\" away where the provider's rules have nothing to say";
  EXPECT_THAT(seen.failures, IsEmpty());
  EXPECT_GE(seen.requests, 700U);
}

TEST_F(HttpLiveRequests, AreNotThoseOfTheLetterWhichTheProvidersQuestion) {
  Seen const seen = play(Profile::as_written);
  EXPECT_GE(seen.findings.size(), 50U);
  EXPECT_THAT(seen.failures, IsEmpty());
}

}  // namespace
}  // namespace conformance::live_requests_test
