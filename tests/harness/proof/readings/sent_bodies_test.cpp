#include "harness/proof/readings/sent_bodies.hpp"

#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/deviations/deviation_judge.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "mock-provider/server.hpp"
#include "support/places.hpp"

namespace conformance::sent_bodies_test {
namespace {

using testing::HasSubstr;

/// A run of an agent for Anthropic with an option of its own, which is in the request or is not.
Vector running(std::string const& model, Json const& body) {
  return one_sample_vector(
      {{"operation", "run"},
       {"provider", Json::array({{{"respond", {{"text", "Hello"}}}}})},
       {"given",
        {{"agent",
          {{"kind", "prompt"},
           {"model",
            {{"id", model},
             {"provider", "anthropic"},
             {"connection", {{"kind", "key"}, {"endpoint", "${MOCK}"}, {"apiKey", "k"}}},
             {"apiType", "chat"},
             {"options", {{"additionalProperties", {{"service_tier", "auto"}}}}}}},
           {"instructions", ""}}},
         {"messages",
          Json::array({{{"role", "user"}, {"content", Json::array({{{"kind", "text"}, {"value", "Hello"}}})}}})}}},
       {"expect", {{"value", {{"$subset", {{"type", "text"}}}}}, {"requests", Json::array({{{"body", body}}})}}}});
}

class HttpSentBodies : public testing::Test {
 protected:
  [[nodiscard]] Deviation rule(std::string const& decision, std::string const& reading) const {
    for (Deviation& rule : read_readings(FileTree(std::filesystem::path(prompty_tests::repository()) / "spec"))) {
      if (rule.clause == decision && rule.reading == reading) return std::move(rule);
    }
    throw std::logic_error("no such rule");
  }

  [[nodiscard]] std::optional<Attempt> attempt_under(Deviation const& rule, Vector const& vector) const {
    return judge_.attempt_of(vector, rule);
  }

 private:
  ClauseRegistry const registry_ = sample_registry();
  mutable InProcessSubject reference_;
  mutable mock_provider::Server mock_{mock_provider::ServerOptions{}};
  DeviationJudge const judge_{registry_, Profile::lenient, reference_, mock_};
};

TEST_F(HttpSentBodies, AreChangedByAReadingOfWhatIsBuilt) {
  Json const without = {{"$subset", {{"model", "m"}, {"service_tier", {{"$absent", true}}}}}};
  Vector const vector = running("m", without);
  std::optional<Attempt> const attempt = attempt_under(rule("A-094", "passed"), vector);
  ASSERT_TRUE(attempt) << "the request of a run has the additional properties as well";
  EXPECT_EQ(attempt->judgement.status, Status::fail);
  EXPECT_THAT(attempt->judgement.differences.at(0).pointer, HasSubstr("service_tier"));
}

TEST_F(HttpSentBodies, AreLeftAloneWhereTheReadingChangesNothing) {
  Vector const vector = running("m", {{"$type", "object"}});
  EXPECT_FALSE(attempt_under(rule("A-208", "null"), vector)) << "the request has a model";
}

}  // namespace
}  // namespace conformance::sent_bodies_test
