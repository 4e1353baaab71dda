#include <fmt/core.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"

namespace conformance::sharpness_rules_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Deviation mutant_of(std::string const& id, std::string const& clause) {
  return {.id = id, .clause = clause, .breaks = "something", .answer = {}};
}

/// A mutant for every testable clause of the sample.
std::vector<Deviation> mutants_of_all() {
  std::vector<Deviation> mutants;
  ClauseRegistry const registry = sample_registry();
  for (Clause const& clause : registry.clauses()) {
    if (clause.testable()) mutants.push_back(mutant_of("breaks-" + clause.id, clause.id));
  }
  return mutants;
}

std::vector<std::string> named(std::vector<LintFinding> const& findings) {
  std::vector<std::string> found;
  for (LintFinding const& finding : findings) found.push_back(fmt::format("{} {}", finding.rule, finding.place));
  return found;
}

TEST(SharpnessLint, FindsNothingInASharpSuite) {
  KillMatrix matrix;
  matrix.fates = {{.mutant = "breaks-P1.1-01", .clause = "P1.1-01", .killers = {"v"}, .own_killers = {"v"}}};
  EXPECT_THAT(named(lint_sharpness(matrix)), IsEmpty());
  EXPECT_THAT(named(lint_mutants(sample_registry(), mutants_of_all())), IsEmpty());
}

TEST(SharpnessLint, FindsTestableClausesWithoutMutant) {
  std::vector<Deviation> mutants = mutants_of_all();
  mutants.erase(mutants.begin());
  EXPECT_THAT(named(lint_mutants(sample_registry(), mutants)), ElementsAre("clause-without-mutant P1.1-01"));
}

TEST(SharpnessLint, FindsMutantsOfNoClause) {
  std::vector<Deviation> mutants = mutants_of_all();
  mutants.push_back(mutant_of("odd", "P9-09"));
  EXPECT_THAT(named(lint_mutants(sample_registry(), mutants)), ElementsAre("unknown-mutated-clause odd"));
}

TEST(SharpnessLint, FindsSurvivors) {
  KillMatrix matrix;
  matrix.fates = {{.mutant = "breaks-P1.1-01", .clause = "P1.1-01", .killers = {"v"}, .own_killers = {}}};
  EXPECT_THAT(named(lint_sharpness(matrix)), ElementsAre("survivor breaks-P1.1-01"));
}

TEST(SharpnessLint, FindsCitationsThatNoMutantProves) {
  KillMatrix matrix;
  matrix.unproven_citations = {{.clause = "P1.1-02", .vector = "load/sample/v"}};
  EXPECT_THAT(named(lint_sharpness(matrix)), ElementsAre("unproven-citation load/sample/v"));
}

TEST(SharpnessLint, FindsVectorsThatKillNothing) {
  KillMatrix matrix;
  matrix.useless_vectors = {"load/sample/v"};
  EXPECT_THAT(named(lint_sharpness(matrix)), ElementsAre("useless-vector load/sample/v"));
}

TEST(ReadingLint, FindsReadingsWithoutRule) {
  EXPECT_THAT(named(lint_readings({"A-002 loose"})), ElementsAre("reading-without-rule A-002 loose"));
}

/// A page that speaks of `spoken-of` and a schema that knows the word "word".
deviations::DeviationPages with_filter(std::string const& filter) {
  deviations::DeviationPages pages;
  pages.deviations.push_back({.name = "m",
                              .clause = "P1-01",
                              .breaks = "It.",
                              .filters = {{.hook = "body", .filter = filter}},
                              .file = "mutants/1.yaml",
                              .line = 2});
  return pages;
}

class FiltersUnderLint : public testing::Test {
 protected:
  FiltersUnderLint() {
    write_file(root() / "spec" / "01.md", "Say `model: spoken-of` and nothing else.\n");
    write_file(root() / "vectors" / "schema" / "protocol.schema.json",
               R"({"properties":{"keyword":{"enum":["word"]}}})");
    write_file(root() / "vectors" / "schema" / "vectors.schema.json", "{}");
  }

  std::vector<std::string> found_in(std::string const& filter) const {
    Corpus const corpus = sample_corpus(
        {sample_vector({{"id", "an-id"},
                        {"files", {{"a.prompty", "bytes of a file"}}},
                        {"given", {{"text", "a given text"}, {"list", Json::array({"spoken-of", "word", "deep one"})}}},
                        {"expect", {{"value", {{"body", "an expected text"}}}}}})});
    std::vector<std::string> found;
    for (LintFinding const& finding : lint_filters(with_filter(filter), corpus, root() / "spec", root() / "vectors"))
      found.push_back(fmt::format("{} {}", finding.rule, finding.place));
    return found;
  }

 private:
  std::filesystem::path root() const { return scratch_.path(); }
  ScratchFolder const scratch_;
};

TEST_F(FiltersUnderLint, OfVectorsAreFound) {
  for (std::string const literal :
       {"a given text", "deep one", "an expected text", "bytes of a file", "an-id", "load/sample/an-id"})
    EXPECT_THAT(found_in(".a = \"" + literal + "\""), ElementsAre("borrowed-literal spec/mutants/1.yaml:2")) << literal;
}

TEST_F(FiltersUnderLint, MayBeWordsOfTheSpecification) {
  EXPECT_THAT(found_in("\"spoken-of\", \"word\", \"keyword\""), IsEmpty());
}

TEST_F(FiltersUnderLint, AreNotWhatNoVectorSays) {
  EXPECT_THAT(found_in("\"something of its own\" # \"a given text\""), IsEmpty());
}

TEST_F(FiltersUnderLint, AreFoundInSteps) {
  Corpus const corpus =
      sample_corpus({sample_vector({{"operation", nullptr},
                                    {"given", nullptr},
                                    {"expect", nullptr},
                                    {"steps", Json::array({{{"operation", "split"},
                                                            {"given", {{"text", "in a step"}}},
                                                            {"expect", {{"value", "out of it"}}}}})}})});
  ScratchFolder const scratch;
  write_file(scratch.path() + "/spec/01.md", "");
  write_file(scratch.path() + "/vectors/schema/protocol.schema.json", "{}");
  write_file(scratch.path() + "/vectors/schema/vectors.schema.json", "{}");
  std::vector<LintFinding> const found = lint_filters(with_filter("\"in a step\", \"out of it\""), corpus,
                                                      scratch.path() + "/spec", scratch.path() + "/vectors");
  std::vector<std::string> rules;
  for (LintFinding const& finding : found) rules.push_back(finding.rule);
  EXPECT_THAT(rules, UnorderedElementsAre("borrowed-literal", "borrowed-literal"));
}

}  // namespace
}  // namespace conformance::sharpness_rules_test
