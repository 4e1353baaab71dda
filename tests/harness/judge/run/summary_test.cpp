#include "harness/judge/run/summary.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/judge/clauses/sample_registry.hpp"
#include "harness/judge/run/sample_results.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::summary_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

Json citing(std::string const& id, std::string const& clause) {
  return sample_vector({{"id", id}, {"clauses", Json::array({clause})}});
}

/// A corpus with a vector for each clause of the sample that can have one.
class Summaries : public testing::Test {
 protected:
  Corpus const corpus_ =
      sample_corpus({citing("must", "P1.1-01"), citing("should", "P1.1-02"), citing("may", "P1.1-03"),
                     citing("blanks", "P1.1-04"), citing("dashes", "P1.1-05"), citing("sent", "P1.2-01"),
                     citing("lost", "P1.2-02"), citing("must-again", "P1.1-01")});
  Corpus const ours_ = sample_corpus({citing("must", "P1.1-01"), citing("found", "P3-01"), citing("near", "P3-02")});
  ClauseRegistry const registry_ = sample_registry();

  VectorResult result(std::string const& id, Status status) const {
    return sample_result(*corpus_.find("load/sample/" + id), status, registry_);
  }

  /// By fault 1.
  static VectorResult blamed(VectorResult result, Standing standing, std::vector<std::string> clauses,
                             bool decides = true) {
    result.blame = Blame{.standing = standing, .clauses = std::move(clauses), .faults = {1}, .decides = decides};
    return result;
  }

  VectorResult non_gating(std::string const& id, Status status) const {
    VectorResult made = result(id, status);
    made.gating = false;
    return made;
  }

  std::vector<VectorResult> all_passing() const {
    std::vector<VectorResult> results;
    for (Vector const& vector : corpus_.vectors) results.push_back(result(vector.id.substr(12), Status::pass));
    return results;
  }

  Summary summary(std::vector<VectorResult> const& results, GatingLevel level = GatingLevel::must,
                  std::set<std::string> const& required = {}) const {
    return summarize(results, corpus_, registry_, {.level = level, .required_classes = required});
  }

  VectorResult of_ours(std::string const& id, Status status) const {
    return sample_result(*ours_.find("load/sample/" + id), status, registry_);
  }

  Summary summary_with(std::set<Group> const& groups, std::vector<VectorResult> const& results) const {
    return summarize(results, ours_, registry_, {.groups = groups});
  }

  int exit_code(std::vector<VectorResult> const& results, GatingLevel level = GatingLevel::must,
                std::set<std::string> const& required = {}) const {
    return summary(results, level, required).exit_code;
  }

  ClauseState state(Summary const& made, std::string const& clause) const {
    for (ClauseCoverage const& coverage : made.clauses) {
      if (coverage.clause->id == clause) return coverage.state;
    }
    ADD_FAILURE() << clause << " is not in the summary";
    return ClauseState::no_vector;
  }
};

TEST_F(Summaries, AreGreenWhenEverythingPasses) {
  EXPECT_EQ(exit_code(all_passing()), 0);
  EXPECT_EQ(exit_code(all_passing(), GatingLevel::all, {"file-format", "openai-chat"}), 0);
  EXPECT_EQ(summary(all_passing()).verdict, "conformant: 8 vectors pass");
}

TEST_F(Summaries, HaveNoVerdictWhenNothingIsJudged) {
  EXPECT_EQ(exit_code({}), 3);
  EXPECT_EQ(exit_code({result("must", Status::unsupported), result("sent", Status::unsupported)}), 3);
  EXPECT_THAT(summary({}).verdict, HasSubstr("nothing could be judged"));
}

TEST_F(Summaries, HaveNoVerdictWhenTheHarnessFailed) {
  EXPECT_EQ(exit_code({result("must", Status::pass), result("sent", Status::error)}), 3);
  EXPECT_EQ(exit_code({result("must", Status::fail), result("sent", Status::error)}), 3);
}

