#include "harness/judge/report/run_comparison.hpp"

#include <gmock/gmock.h>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/files/input_error.hpp"

namespace conformance::matrix_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::ThrowsMessage;

/// A run that holds every clause but those named.
RecordedVerdicts run_of(std::string const& subject, std::map<std::string, ClauseState> const& others) {
  RecordedVerdicts run{.path = subject + ".jsonl",
                       .subject = subject,
                       .corpus_digest = "sha256:0123456789abcdef",
                       .profile = "lenient",
                       .verdict = "conformant"};
  ClauseRegistry const registry = sample_registry();
  for (Clause const& clause : registry.clauses()) run.clauses.emplace(clause.id, ClauseState::held);
  for (auto const& [id, state] : others) run.clauses[id] = state;
  return run;
}

class Matrices : public testing::Test {
 protected:
  ClauseRegistry const registry_ = sample_registry();
  Matrix const matrix_ = make_matrix(
      {run_of("one", {{"P1.2-01", ClauseState::broken}}), run_of("two", {{"P1.1-03", ClauseState::unsupported}})},
      registry_);
};

TEST_F(Matrices, HaveAStatePerClauseAndRun) {
  EXPECT_EQ(matrix_.rows.size(), registry_.clauses().size());
  for (MatrixRow const& row : matrix_.rows) {
    if (row.clause->id == "P1.2-01") {
      EXPECT_THAT(row.states, ElementsAre(ClauseState::broken, ClauseState::held));
      EXPECT_TRUE(row.differs());
    }
    if (row.clause->id == "P1.1-01") {
      EXPECT_FALSE(row.differs());
    }
  }
}

TEST_F(Matrices, CountTheBindingClausesOfTheDocuments) {
  EXPECT_THAT(matrix_text(matrix_), HasSubstr("openai-chat                      1/2         2/2"));
  EXPECT_THAT(matrix_markdown(matrix_), HasSubstr("| openai-chat | 1 of 2 | 2 of 2 |"));
}

TEST_F(Matrices, KeepTheThreeGroupsApart) {
  EXPECT_THAT(
      matrix_text(matrix_),
      AllOf(HasSubstr("Clauses of the five documents held"), HasSubstr("Clauses of our own pages held"),
            HasSubstr("Clauses of our extensions held, of MUST and MUST NOT\n  Class                            "
                      "[1]         [2]\n  file-format                      1/1         1/1\n")));
  EXPECT_THAT(matrix_markdown(matrix_), HasSubstr("| Class, of our extensions: MUST and MUST NOT held | 1 | 2 |\n"
                                                  "|---|---|---|\n| file-format | 1 of 1 | 1 of 1 |\n"));
}

TEST_F(Matrices, ShowInATerminalWhereTheRunsDiffer) {
  EXPECT_THAT(matrix_text(matrix_),
              AllOf(HasSubstr("[1] one in the profile lenient: conformant"), HasSubstr("P1.2-01    MUST"),
                    HasSubstr("P1.1-03    MAY"), Not(HasSubstr("P1.1-01"))));
}

TEST_F(Matrices, ListEveryClauseAsMarkdown) {
  EXPECT_THAT(matrix_markdown(matrix_),
              AllOf(HasSubstr("| P1.2-01 | MUST | broken | held |"), HasSubstr("| P1.1-01 | MUST | held | held |")));
}

TEST_F(Matrices, AreAPageOfTheirOwn) {
  EXPECT_THAT(matrix_page(matrix_), AllOf(testing::StartsWith("<!DOCTYPE html>"), Not(HasSubstr("{{data}}"))));
}

TEST_F(Matrices, OfDifferentVectorsAreRefused) {
  RecordedVerdicts other = run_of("two", {});
  other.corpus_digest = "sha256:1";
  EXPECT_THAT(
      [&] {
        (void)make_matrix({run_of("one", {}), other}, registry_);
      },
      ThrowsMessage<InputError>(HasSubstr("one.jsonl and two.jsonl are about different vectors")));
}

TEST_F(Matrices, OfOtherPagesAreRefused) {
  RecordedVerdicts other = run_of("two", {});
  other.clauses.erase("P1.1-01");
  EXPECT_THAT([&] { (void)make_matrix({other}, registry_); },
              ThrowsMessage<InputError>(HasSubstr("two.jsonl says nothing of P1.1-01")));
}

TEST(ChangesOfClauses, AreWorseBetterOrOther) {
  RecordedVerdicts const before = run_of("s", {{"P1.2-01", ClauseState::broken}, {"P1.1-03", ClauseState::no_vector}});
  RecordedVerdicts after = run_of("s", {{"P1.1-01", ClauseState::broken}, {"P1.1-02", ClauseState::unsupported}});
  after.clauses.erase("P3-01");
  Changes const changes = changed_clauses(before, after);
  EXPECT_THAT(changes.worse, ElementsAre(Change{.id = "P1.1-01", .before = "held", .after = "broken"},
                                         Change{.id = "P1.1-02", .before = "held", .after = "unsupported"},
                                         Change{.id = "P3-01", .before = "held", .after = ""}));
  EXPECT_THAT(changes.better, ElementsAre(Change{.id = "P1.1-03", .before = "no vector", .after = "held"},
                                          Change{.id = "P1.2-01", .before = "broken", .after = "held"}));
  EXPECT_THAT(changes.other, IsEmpty());
}

