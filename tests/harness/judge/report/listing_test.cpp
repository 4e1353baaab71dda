#include "harness/judge/report/listing.hpp"

#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/run/baseline.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::listing_test {
namespace {

Deviation sample_mutant(std::string const& id, std::string const& clause) {
  return {.id = id, .clause = clause, .breaks = "It answers otherwise.", .answer = {}};
}

TEST(VectorEntries, TellWhatAProgramAsksFor) {
  Vector const vector = one_sample_vector({{"gating", false}});
  EXPECT_EQ(vector_entry(vector), Json({{"id", "load/sample/plain"},
                                        {"topic", "load/sample"},
                                        {"file", "vectors/load/sample.json"},
                                        {"clauses", {"P1.1-01"}},
                                        {"why", "it shows"},
                                        {"operations", {"split"}},
                                        {"digest", content_of(vector)},
                                        {"gating", false},
                                        {"readings", Json::array()}}));
}

TEST(VectorEntries, NameEachOperationOnceAndTheReadingsOfAllSteps) {
  Json const plain = {{"operation", "split"}, {"given", {{"text", "a"}}}, {"expect", {{"value", 1}}}};
  Json const contested = {{"operation", "load"},
                          {"given", {{"path", "a"}}},
                          {"expect", {{"readings", {{"modern", {{"value", 1}}}, {"literal", {{"value", 2}}}}}}}};
  Json const entry = vector_entry(one_sample_vector({{"operation", nullptr},
                                                     {"given", nullptr},
                                                     {"expect", nullptr},
                                                     {"steps", Json::array({contested, plain, contested})}}));
  EXPECT_EQ(entry["operations"], Json({"load", "split"}));
  EXPECT_EQ(entry["readings"], Json({"literal", "modern"}));
}

TEST(ClauseEntries, HaveTheirVectorsAndMutants) {
  ClauseRegistry const registry = sample_registry();
  Corpus const corpus = sample_corpus({sample_vector({{"id", "a"}}), sample_vector({{"id", "b"}}),
                                       sample_vector({{"id", "c"}, {"clauses", Json::array({"P1.1-02"})}})});
  std::vector<Deviation> const mutants = {sample_mutant("one", "P1.1-01"), sample_mutant("two", "P1.1-02")};
  Json const entry = clause_entry(*registry.find_clause("P1.1-01"), corpus, mutants);
  EXPECT_EQ(entry["level"], "MUST");
  EXPECT_EQ(entry["group"], "documents");
  EXPECT_EQ(entry["class"], "file-format");
  EXPECT_EQ(entry["page"], "spec/01.md");
  EXPECT_EQ(entry["line"], 3);
  EXPECT_EQ(entry["statement"], "Files are read.");
  EXPECT_EQ(entry["vectors"], Json({"load/sample/a", "load/sample/b"}));
  EXPECT_EQ(entry["mutants"], Json({"one"}));
}

TEST(ClauseEntries, TellTheirMarks) {
  ClauseRegistry const registry = sample_registry();
  Corpus const corpus = sample_corpus({sample_vector(Json::object())});
  auto const entry_of = [&](std::string const& id) { return clause_entry(*registry.find_clause(id), corpus, {}); };
  EXPECT_EQ(entry_of("P1.1-06")["native"], true);
  EXPECT_EQ(entry_of("P1.1-07")["unobservable"], "invisible");
  EXPECT_EQ(entry_of("P1.1-01")["unobservable"], nullptr);
  EXPECT_EQ(entry_of("P1.1-04")["contested"], Json({"A-001"}));
  EXPECT_EQ(entry_of("P3-03")["group"], "ours");
}

TEST(DecisionEntries, HaveTheReadingsWithTheirProfiles) {
  ClauseRegistry const registry = sample_registry();
  Json const entry = decision_entry(*registry.find_decision("A-002"));
  EXPECT_EQ(entry["title"], "Dashes");
  EXPECT_EQ(entry["gating"], false);
  EXPECT_EQ(entry["readings"],
            Json::array({{{"name", "exact"}, {"profiles", {"as-written"}}, {"departure", false}, {"text", "d"}},
                         {{"name", "loose"}, {"profiles", Json::array()}, {"departure", false}, {"text", "e"}}}));
}

}  // namespace
}  // namespace conformance::listing_test