TEST_F(Summaries, AreRedWhenABindingVectorFails) {
  for (Status const status : {Status::fail, Status::crash, Status::timeout}) {
    EXPECT_EQ(exit_code({result("must", status)}), 1);
    EXPECT_EQ(exit_code({result("sent", Status::pass), result("lost", status)}), 1);
  }
  EXPECT_THAT(summary({result("must", Status::fail), result("sent", Status::pass)}).verdict,
              HasSubstr("1 of 2 judged vectors failed"));
}

TEST_F(Summaries, LetShouldDecideOnlyOnRequest) {
  std::vector<VectorResult> const results = {result("must", Status::pass), result("should", Status::fail)};
  EXPECT_EQ(exit_code(results, GatingLevel::must), 0);
  EXPECT_EQ(exit_code(results, GatingLevel::should), 1);
  EXPECT_EQ(exit_code(results, GatingLevel::all), 1);
  EXPECT_EQ(summary(results).non_gating_failures, 1);
  EXPECT_EQ(summary(results, GatingLevel::should).non_gating_failures, 0);
}

TEST_F(Summaries, LetMayDecideOnlyWhenAllDo) {
  std::vector<VectorResult> const results = {result("must", Status::pass), result("may", Status::fail)};
  EXPECT_EQ(exit_code(results, GatingLevel::must), 0);
  EXPECT_EQ(exit_code(results, GatingLevel::should), 0);
  EXPECT_EQ(exit_code(results, GatingLevel::all), 1);
}

TEST_F(Summaries, NeverLetNonGatingVectorsDecide) {
  std::vector<VectorResult> const results = {result("must", Status::pass), non_gating("dashes", Status::fail)};
  for (GatingLevel const level : {GatingLevel::must, GatingLevel::should, GatingLevel::all})
    EXPECT_EQ(exit_code(results, level), 0);
  EXPECT_EQ(summary(results).non_gating_failures, 1);
  EXPECT_EQ(state(summary(results), "P1.1-05"), ClauseState::undecided);
}

TEST_F(Summaries, NeverCallAClassConformantOfWhichAClauseIsUndecided) {
  Tally tally;
  tally.clauses = {{ClauseState::held, 3}, {ClauseState::undecided, 1}};
  EXPECT_EQ(class_verdict(tally, true), "partly (3 of 4 clauses judged)");
  tally.clauses = {{ClauseState::undecided, 1}};
  EXPECT_EQ(class_verdict(tally, true), "partly (0 of 1 clauses judged)");
}

TEST_F(Summaries, WantRequiredClassesToBeConformantAsAWhole) {
  EXPECT_EQ(exit_code(all_passing(), GatingLevel::must, {"openai-chat"}), 0);
  std::vector<VectorResult> without_one = all_passing();
  for (VectorResult& result : without_one) {
    if (result.vector->id == "load/sample/lost") result.attempts.clear();
  }
  EXPECT_EQ(exit_code(without_one, GatingLevel::must, {"openai-chat"}), 1);
  EXPECT_EQ(exit_code(without_one, GatingLevel::must, {"file-format"}), 0);
  EXPECT_THAT(summary(without_one, GatingLevel::must, {"openai-chat"}).verdict,
              HasSubstr("required class openai-chat is partly"));
}

TEST_F(Summaries, HaveNoVerdictOnARequiredClassWhenVectorsWereLeftOut) {
  std::vector<VectorResult> const chat_only = {result("sent", Status::pass), result("lost", Status::pass)};
  Summary const made = summary(chat_only, GatingLevel::must, {"openai-chat"});
  EXPECT_EQ(made.exit_code, 3);
  EXPECT_EQ(made.verdict, "no verdict: the required classes are judged by all 8 vectors, of which 2 were played");
}

TEST_F(Summaries, OfASelectionCallNothingConformant) {
  std::vector<VectorResult> const chat_only = {result("sent", Status::pass), result("lost", Status::pass)};
  Summary const made = summary(chat_only);
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.verdict, "2 of 2 vectors selected pass");
  EXPECT_FALSE(made.is_whole());
  EXPECT_EQ(made.groups.at(Group::documents).classes.at("openai-chat").verdict, "partly (2 of 2 clauses judged)");
}

