#include "harness/judge/report/run_document.hpp"

#include <gmock/gmock.h>

#include "harness/judge/report/report_sample.hpp"

namespace conformance::run_document_test {
namespace {

using testing::HasSubstr;

class RunDocuments : public testing::Test {
 protected:
  Json document() const {
    Summary const summary = summarize(results_, corpus_, registry_, {});
    return run_document({.results = results_,
                         .summary = summary,
                         .registry = registry_,
                         .info = info_,
                         .mutants = {{.id = "files-unread", .clause = "P1.1-01", .breaks = "Reads no file."}},
                         .score = score_});
  }

  static Json const& entry(Json const& list, std::string const& id) {
    for (Json const& candidate : list) {
      if (candidate.at("id") == id) return candidate;
    }
    throw std::out_of_range(id);
  }

  ClauseRegistry const registry_ = sample_registry();
  RunInfo info_ = sample_info();
  Corpus const corpus_ = sample_corpus({sample_vector({{"clauses", Json::array({"P1.1-01", "P1.1-04"})}}),
                                        sample_vector({{"id", "other"}, {"clauses", Json::array({"P1.2-01"})}}),
                                        sample_vector({{"id", "third"}, {"clauses", Json::array({"P1.2-02"})}})});
  std::vector<VectorResult> results_ = {sample_result(corpus_.vectors[0], Status::pass, registry_),
                                        sample_result(corpus_.vectors[1], Status::fail, registry_),
                                        sample_result(corpus_.vectors[2], Status::unsupported, registry_)};
  std::optional<MutationScore> score_;
};

TEST_F(RunDocuments, SayHowItWasJudged) {
  Json const reported = document();
  EXPECT_EQ(reported["profile"], "lenient");
  EXPECT_EQ(reported["corpusDigest"], info_.corpus_digest);
  EXPECT_EQ(reported["subject"], Json({{"name", "fake"}, {"version", "0.0.1"}, {"language", "C++"}}));
  EXPECT_EQ(reported["rerun"],
            "prompty-conformance run --subject 'python3 '\\''my adapter.py'\\''' --profile lenient --filter");
  EXPECT_EQ(reported["exitCode"], 1);
  EXPECT_THAT(reported["verdict"].get<std::string>(), HasSubstr("not conformant"));
  EXPECT_FALSE(reported.contains("network"));
}

TEST_F(RunDocuments, SayWhatTheJudgedProcessesReach) {
  info_.network = "nothing";
  EXPECT_EQ(document()["network"], "nothing");
}

TEST_F(RunDocuments, CountVectorsAndClauses) {
  Json const reported = document();
  EXPECT_EQ(reported["statuses"], Json({{"pass", 1}, {"fail", 1}, {"unsupported", 1}}));
  EXPECT_EQ(reported["ways"], Json({{"direct", {{"pass", 1}, {"fail", 1}}}}));
  Json const& documents = reported["groups"].at(0);
  EXPECT_EQ(documents["name"], "documents");
  EXPECT_EQ(documents["sections"].at(1)["name"], "§1.2 Chat");
  EXPECT_EQ(documents["sections"].at(1)["tally"],
            Json({{"total", 2}, {"held", 0}, {"broken", 1}, {"notTestable", 0}, {"notJudged", 1}, {"exempt", 0}}));
}

TEST_F(RunDocuments, TellOfEachClauseItsStateMutantsAndDecisions) {
  Json const reported = document();
  Json const& held = entry(reported["clauses"], "P1.1-01");
  EXPECT_EQ(held["state"], "held");
  EXPECT_EQ(held["statement"], "Files are read.");
  EXPECT_EQ(held["mutants"], Json::array({{{"id", "files-unread"}, {"breaks", "Reads no file."}}}));
  EXPECT_EQ(entry(reported["clauses"], "P1.2-01")["failing"], Json::array({"load/sample/other"}));
  EXPECT_EQ(entry(reported["clauses"], "P1.1-07")["unobservable"], "invisible");
  EXPECT_EQ(entry(reported["clauses"], "P1.1-04")["contested"], Json::array({"A-001"}));
  EXPECT_EQ(reported["decisions"]["A-001"]["readings"].at(1),
            Json({{"name", "modern"}, {"profiles", Json::array({"live"})}, {"departure", false}, {"text", "b"}}));
}

TEST_F(RunDocuments, TellOfEachVectorWhatItGivesAndWhatBecameOfIt) {
  Json const reported = document();
  Json const& failed = entry(reported["vectors"], "load/sample/other");
  EXPECT_EQ(failed["status"], "fail");
  EXPECT_EQ(failed["operations"], Json::array({"split"}));
  EXPECT_EQ(failed["source"], Json({{"given", {{"text", "body"}}},
                                    {"expect", {{"value", {{"frontmatter", nullptr}, {"body", "body"}}}}}}));
  EXPECT_EQ(failed["attempts"].at(0)["differences"], Json::array({{{"pointer", "/a"},
                                                                   {"kind", "other value"},
                                                                   {"message", "the values differ"},
                                                                   {"expected", 1},
                                                                   {"got", 2}}}));
  EXPECT_EQ(entry(reported["vectors"], "load/sample/third")["unsupported"], "the operation split is not declared");
  EXPECT_EQ(entry(reported["vectors"], "load/sample/plain")["attempts"],
            Json::array({{{"way", "direct"}, {"status", "pass"}}}));
}

TEST_F(RunDocuments, ShowTheSharpnessOnlyWhenItWasMeasured) {
  EXPECT_FALSE(document().contains("mutation"));
  score_ = MutationScore{.corpus_digest = "sha256:0", .mutants = 5, .dead = 4};
  EXPECT_EQ(document()["mutation"]["dead"], 4);
  EXPECT_FALSE(document()["mutation"].contains("trivial"));
  score_->trivial = {{.subject = "echo", .clauses_held = 0}};
  EXPECT_EQ(document()["mutation"]["trivial"], Json::parse(R"([{"subject": "echo", "clausesHeld": 0}])"));
}

}  // namespace
}  // namespace conformance::run_document_test
