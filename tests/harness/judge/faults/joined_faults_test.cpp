#include "harness/judge/faults/diagnosis.hpp"

#include <gmock/gmock.h>

#include "harness/judge/faults/judged_vectors.hpp"

namespace conformance::diagnosis_test {
namespace {

using testing::ElementsAre;
using testing::SizeIs;
using testing::UnorderedElementsAre;

// Which faults are one.

TEST_F(Diagnoses, JoinWhatOneFunctionMadeOfValuesAtSeveralPlaces) {
  judge("a", {"C-1"}, {at("/x", "turned into text")});
  judge("b", {"C-2"}, {at("/y/z", "turned into text")});
  judge("c", {"C-3"}, {at("/v", "another value: a number")});
  judge("d", {"C-4"}, {at("/w", "another value: a number")});
  EXPECT_THAT(made().faults, SizeIs(3)) << "two values that differ need not differ by one mistake";
}

TEST_F(Diagnoses, JoinNothingAcrossOperationsOrInterfaces) {
  for (char const* const interface : {"openai", "anthropic"}) {
    judge(std::string("of-") + interface, {std::string("C-") + interface}, {at("/x", "turned into text"), at("/y")});
    of_interface(interface, "chat");
  }
  Signature elsewhere = at("/x", "turned into text");
  elsewhere.operation = "render";
  judge("rendered", {"C-3"}, {elsewhere});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(3));
  for (Fault const& fault : diagnosis.faults) EXPECT_THAT(fault.clauses, SizeIs(1));
}

TEST_F(Diagnoses, JoinTheSameMemberThatSeveralOperationsBuild) {
  judge("a", {"C-1"}, {at("/message/blocks/*/format")});
  Signature sent = at("/requests/*/body/messages/*/blocks/*/format");
  sent.operation = "converse";
  judge("b", {"C-1"}, {sent});
  Signature of_another_list = at("/sessions/?/notes/*/format");
  of_another_list.operation = "converse";
  judge("c", {"C-1"}, {of_another_list});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  auto const joined = std::find_if(diagnosis.faults.begin(), diagnosis.faults.end(),
                                   [](Fault const& fault) { return fault.own.size() == 2; });
  ASSERT_NE(joined, diagnosis.faults.end());
  EXPECT_THAT(joined->own, UnorderedElementsAre(0U, 1U));
  EXPECT_THAT(joined->clauses, ElementsAre("C-1"));
}

TEST_F(Diagnoses, JoinOneChangeOfOneClauseThatHoldsOfEveryInterface) {
  for (char const* const interface : {"openai", "anthropic"}) {
    judge(std::string("of-") + interface, {"C-1"}, {at("/x", "missing")});
    of_interface(interface, "chat");
  }
  EXPECT_THAT(made().faults, SizeIs(1));
}

TEST_F(Diagnoses, JoinWhatIsWrongInsideOfOneObjectOverOneClause) {
  judge("a", {"C-1"}, {at("/tools/*/bindings/?", "an object instead")});
  judge("b", {"C-1"}, {at("/tools/*/bindings/?/id", "missing")});
  judge("c", {"C-1"}, {at("/tools/*/name", "missing")});
  judge("d", {"C-2"}, {at("/tools/*/bindings/?", "missing")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].own, UnorderedElementsAre(0U, 1U, 2U)) << "what lies in the tool lies in one object";
  EXPECT_THAT(diagnosis.faults[1].own, ElementsAre(3U)) << "another clause says so";
}

TEST_F(Diagnoses, JoinNoVectorOfOursWithOneOfTheDocuments) {
  judge("a", {"C-1"}, {at("/x")});
  Signature elsewhere = at("/x");
  elsewhere.operation = "render";
  judge("b", {"O-1"}, {elsewhere}, Group::ours);
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  for (Fault const& fault : diagnosis.faults) EXPECT_THAT(fault.clauses, SizeIs(1));
}

TEST_F(Diagnoses, ShowAFaultOfTheDocumentsByAVectorOfTheirs) {
  judge("a", {"O-1"}, {at("/x")}, Group::ours);
  judge("b", {"C-1"}, {at("/x"), at("/y")});
  Diagnosis const diagnosis = made();
  ASSERT_FALSE(diagnosis.faults.empty());
  EXPECT_THAT(diagnosis.faults[0].own, ElementsAre(1U, 0U)) << "though the vector of ours shows nothing else";
}

TEST_F(Diagnoses, JoinKnownMistakesThatOneFunctionMakes) {
  know("text-there", "C-1", {{"a", {at("/x", "turned into text")}}});
  know("text-here", "C-2", {{"b", {at("/y", "turned into text")}}});
  know("other", "C-3", {{"c", {at("/z")}}});
  judge("a", {"C-1"}, {at("/x", "turned into text")});
  judge("b", {"C-2"}, {at("/y", "turned into text")});
  judge("c", {"C-3"}, {at("/z")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1", "C-2"));
  EXPECT_THAT(diagnosis.faults[0].own, ElementsAre(0U, 1U));
  EXPECT_EQ(diagnosis.faults[0].known, nullptr) << "neither is the whole of it";
}

TEST_F(Diagnoses, JoinOneChangeAtOnePlaceThatBreaksOneClause) {
  know("in-streams", "C-1", {{"a", {at("/x", "missing")}}});
  know("in-answers", "C-1", {{"b", {at("/x", "missing")}}});
  know("elsewhere", "C-1", {{"c", {at("/y", "missing")}}});
  know("of-another-clause", "C-2", {{"d", {at("/x", "missing")}}});
  for (char const* const id : {"a", "b"}) judge(id, {"C-1"}, {at("/x", "missing")});
  judge("c", {"C-1"}, {at("/y", "missing")});
  judge("d", {"C-2"}, {at("/x", "missing")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(3));
  auto const joined = std::find_if(diagnosis.faults.begin(), diagnosis.faults.end(),
                                   [](Fault const& fault) { return fault.own.size() == 2; });
  ASSERT_NE(joined, diagnosis.faults.end());
  EXPECT_THAT(joined->own, ElementsAre(0U, 1U));
  EXPECT_EQ(joined->known, nullptr) << "the runtime makes the mistake not in streams alone";
}

TEST_F(Diagnoses, NameAKnownMistakeThatIsNearlyAllOfAJoinedFault) {
  know("whole", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}, {"c", {at("/x")}}});
  know("rare", "C-1", {{"d", {at("/x")}}});
  for (char const* const id : {"a", "b", "c", "d"}) judge(id, {"C-1"}, {at("/x")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1));
  ASSERT_NE(diagnosis.faults[0].known, nullptr);
  EXPECT_EQ(diagnosis.faults[0].known->id, "whole");
}

TEST_F(Diagnoses, JoinOneChangeOfTextsThatBreaksOneClauseWhereverItStands) {
  know("of-metadata", "C-1", {{"a", {at("/metadata", "other text as a whole")}}});
  know("of-options", "C-1", {{"b", {at("/options", "other text as a whole")}}});
  judge("a", {"C-1"}, {at("/metadata", "other text as a whole")});
  judge("b", {"C-1"}, {at("/options", "other text as a whole")});
  EXPECT_THAT(made().faults, SizeIs(1));
}

TEST_F(Diagnoses, JoinWhatOneFunctionMakesOfAnotherTypeAtOnePlaceOfSeveralClauses) {
  know("in-chat", "C-1", {{"a", {at("/default", "an object instead")}}});
  judge("a", {"C-1"}, {at("/default", "an object instead")});
  judge("b", {"C-2"}, {at("/default", "an object instead")});
  judge("c", {"C-3"}, {at("/default", "missing")});
  know("lost", "C-3", {{"c", {at("/default", "missing")}}});
  judge("d", {"C-4"}, {at("/default", "missing")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(3)) << "what is missing may be missing for two reasons";
  auto const joined = std::find_if(diagnosis.faults.begin(), diagnosis.faults.end(),
                                   [](Fault const& fault) { return fault.own.size() == 2; });
  ASSERT_NE(joined, diagnosis.faults.end());
  EXPECT_THAT(joined->clauses, ElementsAre("C-1", "C-2"));
  EXPECT_THAT(joined->own, ElementsAre(0U, 1U));
}

TEST_F(Diagnoses, JoinNothingOfAnotherTypeThatIsAllOfTheAnswer) {
  know("in-chat", "C-1", {{"a", {at("/value", "an object instead")}}});
  judge("a", {"C-1"}, {at("/value", "an object instead")});
  judge("b", {"C-2"}, {at("/value", "an object instead")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  for (Fault const& fault : diagnosis.faults) EXPECT_THAT(fault.clauses, SizeIs(1));
}

TEST_F(Diagnoses, JoinErrorsOfOneKindOverOneClause) {
  Signature const astray = at("", "RuntimeError instead of a value");
  Signature const refused = at("", "ValueError instead of a value");
  judge("a", {"C-1"}, {astray});
  judged_.back().raised = "'bool' object is not iterable";
  judge("b", {"C-1"}, {astray});
  judged_.back().raised = "'int' object is not iterable";
  judge("c", {"C-1"}, {refused});
  judged_.back().raised = "sequence element # has length #";
  judge("d", {"C-2"}, {refused});
  judged_.back().raised = "no such colour";
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(3));
  EXPECT_THAT(diagnosis.faults[0].own, ElementsAre(0U, 1U));
  EXPECT_THAT(diagnosis.faults[1].own, ElementsAre(3U)) << "another clause is broken on purpose";
  EXPECT_THAT(diagnosis.faults[2].own, ElementsAre(2U)) << "an error on purpose is another one";
}

TEST_F(Diagnoses, JoinOneErrorOfCodeThatWentAstrayInOneOperation) {
  std::string const words = "TypeError: a Message is not JSON serializable";
  Signature const built = at("", "RuntimeError instead of a value");
  Signature ran = built;
  ran.operation = "run";
  judge("a", {"C-1"}, {built});
  judged_.back().raised = words;
  judge("b", {"C-2"}, {ran});
  judged_.back().raised = words;
  Signature unasked = at("", "raises an error before it sends a request (C-3)");
  unasked.operation = "run";
  judge("c", {"C-9"}, {});
  judged_.back().besides = {{unasked, {"C-3"}}};
  judged_.back().raised = words;
  judge("d", {"C-8"}, {});
  unasked.change = "raises an error before it sends a request (C-4)";
  judged_.back().besides = {{unasked, {"C-4"}}};
  judged_.back().raised = "no route to the host";
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(3));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-3")) << "what else a run is about was not reached";
  EXPECT_THAT(diagnosis.faults[0].own, ElementsAre(2U));
  EXPECT_THAT(diagnosis.faults[0].other, ElementsAre(1U));
  EXPECT_THAT(diagnosis.faults[1].clauses, ElementsAre("C-1"));
  EXPECT_THAT(diagnosis.faults[2].clauses, ElementsAre("C-4")) << "which says something else";
  EXPECT_THAT(diagnosis.faults[2].own, ElementsAre(3U));
}

TEST_F(Diagnoses, JoinKnownMistakesThatGoAstrayWithTheSameWords) {
  Signature const astray = at("", "RuntimeError instead of a value");
  for (std::string const clause : {"C-1", "C-2"}) {
    know("of-" + clause, clause, {{"of-" + clause, {astray}}});
    judge("of-" + clause, {clause}, {astray});
    judged_.back().raised = "TypeError: a Message is not JSON serializable";
  }
  know("of-C-3", "C-3", {{"of-C-3", {astray}}});
  judge("of-C-3", {"C-3"}, {astray});
  judged_.back().raised = "TypeError: # has no length";
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].clauses, UnorderedElementsAre("C-1", "C-2"));
}

TEST_F(Diagnoses, BlameNoClauseForWhatWasNotAnswered) {
  know("m", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}, {"c", {at("/x")}}});
  judge("a", {"C-1"}, {at("/x")});
  for (char const* const id : {"b", "c"}) {
    judge(id, {"C-1", "C-2"}, {});
    judged_.back().unanswered = {at("", "fail: the adapter broke the protocol")};
  }
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1"));
  ASSERT_NE(diagnosis.faults[0].known, nullptr) << "what was not answered does not speak against a mistake";
  EXPECT_THAT(diagnosis.faults[0].own, ElementsAre(0U));
  EXPECT_THAT(diagnosis.faults[1].clauses, testing::IsEmpty());
  EXPECT_THAT(diagnosis.faults[1].own, ElementsAre(1U, 2U));
  for (std::size_t const vector : {1U, 2U}) {
    EXPECT_EQ(diagnosis.blames[vector].standing, Standing::not_testable);
    EXPECT_THAT(diagnosis.blames[vector].clauses, testing::IsEmpty());
  }
}

}  // namespace
}  // namespace conformance::diagnosis_test
