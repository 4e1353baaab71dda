#include "harness/proof/sharpness/kill_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace conformance::kill_matrix_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Deviation mutant(std::string id, std::string clause) {
  return {.id = std::move(id), .clause = std::move(clause), .breaks = "", .answer = nullptr};
}

ShownPlace place(std::string const& vector) {
  return {.operation = "load", .pointer = "/" + vector};
}

using Pairs = std::set<std::pair<std::string, std::string>>;

/// The matrix of mutants that kill these vectors.
KillMatrix matrix_of(std::vector<Deviation> const& mutants, std::vector<CitingVector> const& vectors,
                     Pairs const& pairs) {
  return kill_matrix(mutants, vectors, [&](Deviation const& mutant) {
    Killers killers;
    for (std::size_t index = 0; index < vectors.size(); ++index) {
      if (pairs.contains({mutant.id, vectors[index].id})) killers[index] = {place(vectors[index].id)};
    }
    return killers;
  });
}

TEST(KillMatrix, TellsOwnKillersFromOthers) {
  KillMatrix const matrix = matrix_of({mutant("early", "C-1")}, {{"a", {"C-1"}}, {"b", {"C-2"}}, {"c", {"C-1"}}},
                                      {{"early", "a"}, {"early", "b"}});
  ASSERT_EQ(matrix.fates.size(), 1U);
  EXPECT_EQ(matrix.fates[0].clause, "C-1");
  EXPECT_THAT(matrix.fates[0].killers, ElementsAre("a", "b"));
  EXPECT_THAT(matrix.fates[0].own_killers, ElementsAre("a"));
  EXPECT_THAT(matrix.fates[0].shown, ElementsAre(ShownPlaces{place("a")}, ShownPlaces{place("b")}));
}

TEST(KillMatrix, MutantKilledByOtherClausesOnlySurvives) {
  KillMatrix const matrix = matrix_of({mutant("early", "C-1"), mutant("late", "C-1"), mutant("mute", "C-2")},
                                      {{"a", {"C-1"}}, {"b", {"C-2"}}}, {{"early", "a"}, {"late", "b"}});
  EXPECT_THAT(matrix.survivors, ElementsAre("late", "mute"));
}

TEST(KillMatrix, CitationWithoutKillingMutantOfItsClauseIsUnproven) {
  KillMatrix const matrix = matrix_of({mutant("early", "C-1"), mutant("late", "C-2")},
                                      {{"a", {"C-1", "C-2"}}, {"b", {"C-2"}}, {"c", {"C-3"}}},
                                      {{"early", "a"}, {"early", "b"}, {"late", "b"}});
  EXPECT_THAT(matrix.unproven_citations, ElementsAre(Citation{"C-2", "a"}, Citation{"C-3", "c"}));
}

TEST(KillMatrix, VectorThatFailsUnderNoMutantIsUseless) {
  KillMatrix const matrix = matrix_of({mutant("early", "C-1")}, {{"a", {"C-1"}}, {"b", {"C-2"}}, {"c", {"C-1"}}},
                                      {{"early", "a"}, {"early", "b"}});
  EXPECT_THAT(matrix.useless_vectors, ElementsAre("c"));
}

TEST(KillMatrix, CountsPairsOfMutantAndKiller) {
  KillMatrix const matrix = matrix_of({mutant("early", "C-1"), mutant("late", "C-2")}, {{"a", {"C-1"}}, {"b", {"C-2"}}},
                                      {{"early", "a"}, {"early", "b"}, {"late", "b"}});
  EXPECT_EQ(matrix.kills, 3U);
}

TEST(KillMatrix, OfNothingIsEmpty) {
  KillMatrix const matrix = matrix_of({}, {}, {});
  EXPECT_EQ(matrix, KillMatrix{});
}

TEST(KillMatrix, AsksOnceForEveryMutant) {
  std::vector<std::string> requested;
  KillMatrix const matrix = kill_matrix({mutant("early", "C-1"), mutant("late", "C-2")}, {{"a", {"C-1"}}, {"b", {}}},
                                        [&](Deviation const& mutant) {
                                          requested.push_back(mutant.id);
                                          return Killers{{0, {place("a")}}, {1, {place("b")}}};
                                        });
  EXPECT_THAT(requested, ElementsAre("early", "late"));
  EXPECT_THAT(matrix.useless_vectors, IsEmpty());
}

TEST(KillMatrix, IsCountedForReports) {
  KillMatrix const matrix{.fates = {{.mutant = "one", .clause = "P1", .killers = {"v"}, .own_killers = {"v"}},
                                    {.mutant = "two", .clause = "P1", .killers = {}, .own_killers = {}}},
                          .survivors = {"two"},
                          .unproven_citations = {},
                          .useless_vectors = {"w"},
                          .kills = 9};
  MutationScore const score = mutation_score(matrix, "sha256:1");
  EXPECT_EQ(score, (MutationScore{.corpus_digest = "sha256:1", .mutants = 2, .dead = 1, .useless_vectors = 1}));
}

}  // namespace
}  // namespace conformance::kill_matrix_test