TEST_F(Summaries, HoldAClauseOnlyWhenAllItsVectorsWerePlayed) {
  EXPECT_EQ(state(summary({result("must", Status::pass)}), "P1.1-01"), ClauseState::partly) << "not selected";
  EXPECT_EQ(state(summary({result("must", Status::pass), result("must-again", Status::unsupported)}), "P1.1-01"),
            ClauseState::partly);
  EXPECT_EQ(state(summary({result("must", Status::unsupported), result("must-again", Status::unsupported)}), "P1.1-01"),
            ClauseState::unsupported);
  EXPECT_EQ(state(summary({result("must", Status::fail)}), "P1.1-01"), ClauseState::broken);
}

TEST_F(Summaries, OfWhatWasNotDeclaredCallNoClassConformant) {
  std::vector<VectorResult> results = all_passing();
  results.back().attempts.clear();
  Summary const made = summary(results);
  EXPECT_EQ(made.exit_code, 0);
  EXPECT_EQ(made.verdict, "no failure in what was judged: 7 of 8 vectors pass (1 need what was not declared)");
  EXPECT_EQ(made.groups.at(Group::documents).classes.at("file-format").verdict, "partly (2 of 3 clauses judged)");
  EXPECT_EQ(made.groups.at(Group::documents).classes.at("openai-chat").verdict, "conformant");
}

TEST_F(Summaries, HaveNoVerdictWhenAllThatFailedDecidesNothingAndNothingPassed) {
  Summary const made = summary({result("should", Status::fail), result("may", Status::fail)});
  EXPECT_EQ(made.exit_code, 3);
  EXPECT_EQ(made.verdict, "no verdict: 2 vectors failed, none of which decides, and none passed");
  EXPECT_EQ(exit_code({non_gating("dashes", Status::fail)}), 3);
}

TEST_F(Summaries, SayHowManyFailedWithoutDeciding) {
  EXPECT_EQ(summary({result("must", Status::pass), result("should", Status::fail)}).verdict,
            "1 of 2 vectors selected pass (1 failed, which does not decide)");
}

TEST_F(Summaries, SayOfEachClauseWhatIsKnown) {
  Summary const made = summary({result("must", Status::pass), result("must-again", Status::pass),
                                result("sent", Status::fail), result("lost", Status::unsupported)});
  EXPECT_EQ(state(made, "P1.1-01"), ClauseState::held);
  EXPECT_EQ(state(made, "P1.2-01"), ClauseState::broken);
  EXPECT_EQ(state(made, "P1.2-02"), ClauseState::unsupported);
  EXPECT_EQ(state(made, "P1.1-02"), ClauseState::not_selected);
  EXPECT_EQ(state(made, "P1.1-06"), ClauseState::native);
  EXPECT_EQ(state(made, "P1.1-07"), ClauseState::unobservable);
  EXPECT_EQ(summarize({}, sample_corpus({citing("must", "P1.1-01")}), registry_, {}).clauses[1].state,
            ClauseState::no_vector);
}

TEST_F(Summaries, BreakAClauseWithOneFailureAmongPasses) {
  Summary const made = summary({result("must", Status::pass), result("must-again", Status::crash)});
  EXPECT_EQ(state(made, "P1.1-01"), ClauseState::broken);
  EXPECT_THAT(made.clauses[0].failing, ElementsAre("load/sample/must-again"));
}

TEST_F(Summaries, BlameAClauseOnlyWhenItsOwnFaultIsShown) {
  VectorResult const guilty = blamed(result("must", Status::fail), Standing::own, {"P1.1-01"});
  VectorResult const covered = blamed(result("sent", Status::fail), Standing::not_testable, {});
  VectorResult const elsewhere = blamed(result("lost", Status::fail), Standing::held, {});
  std::vector<RunFault> const faults{{.number = 1, .decides = true}};
  Summary const made = summarize({guilty, covered, elsewhere}, corpus_, registry_, {}, faults);
  EXPECT_EQ(state(made, "P1.1-01"), ClauseState::broken);
  EXPECT_EQ(state(made, "P1.2-01"), ClauseState::not_testable);
  EXPECT_EQ(state(made, "P1.2-02"), ClauseState::not_testable) << "none of its vectors passed";
  EXPECT_EQ(made.held_but_for_faults, 1);
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_EQ(made.verdict,
            "not conformant: 1 fault, 3 of 3 judged vectors failed, 1 of them only by faults of other clauses");
}