TEST(ChangesOfClauses, AreWorseWhenAClauseIsNotJudgedAnyMore) {
  RecordedVerdicts const before = run_of("s", {{"P1.2-01", ClauseState::broken},
                                               {"P1.1-01", ClauseState::undecided},
                                               {"P1.1-02", ClauseState::unsupported},
                                               {"P1.1-03", ClauseState::broken}});
  RecordedVerdicts const after = run_of("s", {{"P1.2-01", ClauseState::unsupported},
                                              {"P1.1-01", ClauseState::not_selected},
                                              {"P1.1-02", ClauseState::broken},
                                              {"P1.1-03", ClauseState::not_testable}});
  Changes const changes = changed_clauses(before, after);
  EXPECT_THAT(changes.worse, ElementsAre(Change{.id = "P1.1-01", .before = "undecided", .after = "not selected"},
                                         Change{.id = "P1.1-02", .before = "unsupported", .after = "broken"},
                                         Change{.id = "P1.2-01", .before = "broken", .after = "unsupported"}));
  EXPECT_THAT(changes.other, ElementsAre(Change{.id = "P1.1-03", .before = "broken", .after = "not testable"}));
}

/// Vectors with what became of them; "held" is a failure by faults of other clauses.
RecordedVerdicts run_with(std::map<std::string, std::string> const& outcomes) {
  RecordedVerdicts run;
  for (auto const& [id, outcome] : outcomes) {
    run.vectors.emplace(id, outcome == "held" ? Status::fail : *status_named(outcome));
    if (outcome == "held") run.held_but_for_faults.insert(id);
  }
  return run;
}

std::vector<std::string> ids_of(std::vector<Change> const& changes) {
  std::vector<std::string> ids;
  for (Change const& change : changes) ids.push_back(change.id);
  return ids;
}

TEST(ChangesOfVectors, GoFromPassOverHeldButForFaultsToFail) {
  RecordedVerdicts const before = run_with({{"a", "pass"},
                                            {"b", "pass"},
                                            {"c", "held"},
                                            {"d", "held"},
                                            {"e", "timeout"},
                                            {"f", "fail"},
                                            {"g", "fail"},
                                            {"h", "pass"}});
  RecordedVerdicts const after = run_with({{"a", "crash"},
                                           {"b", "held"},
                                           {"c", "fail"},
                                           {"d", "pass"},
                                           {"e", "pass"},
                                           {"f", "held"},
                                           {"g", "crash"},
                                           {"h", "pass"}});
  Changes const changes = changed_vectors(before, after);
  EXPECT_THAT(ids_of(changes.worse), ElementsAre("a", "b", "c"));
  EXPECT_THAT(ids_of(changes.better), ElementsAre("d", "e", "f"));
  EXPECT_THAT(ids_of(changes.other), ElementsAre("g"));
  EXPECT_EQ(changes.worse.at(1), (Change{.id = "b", .before = "pass", .after = "fail, held but for faults"}));
}

TEST(ChangesOfVectors, AreWorseWhenSupportIsWithdrawnOrVectorsVanish) {
  RecordedVerdicts const before = run_with({{"failed", "fail"},
                                            {"failed-too", "fail"},
                                            {"held", "held"},
                                            {"passed", "pass"},
                                            {"unsupported", "unsupported"},
                                            {"unsupported-too", "unsupported"}});
  RecordedVerdicts const after =
      run_with({{"failed", "unsupported"}, {"held", "unsupported"}, {"new", "fail"}, {"unsupported-too", "fail"}});
  Changes const changes = changed_vectors(before, after);
  EXPECT_THAT(ids_of(changes.worse),
              ElementsAre("failed", "failed-too", "held", "passed", "unsupported", "unsupported-too"));
  EXPECT_THAT(changes.better, IsEmpty());
  EXPECT_THAT(changes.other, ElementsAre(Change{.id = "new", .before = "", .after = "fail"}))
      << "what was not there cannot have got worse";
}

TEST(ChangesOfVectors, AreBetterWhenMoreIsSupported) {
  Changes const changes = changed_vectors(run_with({{"a", "unsupported"}}), run_with({{"a", "pass"}, {"b", "pass"}}));
  EXPECT_THAT(ids_of(changes.better), ElementsAre("a", "b"));
}

TEST(ChangesOfVectors, AreNoneBetweenEqualRuns) {
  RecordedVerdicts run;
  run.vectors = {{"a", Status::fail}};
  EXPECT_THAT(changed_vectors(run, run).worse, IsEmpty());
  EXPECT_EQ(changed_vectors(run, run), Changes{});
}

}  // namespace
}  // namespace conformance::matrix_test
