#include <fmt/core.h>
#include <gmock/gmock.h>

#include "harness/judge/vectors/sample_vectors.hpp"
#include "harness/proof/lint/lint.hpp"
#include "support/temporary_folder.hpp"

namespace conformance::page_rules_test {
namespace {

using prompty_tests::TemporaryFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string const clause = "\n\n## §1.1 A\n\nClass: agent\n\n- **P1.1-01** MUST — It runs.\n";
std::string const other_clause = "\n\n## §1.2 B\n\nClass: agent\n\n- **P1.2-01** MUST — It stops.\n";
std::string const index = "# Index\n\n| page |\n|---|\n| [01-a.md](01-a.md) |\n| [02-b.md](02-b.md) |\n";
std::string const good_a = "# A\n\nPlace: first. After: [B](02-b.md).\n\nVectors: [x](../vectors/load/sample.json).";
std::string const good_b = "# B\n\nPlace: last. Before: [A](01-a.md).\n\nVectors: [y](../vectors/run/sample.json).";

Corpus corpus_of_both() {
  Corpus corpus{.vectors = {}, .fixtures = {}, .digest = ""};
  corpus.vectors.push_back(one_sample_vector({{"clauses", Json::array({"P1.1-01"})}}));
  Json const second = sample_vector({{"clauses", Json::array({"P1.2-01"})}});
  corpus.vectors.push_back(parse_vector_file(sample_vector_file("run/sample", Json::array({second})),
                                             "vectors/run/sample.json", "run/sample")
                               .front());
  return corpus;
}

/// "rule place: message" of each finding about two pages, an index and decisions.
std::vector<std::string> found_for(std::string const& page_a, std::string const& page_b,
                                   std::string const& decisions = "", std::string const& pages = index) {
  TemporaryFolder const folder;
  static_cast<void>(folder.write("01-a.md", page_a + clause));
  static_cast<void>(folder.write("02-b.md", page_b + other_clause));
  if (!pages.empty()) static_cast<void>(folder.write("README.md", pages));
  if (!decisions.empty()) static_cast<void>(folder.write("decisions.md", decisions));
  std::vector<std::string> found;
  for (LintFinding const& finding : lint_pages(folder.path(), corpus_of_both(), read_clause_registry(folder.path()))) {
    found.push_back(fmt::format("{} {}: {}", finding.rule, finding.place, finding.message));
  }
  return found;
}

TEST(PagesThatNameTheirVectorsAndNeighbours, AreClean) {
  EXPECT_THAT(found_for(good_a, good_b), IsEmpty());
}

TEST(PagesThatNameTheirVectorsAndNeighbours, MayNameAFolder) {
  EXPECT_THAT(found_for("# A\n\nPlace: [B](02-b.md)\n\nVectors: [x](../vectors/load).", good_b), IsEmpty());
}

TEST(PagesThatNameTheirVectorsAndNeighbours, NeedNoNeighboursWithoutAnIndex) {
  EXPECT_THAT(found_for("# A\n\nVectors: [x](../vectors/load/sample.json).", good_b, "", ""), IsEmpty());
}

TEST(PageVectors, ThatAreNotNamedAreReported) {
  EXPECT_THAT(found_for("# A\n\nPlace: [B](02-b.md)", good_b),
              ElementsAre(AllOf(HasSubstr("page-vectors 01-a.md: vectors of load/sample cite its clauses"),
                                HasSubstr("add [load/sample](../vectors/load/sample.json)"))));
}

TEST(PageVectors, ThatShowAnotherPageAreReported) {
  EXPECT_THAT(found_for(good_a + " [y](../vectors/run/sample.json)", good_b),
              ElementsAre(HasSubstr("names ../vectors/run/sample.json, but no vector of run/sample cites")));
  EXPECT_THAT(found_for(good_a + " [y](../vectors/run/)", good_b),
              ElementsAre(HasSubstr("name the other topics of that folder one by one")));
}

TEST(PageVectors, ThatDoNotExistAreReported) {
  EXPECT_THAT(found_for(good_a + " [z](../vectors/load/none.json)", good_b),
              ElementsAre(HasSubstr("there are no vectors at ../vectors/load/none.json")));
  EXPECT_THAT(found_for(good_a + " [z](02-b.md)", good_b), ElementsAre(HasSubstr("links 02-b.md, not vectors")));
}

TEST(PagePlaces, LinkTheNeighboursOfTheIndex) {
  EXPECT_THAT(found_for("# A\n\nPlace: first.\n\nVectors: [x](../vectors/load).", good_b),
              ElementsAre(HasSubstr("page-place 01-a.md: 02-b.md comes after it in README.md")));
  EXPECT_THAT(found_for(good_a, "# B\n\nPlace: last.\n\nVectors: [y](../vectors/run)."),
              ElementsAre(HasSubstr("page-place 02-b.md: 01-a.md comes before it in README.md")));
}

TEST(PagePlaces, AreInTheIndex) {
  EXPECT_THAT(
      found_for("# A\n\nPlace: alone.\n\nVectors: [x](../vectors/load).", good_b, "", "| [02-b.md](02-b.md) |\n"),
      ElementsAre(HasSubstr("page-place 01-a.md: no table of README.md has it")));
}

TEST(DecisionOrders, AscendInEachChapter) {
  std::string const reading = "\n\nReadings:\n\n- **a** · as-written — x\n\n";
  std::string const later = "### A-002 — T" + reading;
  std::string const earlier = "### A-001 — T" + reading;
  EXPECT_THAT(found_for(good_a, good_b, "## Load\n\n" + later + "## Wire\n\n" + earlier), IsEmpty());
  EXPECT_THAT(found_for(good_a, good_b, "## Load\n\n" + later + earlier),
              ElementsAre(HasSubstr("decision-order A-001: comes after a higher number in the chapter \"Load\"")));
  EXPECT_THAT(found_for(good_a, good_b, later), ElementsAre(HasSubstr("decision-order A-002: stands in no chapter")));
  EXPECT_THAT(found_for(good_a, good_b, "## Load\n\n" + earlier + "## A-002 — T" + reading),
              ElementsAre(HasSubstr("decision-order A-002: stands in no chapter")));
}

}  // namespace
}  // namespace conformance::page_rules_test