TEST_F(Summaries, HoldAClauseOfWhichAVectorPassesWhereAnotherFailsElsewhere) {
  VectorResult const elsewhere = blamed(result("must-again", Status::fail), Standing::held, {});
  EXPECT_EQ(state(summary({result("must", Status::pass), elsewhere}), "P1.1-01"), ClauseState::held);
  EXPECT_EQ(state(summary({result("must", Status::unsupported), elsewhere}), "P1.1-01"), ClauseState::not_testable);
}

TEST_F(Summaries, NeverHoldAClauseBesideWhichAVectorHasMembersTooMany) {
  VectorResult const beside = blamed(result("must-again", Status::fail), Standing::beside, {});
  Summary const made = summary({result("must", Status::pass), beside});
  EXPECT_EQ(state(made, "P1.1-01"), ClauseState::not_testable);
  EXPECT_EQ(made.held_but_for_faults, 0);
}

TEST_F(Summaries, NeverHoldAClauseOfWhichAVectorIsNotTestable) {
  VectorResult const covered = blamed(result("must-again", Status::fail), Standing::not_testable, {});
  Summary const made = summary({result("must", Status::pass), covered});
  ClauseCoverage const& clause = made.clauses[0];
  EXPECT_EQ(clause.state, ClauseState::not_testable);
  EXPECT_THAT(clause.failing, IsEmpty());
  EXPECT_THAT(clause.not_testable, ElementsAre("load/sample/must-again"));
  EXPECT_THAT(clause.faults, ElementsAre(1U));
  EXPECT_EQ(made.exit_code, 1) << "nobody saw that it holds";
}

TEST_F(Summaries, AreRedWhenAVectorFailsByAFaultOfAnotherClauseThatDecides) {
  VectorResult const elsewhere = blamed(result("must", Status::fail), Standing::held, {});
  std::vector<RunFault> const faults{{.number = 1, .decides = true}};
  Summary const made = summarize({elsewhere, result("must-again", Status::pass)}, corpus_, registry_, {}, faults);
  EXPECT_EQ(made.exit_code, 1);
  EXPECT_EQ(state(made, "P1.1-01"), ClauseState::held) << "the clause itself is not to blame";
  EXPECT_EQ(made.deciding_failures, 1);
  EXPECT_EQ(made.verdict,
            "not conformant: 1 fault, 1 of 2 judged vectors failed, 1 of them only by faults of other clauses");
  EXPECT_EQ(summarize({elsewhere}, corpus_, registry_, {}, faults).exit_code, 1) << "without a vector that passes";
}

TEST_F(Summaries, AreNotRedByFaultsOfClausesThatDoNotDecide) {
  VectorResult const elsewhere = blamed(result("must", Status::fail), Standing::held, {}, false);
  std::vector<RunFault> const faults{{.number = 1, .decides = false}, {.number = 2, .decides = true}};
  Summary const made = summarize({elsewhere, result("must-again", Status::pass)}, corpus_, registry_, {}, faults);
  EXPECT_EQ(made.exit_code, 0) << "a SHOULD never costs a MUST";
  EXPECT_EQ(made.verdict, "1 of 2 vectors selected pass (1 failed, which does not decide)");
  EXPECT_EQ(summarize({elsewhere}, corpus_, registry_, {}, faults).exit_code, 3) << "nothing passed";
}

TEST_F(Summaries, NeverCountAVectorThatFailsByFaultsOfOtherClausesAsPassed) {
  VectorResult const elsewhere = blamed(result("should", Status::fail), Standing::held, {}, false);
  EXPECT_EQ(summary({elsewhere}).verdict, "no verdict: 1 vectors failed, none of which decides, and none passed");
  EXPECT_EQ(summary({elsewhere, result("must", Status::pass)}).verdict,
            "1 of 2 vectors selected pass (1 failed, which does not decide)");
}

TEST_F(Summaries, HoldAClauseOfWhichOnlyVectorsFailThatNeverGate) {
  VectorResult again = result("must-again", Status::fail);
  again.gating = false;
  Summary const made = summary({result("must", Status::pass), again});
  EXPECT_EQ(state(made, "P1.1-01"), ClauseState::held) << "what the documents leave open decides nothing";
  EXPECT_EQ(made.verdict, "1 of 2 vectors selected pass (1 failed, which does not decide)");
}

TEST_F(Summaries, CountTheFaultsThatDecide) {
  VectorResult const guilty = blamed(result("must", Status::fail), Standing::own, {"P1.1-01"});
  Summary const made =
      summarize({guilty}, corpus_, registry_, {}, {{.number = 1, .decides = true}, {.number = 2, .decides = false}});
  EXPECT_EQ(made.verdict, "not conformant: 1 of 2 faults decides, 1 of 1 judged vectors failed");
}

TEST_F(Summaries, CountVectorsAndWays) {
  VectorResult twice = result("must", Status::pass);
  twice.attempts.push_back(sample_attempt(*twice.vector, Way::http, Status::fail));
  Summary const made = summary({twice, result("sent", Status::pass), result("lost", Status::unsupported)});
  EXPECT_THAT(made.vectors, ElementsAre(Pair(Status::pass, 1), Pair(Status::fail, 1), Pair(Status::unsupported, 1)));
  EXPECT_EQ(made.ways.at(Way::direct).at(Status::pass), 2);
  EXPECT_EQ(made.ways.at(Way::http).at(Status::fail), 1);
}

TEST_F(Summaries, CountClausesBySectionLevelAndClass) {
  Summary const made = summary(all_passing());
  GroupTallies const& documents = made.groups.at(Group::documents);
  ASSERT_EQ(documents.sections.size(), 2U);
  EXPECT_EQ(documents.sections[0].first, "§1.1 Files");
  EXPECT_EQ(documents.sections[0].second.total(), 7);
  EXPECT_EQ(documents.sections[0].second.of(ClauseState::held), 5);
  EXPECT_EQ(documents.sections[0].second.testable(), 5);
  EXPECT_EQ(documents.levels.at(Level::must).total(), 5);
  EXPECT_EQ(documents.levels.at(Level::should).of(ClauseState::held), 1);
  // The class counts neither SHOULD nor MAY.
  EXPECT_EQ(documents.classes.at("file-format").binding.total(), 5);
  EXPECT_EQ(documents.classes.at("file-format").binding.testable(), 3);
}

TEST_F(Summaries, CountOursApart) {
  Summary const made = summary_with({Group::documents}, {of_ours("must", Status::pass), of_ours("found", Status::fail),
                                                         of_ours("near", Status::pass)});
  GroupTallies const& ours = made.groups.at(Group::ours);
  ASSERT_EQ(ours.sections.size(), 1U);
  EXPECT_EQ(ours.sections[0].first, "§3 Loading");
  EXPECT_EQ(ours.levels.at(Level::should).of(ClauseState::held), 1);
  EXPECT_EQ(ours.classes.at("file-format").binding.of(ClauseState::broken), 1);
  EXPECT_EQ(made.groups.at(Group::documents).classes.at("file-format").binding.of(ClauseState::broken), 0);
}

TEST(SummaryOfSections, GoesByTheirNumbersAndNotByTheNamesOfThePages) {
  ClauseRegistry const registry(parse_page("## M2 Turns\nClass: messages\n- **M2-01** MUST — d\n"
                                           "## §2.10 Markers\nClass: file-format\n- **P2.10-01** MUST — a\n"
                                           "## §2.9 Tools\nClass: file-format\n- **P2.9-01** MUST — b\n"
                                           "## §2.9.1 Bindings\nClass: file-format\n- **P2.9.1-01** MUST — c\n",
                                           "spec/01.md"),
                                {});
  Summary const made = summarize({}, Corpus{}, registry, {});
  std::vector<std::string> names;
  for (auto const& [name, tally] : made.groups.at(Group::documents).sections) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("§2.9 Tools", "§2.9.1 Bindings", "§2.10 Markers", "M2 Turns"));
}

TEST_F(Summaries, LetOursDecideOnlyWhenIncluded) {
  std::vector<VectorResult> const results = {of_ours("must", Status::pass), of_ours("found", Status::fail)};
  Summary const without = summary_with({Group::documents}, results);
  EXPECT_EQ(without.exit_code, 0);
  EXPECT_EQ(without.non_gating_failures, 1);
  EXPECT_EQ(without.verdict, "1 of 2 vectors selected pass (1 more are about our own pages, which do not decide)");
  Summary const with = summary_with({Group::documents, Group::ours}, results);
  EXPECT_EQ(with.exit_code, 1);
  EXPECT_THAT(with.verdict, HasSubstr("1 of 2 judged vectors failed"));
}

TEST_F(Summaries, AreRedForANoteOnlyWhereACleanExitIsRequired) {
  std::vector<std::string> const notes = {"the adapter exited with status 3"};
  Summary const lenient = summarize(all_passing(), corpus_, registry_, {}, {}, notes);
  EXPECT_EQ(lenient.exit_code, 0);
  EXPECT_EQ(lenient.notes, notes);
  Deciding const strict{.clean_exit = true};
  EXPECT_EQ(summarize(all_passing(), corpus_, registry_, strict).exit_code, 0);
  Summary const red = summarize(all_passing(), corpus_, registry_, strict, {}, notes);
  EXPECT_EQ(red.exit_code, 1);
  EXPECT_EQ(red.verdict, "no clean exit, which is required: the adapter exited with status 3");
}

TEST_F(Summaries, CountEachVectorAndEachFaultThatIsShown) {
  VectorResult undeciding = result("sent", Status::fail);
  undeciding.gating = false;
  std::vector<VectorResult> const results = {result("must", Status::fail), undeciding,
                                             result("should", Status::unsupported)};
  std::vector<RunFault> const faults = {{.number = 1, .decides = true}, {.number = 2}, {.number = 3}};
  EXPECT_EQ(
      summarize(results, corpus_, registry_, {}, faults).verdict,
      "not conformant: 1 of 3 faults decides, 1 of 2 judged vectors failed (1 more failed, which does not decide, 1 "
      "need what was not declared)");
}

TEST_F(Summaries, QuestionOnlyRequestsOfWhatPasses) {
  std::vector<VectorResult> results = {result("sent", Status::pass), result("must", Status::fail)};
  for (VectorResult& result : results)
    result.attempts.at(0).exchanges.push_back(
        {.method = "POST", .path = "/", .headers = {}, .body = "", .findings = {{.rule = "chat.role"}}});
  Summary const made = summarize(results, corpus_, registry_, {});
  ASSERT_EQ(made.findings.size(), 1U);
  EXPECT_THAT(made.findings.at("chat.role"), testing::ElementsAre(results[0].vector->id));
}

TEST_F(Summaries, HaveNoVerdictFromOursAlone) {
  std::vector<VectorResult> const results = {of_ours("found", Status::pass), of_ours("near", Status::fail)};
  EXPECT_EQ(summary_with({Group::documents}, results).exit_code, 3);
  EXPECT_THAT(summary_with({Group::documents}, results).verdict, HasSubstr("--include ours"));
  EXPECT_EQ(summary_with({Group::documents, Group::ours}, results).exit_code, 0) << "SHOULD does not decide";
}

TEST_F(Summaries, LookForRequiredClassesAmongTheDocumentsOnly) {
  std::vector<VectorResult> const results = {of_ours("found", Status::pass), of_ours("near", Status::pass),
                                             of_ours("must", Status::unsupported)};
  Deciding const deciding{.groups = {Group::ours}, .required_classes = {"file-format"}};
  EXPECT_EQ(summarize(results, ours_, registry_, deciding).exit_code, 1);
}

TEST_F(Summaries, GatherFindingsOfTheMockOncePerVector) {
  VectorResult found = result("sent", Status::pass);
  HttpExchange exchange;
  exchange.findings = {{.rule = "chat.role", .pointer = "/a", .message = "one"},
                       {.rule = "chat.role", .pointer = "/b", .message = "two"}};
  found.attempts[0].exchanges = {exchange, exchange};
  EXPECT_THAT(summary({found}).findings, ElementsAre(Pair("chat.role", ElementsAre("load/sample/sent"))));
  EXPECT_EQ(exit_code({found}), 0);
}

Tally tally(int held, int broken, int unsupported, int native) {
  return {.clauses = {{ClauseState::held, held},
                      {ClauseState::broken, broken},
                      {ClauseState::unsupported, unsupported},
                      {ClauseState::native, native}}};
}

TEST_F(Summaries, SayWhatWasNotJudged) {
  std::vector<VectorResult> results = all_passing();
  EXPECT_THAT(not_judged_text(summary(results)), Not(HasSubstr("of the five documents")));
  for (VectorResult& one : results) {
    std::string const& clause = one.vector->clauses.front();
    if (registry_.find_clause(clause)->conformance_class == "openai-chat")
      one = result(one.vector->id.substr(12), Status::unsupported);
  }
  std::string const text = not_judged_text(summary(results));
  EXPECT_THAT(text, HasSubstr("2 of 8 vectors were not judged: they need what was not declared."));
  EXPECT_THAT(text, HasSubstr("Not a single clause was judged of these classes: openai-chat of the five documents"));
  EXPECT_EQ(not_judged_text(summary({result("must", Status::pass), result("sent", Status::unsupported)})),
            "1 of 2 vectors were not judged: they need what was not declared.")
      << "a selection leaves classes out";
}

TEST_F(Summaries, BreakClausesThatAFailureBlamesBesideThoseOfItsVector) {
  VectorResult const passing = blamed(result("must", Status::fail), Standing::passing, {"P1.1-05"});
  EXPECT_EQ(state(summary({passing}), "P1.1-05"), ClauseState::broken);
  EXPECT_NE(state(summary({passing}), "P1.1-01"), ClauseState::broken) << "its own clause holds by itself";
  EXPECT_NE(state(summary({passing}), "P1.1-01"), ClauseState::not_testable);
  EXPECT_EQ(exit_code({passing}), 1) << "it failed all the same";
}

TEST(ClassVerdicts, AreConformantOnlyWhenEveryTestableClauseHolds) {
  EXPECT_EQ(class_verdict(tally(3, 0, 0, 2), true), "conformant");
  EXPECT_EQ(class_verdict(tally(3, 0, 0, 2), false), "partly (3 of 3 clauses judged)");
  EXPECT_EQ(class_verdict(tally(3, 0, 1, 0), true), "partly (3 of 4 clauses judged)");
  EXPECT_EQ(class_verdict(tally(0, 0, 4, 0), true), "not judged");
  EXPECT_EQ(class_verdict(tally(2, 1, 1, 0), true), "not (1 of 3 judged clauses broken)");
  Tally held_back = tally(2, 1, 1, 0);
  held_back.clauses[ClauseState::not_testable] = 4;
  EXPECT_EQ(class_verdict(held_back, true), "not (1 of 3 judged clauses broken, 4 not testable)");
}

TEST(ClassVerdicts, AreNeverConformantForNothing) {
  EXPECT_NE(class_verdict(Tally{}, true), "conformant");
  EXPECT_NE(class_verdict(tally(0, 0, 0, 3), true), "conformant");
}

TEST(ClassVerdicts, CountWhatWasNotSelectedAndWhatHasNoVector) {
  Tally partly = tally(2, 0, 0, 0);
  partly.clauses[ClauseState::not_selected] = 1;
  partly.clauses[ClauseState::no_vector] = 1;
  EXPECT_EQ(class_verdict(partly, true), "partly (2 of 4 clauses judged)");
}

}  // namespace
}  // namespace conformance::summary_test
