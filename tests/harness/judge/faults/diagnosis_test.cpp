#include "harness/judge/faults/diagnosis.hpp"

#include <gmock/gmock.h>

#include "harness/judge/faults/judged_vectors.hpp"

namespace conformance::diagnosis_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

TEST_F(Diagnoses, OfNothingWrongAreEmpty) {
  judge("a", {"C-1"}, {});
  EXPECT_THAT(made().faults, IsEmpty());
  EXPECT_THAT(made().blames.at(0).faults, IsEmpty());
}

TEST_F(Diagnoses, FindOneFaultForAKnownMistakeHoweverManyVectorsItSpoils) {
  know("extra-member", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}, {"c", {at("/x")}}});
  know("other", "C-2", {{"b", {at("/y")}}});
  know("third", "C-3", {{"c", {at("/x/z")}}});
  judge("a", {"C-1"}, {at("/x")});
  judge("b", {"C-2"}, {at("/x")});
  judge("c", {"C-3"}, {at("/x")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1"));
  EXPECT_EQ(diagnosis.faults[0].known->id, "extra-member");
  EXPECT_THAT(diagnosis.faults[0].own, ElementsAre(0U));
  EXPECT_THAT(diagnosis.faults[0].other, ElementsAre(1U, 2U));
  EXPECT_EQ(diagnosis.blames[0].standing, Standing::own);
  EXPECT_THAT(diagnosis.blames[0].clauses, ElementsAre("C-1"));
  EXPECT_EQ(diagnosis.blames[1].standing, Standing::held) << "C-2 is about another place";
  EXPECT_EQ(diagnosis.blames[2].standing, Standing::not_testable) << "C-3 is about a place below";
}

TEST_F(Diagnoses, FindOneFaultForAHabit) {
  std::map<std::string, std::set<Signature>> const everywhere = {
      {"a", {at("/a")}}, {"b", {at("/b")}}, {"c", {at("/c")}}, {"d", {at("/d")}}};
  know("trimmed", "", everywhere);
  know("trimmed-there", "C-1", {{"a", {at("/a")}}});
  for (auto const& [id, shown] : everywhere) judge(id, {"C-" + id}, shown);
  judge("e", {"C-5"}, {at("/e")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_EQ(diagnosis.faults[0].known->id, "trimmed");
  EXPECT_THAT(diagnosis.faults[0].signatures, ElementsAre(at("/a"), at("/b"), at("/c"), at("/d")));
  EXPECT_THAT(diagnosis.faults[0].clauses, SizeIs(testing::AllOf(testing::Gt(0U), testing::Lt(4U))));
  EXPECT_EQ(diagnosis.faults[1].known, nullptr) << "what has nothing to do with the habit is a fault of its own";
}

TEST_F(Diagnoses, TakeNoMistakeAtOnePlaceForAHabit) {
  know("trimmed", "", {{"a", {at("/x")}}, {"b", {at("/x")}}, {"c", {at("/y")}}, {"d", {at("/z")}}});
  know("trimmed-there", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}});
  judge("a", {"C-1"}, {at("/x")});
  judge("b", {"C-1"}, {at("/x")});
  judge("c", {"C-2"}, {});
  judge("d", {"C-3"}, {at("/other")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_EQ(diagnosis.faults[0].known->id, "trimmed-there");
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1"));
}

TEST_F(Diagnoses, TellTwoMistakesApartByWhatElseTheyWouldShow) {
  know("broad", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}});
  know("narrow", "C-2", {{"b", {at("/x")}}, {"c", {at("/x")}}, {"d", {at("/x")}}});
  judge("a", {"C-1"}, {at("/x")});
  judge("b", {"C-2"}, {at("/x")});
  judge("c", {"C-2"}, {});
  judge("d", {"C-2"}, {});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1")) << "of C-2 two of three vectors pass";
}

TEST_F(Diagnoses, TakeNoMistakeThatWouldSpoilWhatPasses) {
  Signature const error = at("", "ValueError instead of a value");
  std::map<std::string, std::set<Signature>> everywhere = {{"own", {error}}};
  judge("own", {"C-1"}, {error});
  for (int number = 0; number < 8; ++number) {
    std::string const failing = fmt::format("failing-{}", number);
    std::string const passing = fmt::format("passing-{}", number);
    judge(failing, {"C-2"}, {error, at("/" + failing)});
    judge(passing, {"C-3"}, {});
    judge(passing + "-too", {"C-4"}, {});
    for (std::string const& id : {failing, passing, passing + "-too"}) everywhere[id] = {error};
  }
  know("nothing-works", "C-1", everywhere);
  for (Fault const& fault : made().faults) EXPECT_EQ(fault.known, nullptr);
  for (auto const& [id, shows] : everywhere) {
    if (id.starts_with("passing")) shows_["nothing-works"].erase(id);
  }
  EXPECT_EQ(made().faults.at(0).known->id, "nothing-works") << "what passes does not speak against it";
}

TEST_F(Diagnoses, NameClausesThatExplainTheSame) {
  know("one", "C-1", {{"a", {at("/x")}}});
  know("two", "C-2", {{"a", {at("/x")}}});
  judge("a", {"C-1", "C-2"}, {at("/x")});
  EXPECT_THAT(made().faults.at(0).clauses, testing::UnorderedElementsAre("C-1", "C-2"));
}

TEST_F(Diagnoses, FindEachOfTwoMistakesThatSpoilOneVector) {
  know("one", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}});
  know("two", "C-2", {{"b", {at("/y")}}});
  judge("a", {"C-1"}, {at("/x")});
  judge("b", {"C-2"}, {at("/x"), at("/y")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.blames[1].faults, SizeIs(2));
  EXPECT_EQ(diagnosis.blames[1].standing, Standing::own);
}

TEST_F(Diagnoses, GiveWhatTwoMistakesMakeOfOnePlaceToTheFoundOne) {
  know("one", "C-1", {{"a", {at("/x")}}, {"b", {at("/x", "text added")}}});
  judge("a", {"C-1"}, {at("/x")});
  judge("b", {"C-2"}, {at("/x", "other text")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1));
  EXPECT_THAT(diagnosis.faults[0].other, ElementsAre(1U));
}

TEST_F(Diagnoses, LeaveToAMistakeOnlyWhatLiesAtItsPlaceWhereItWasNotSeen) {
  know("one", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}});
  judge("a", {"C-1"}, {at("/x")});
  judge("b", {"C-2"}, {at("/y")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].other, IsEmpty());
  EXPECT_THAT(diagnosis.faults[1].clauses, ElementsAre("C-2"));
}

TEST_F(Diagnoses, NameTheDocumentsFirstWhereAMistakeOfOurPagesFailsTheirVectors) {
  know("of-ours", "O-1", {{"ours", {at("/x")}}, {"theirs", {at("/x")}}});
  judge("ours", {"O-1"}, {at("/x")}, Group::ours);
  judge("theirs", {"C-1"}, {at("/x")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1", "O-1"));
  EXPECT_THAT(diagnosis.faults[0].own, testing::UnorderedElementsAre(0U, 1U));
}

TEST_F(Diagnoses, LeaveTheRestOfTheDocumentsVectorsToTheirOwnClauses) {
  know("of-ours", "O-1", {{"ours", {at("/x")}}, {"theirs", {at("/x")}}});
  judge("ours", {"O-1"}, {at("/x")}, Group::ours);
  judge("theirs", {"C-1"}, {at("/x", "text added")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("O-1"));
  EXPECT_THAT(diagnosis.faults[1].clauses, ElementsAre("C-1"));
}

TEST_F(Diagnoses, FindAMistakeThatShowsOtherwiseBesideAFoundOne) {
  know("one", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}});
  know("other", "C-2", {{"b", {at("/y")}}});
  shows_["one and other"] = {{"b", {at("/x", "text added")}}};
  judge("a", {"C-1"}, {at("/x")});
  judge("b", {"C-2"}, {at("/x", "text added")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[1].clauses, ElementsAre("C-2"));
  EXPECT_THAT(diagnosis.faults[1].own, ElementsAre(1U));
}

TEST_F(Diagnoses, TakeBackWhatTheOthersExplainTogether) {
  std::set<Signature> const both = {at("/x", "text added")};
  std::set<Signature> const first = {at("/x")};
  std::set<Signature> const second = {at("/x", "missing")};
  know("broad", "C-1", {{"a", both}, {"b", both}, {"c", both}, {"passes", both}});
  know("one", "C-2", {{"a", first}, {"b", first}, {"c", first}, {"d", first}, {"e", first}});
  know("other", "C-3", {{"a", second}, {"b", second}, {"c", second}, {"f", second}, {"g", second}});
  shows_["one and other"] = shows_["broad and one and other"] = {{"a", both}, {"b", both}, {"c", both}};
  for (std::string const id : {"a", "b", "c"}) judge(id, {"C-1"}, both);
  judge("passes", {"C-1"}, {});
  for (std::string const id : {"d", "e"}) judge(id, {"C-2"}, first);
  for (std::string const id : {"f", "g"}) judge(id, {"C-3"}, second);
  std::vector<std::string> blamed;
  for (Fault const& fault : made().faults) blamed.push_back(fault.known->id);
  EXPECT_THAT(blamed, ElementsAre("one", "other"));
}

TEST_F(Diagnoses, GroupUnknownMistakesBySignature) {
  judge("a", {"C-1"}, {at("/x"), at("/x", "missing")});
  judge("b", {"C-1"}, {at("/x"), at("/x", "missing")});
  judge("c", {"C-2"}, {at("/y")});
  judge("d", {"C-2"}, {});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2)) << "two forms that the same vectors show are one fault";
  EXPECT_THAT(diagnosis.faults[0].signatures, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1"));
  EXPECT_EQ(diagnosis.faults[0].known, nullptr);
  EXPECT_THAT(diagnosis.faults[1].clauses, ElementsAre("C-2"));
}

TEST_F(Diagnoses, NeverHoldAClauseWithoutKnownPlaces) {
  know("one", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}});
  judge("a", {"C-1"}, {at("/x")});
  judge("b", {"C-2"}, {at("/x")});
  EXPECT_EQ(made().blames.at(1).standing, Standing::not_testable);
}

TEST_F(Diagnoses, HoldAClauseThatSomethingIsThereWhereTheInsideOfItIsWrong) {
  know("lost", "C-1", {{"a", {at("/tools", "missing")}}, {"b", {at("/tools", "missing")}}});
  know("inside", "C-2", {{"a", {at("/tools/*/name", "missing")}}, {"c", {at("/tools/*/name", "missing")}}});
  judge("a", {"C-1"}, {at("/tools/*/name", "missing")});
  judge("b", {"C-1"}, {});
  judge("c", {"C-2"}, {at("/tools/*/name", "missing")});
  EXPECT_EQ(made().blames.at(0).standing, Standing::held) << "the tools are there";
}

TEST_F(Diagnoses, NameTheClauseOfTheVeryPlaceOfWhatNoMistakeExplains) {
  know("container", "C-1", {{"a", {at("/tools", "missing")}}});
  know("member", "C-2", {{"a", {at("/tools/*/name", "missing")}}});
  judge("a", {"C-1", "C-2"}, {at("/tools/*/name", "another value: a number")});
  judge("b", {"C-1", "C-2"}, {at("/tools", "another value: a number")});
  know("container-too", "C-1", {{"b", {at("/tools", "missing")}}});
  know("member-too", "C-2", {{"b", {at("/tools/*/name", "missing")}}});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].own, ElementsAre(1U));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1"));
  EXPECT_THAT(diagnosis.faults[1].own, ElementsAre(0U));
  EXPECT_THAT(diagnosis.faults[1].clauses, ElementsAre("C-2"));
}

TEST_F(Diagnoses, NeverHoldAClauseBesideWhosePlacesIsAMemberTooMany) {
  know("one", "C-1", {{"a", {at("/list/*/own")}}, {"b", {at("/list/*/own")}}, {"c", {at("/list/*/own")}}});
  know("two", "C-2", {{"b", {at("/list/*/text")}}});
  know("three", "C-3", {{"c", {at("/other")}}});
  for (char const* const id : {"a", "b", "c"})
    judge(id, {std::map<std::string, std::string>{{"a", "C-1"}, {"b", "C-2"}, {"c", "C-3"}}.at(id)},
          {at("/list/*/own")});
  Diagnosis const diagnosis = made();
  EXPECT_EQ(diagnosis.blames.at(1).standing, Standing::beside) << "C-2 is about objects in the list";
  EXPECT_EQ(diagnosis.blames.at(2).standing, Standing::held) << "C-3 is not";
}

TEST_F(Diagnoses, CountAsPassingWithoutItOnlyVectorsOfWhichNothingIsLeft) {
  std::map<std::string, std::set<Signature>> const of_one = {{"a", {at("/x")}}, {"b", {at("/x")}}, {"c", {at("/x")}}};
  know("one", "C-1", of_one);
  judge("a", {"C-1"}, {at("/x")});
  judge("b", {"C-2"}, {at("/x"), at("/y", "missing")});
  judge("c", {"C-3"}, {at("/x")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1)) << "what lies beside a found mistake is taken for a part of it";
  // By subtracting: what each vector shows less what the mistake makes there.
  std::vector<std::size_t> without_rest;
  for (std::size_t index = 0; index < judged_.size(); ++index) {
    std::set<Signature> left = judged_[index].shown;
    for (Signature const& signature : of_one.at(std::string(1, static_cast<char>('a' + index)))) left.erase(signature);
    if (left.empty()) without_rest.push_back(index);
  }
  EXPECT_THAT(without_rest, ElementsAre(0U, 2U));
  EXPECT_EQ(diagnosis.faults[0].alone, without_rest);
}

TEST_F(Diagnoses, BlameWhatWasAddedToAVectorOnTheClausesOfTheAddition) {
  judge("a", {"C-1"}, {});
  judged_.back().besides = {{at("note", "changes the answer"), {"C-7", "C-8"}}};
  judge("b", {"C-2"}, {at("/x")});
  judged_.back().besides = {{at("note", "changes the answer"), {"C-7", "C-8"}}};
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[1].clauses, ElementsAre("C-7", "C-8"));
  EXPECT_THAT(diagnosis.faults[1].own, ElementsAre(0U, 1U));
  EXPECT_THAT(diagnosis.faults[1].alone, ElementsAre(0U)) << "the other vector fails by itself as well";
  EXPECT_EQ(diagnosis.blames[0].standing, Standing::passing);
  EXPECT_THAT(diagnosis.blames[0].clauses, ElementsAre("C-7", "C-8"));
  EXPECT_EQ(diagnosis.blames[1].standing, Standing::own);
}

TEST_F(Diagnoses, NameNoClauseThatOnlyVectorsShowWhichDecideNothing) {
  know("always-wav", "C-1",
       {{"open", {at("/format")}}, {"a", {at("/format")}}, {"b", {at("/format")}}, {"passes", {at("/format")}}});
  judge("open", {"C-1"}, {at("/format")});
  judged_.back().gating = false;
  judge("a", {"C-2"}, {at("/format")});
  judge("b", {"C-2"}, {at("/format")});
  judge("passes", {"C-1"}, {});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-2"));
  EXPECT_THAT(diagnosis.faults[0].own, ElementsAre(1U, 2U));
}

TEST_F(Diagnoses, NameTheClauseOfAMistakeThatShowsWhereverItWould) {
  know("always-wav", "C-1", {{"open", {at("/format")}}, {"a", {at("/format")}}});
  judge("open", {"C-1"}, {at("/format")});
  judged_.back().gating = false;
  judge("a", {"C-2"}, {at("/format")});
  EXPECT_THAT(made().faults.at(0).clauses, ElementsAre("C-1"));
}

TEST_F(Diagnoses, LayWhatARunSendsToTheFaultWithWhichItsRequestIsBuilt) {
  auto const of = [](char const* operation, char const* place) {
    return Signature{.operation = operation, .place = place, .change = "missing"};
  };
  judge("a", {"C-1"}, {of("build_request", "/body/x")});
  judge("b", {"C-2"}, {of("turn", "/requests/*/body/x")});
  judge("c", {"C-3"}, {of("turn", "/requests/*/body/x"), of("turn", "/outcome/y")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1"));
  EXPECT_THAT(diagnosis.faults[0].other, UnorderedElementsAre(1U, 2U));
  EXPECT_THAT(diagnosis.faults[1].clauses, ElementsAre("C-3"));
  EXPECT_THAT(diagnosis.blames[1].clauses, IsEmpty());
}

TEST_F(Diagnoses, BlameNoKnownMistakeOfARunForARequestThatIsBuiltLikeThat) {
  Signature const built = {.operation = "build_request", .place = "/body/x", .change = "missing"};
  Signature const sent = {.operation = "run", .place = "/requests/*/body/x", .change = "missing"};
  know("lost-when-asynchronous", "C-2", {{"b", {sent}}});
  judge("a", {"C-1"}, {built});
  judge("b", {"C-2"}, {sent});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1"));
}

TEST_F(Diagnoses, BlameAKnownMistakeOfARunThatShowsMoreThanWhatIsBuilt) {
  Signature const built = {.operation = "build_request", .place = "/body/x", .change = "missing"};
  Signature const sent = {.operation = "run", .place = "/requests/*/body/x", .change = "missing"};
  Signature const more = {.operation = "run", .place = "/requests/*/body/y", .change = "missing"};
  know("lost-when-asynchronous", "C-2", {{"b", {sent, more}}});
  judge("a", {"C-1"}, {built});
  judge("b", {"C-2"}, {sent, more});
  EXPECT_THAT(made().faults, SizeIs(2));
}

TEST_F(Diagnoses, LayAlternativesThatARunMissesToTheFaultInsideOfThem) {
  Signature const built = {.operation = "build_request", .place = "/body/input/*/content", .change = "missing"};
  Signature const sent = {
      .operation = "run", .place = "/requests/*/body/input", .change = "an array that does not fit"};
  judge("a", {"C-1"}, {built});
  of_interface("openai", "responses");
  judge("b", {"C-2"}, {sent});
  of_interface("openai", "responses");
  judge("c", {"C-3"}, {sent});
  of_interface("openai", "chat");
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1"));
  EXPECT_THAT(diagnosis.faults[0].other, ElementsAre(1U));
  EXPECT_THAT(diagnosis.faults[1].clauses, ElementsAre("C-3")) << "another interface has other code";
}

TEST_F(Diagnoses, TakeForNoProofWhatAKnownMistakeShowsInManyMoreVectors) {
  know("one", "C-1", {{"a", {at("/x")}}, {"b", {at("/x")}}});
  for (char const* const id : {"a", "b"}) judge(id, {"C-1"}, {at("/x")});
  judge("c", {"C-2"}, {at("/x")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1));
  EXPECT_THAT(diagnosis.faults[0].clauses, ElementsAre("C-1"));
  EXPECT_THAT(diagnosis.faults[0].other, ElementsAre(2U));
}

TEST_F(Diagnoses, NameNoClauseWhoseVectorsShowOnlyWhatMoreOfAnotherShow) {
  for (char const* const id : {"a", "b"}) judge(id, {"C-1"}, {at("/x", "missing")});
  judge("c", {"C-2"}, {at("/x", "missing")});
  judge("d", {"C-3"}, {at("/x", "missing"), at("/y", "missing")});
  Diagnosis const diagnosis = made();
  for (Fault const& fault : diagnosis.faults) {
    EXPECT_THAT(fault.clauses, testing::Not(testing::Contains("C-2")));
  }
  EXPECT_THAT(diagnosis.faults[0].clauses, testing::Contains("C-1"));
}

TEST_F(Diagnoses, LayHostileTextsToTheFaultThatPlainOnesShow) {
  Signature const habit = at("around", "a value is not handed on as it is");
  judge("plain", {"C-1"}, {at("/body/prompt", "white space missing at both ends")});
  judge("prompt", {"C-2"}, {habit});
  judged_.back().hostile = {{habit, {at("/body/prompt", "white space missing at the end")}}};
  judge("model", {"C-3"}, {habit});
  judged_.back().hostile = {{habit, {at("/body/model", "white space missing at the end")}}};
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(2));
  for (Fault const& fault : diagnosis.faults) {
    bool const is_plain = fault.clauses == std::vector<std::string>{"C-1"};
    EXPECT_THAT(fault.own, is_plain ? ElementsAre(0U) : ElementsAre(2U));
    EXPECT_THAT(fault.other, SizeIs(is_plain ? 1U : 0U)) << "C-2 has nothing to do with blanks around the prompt";
  }
}

TEST_F(Diagnoses, KeepHostileTextsInTheFaultThatShowsThemPlainlyItself) {
  Signature const habit = at("around", "a value is not handed on as it is");
  Signature const plain = at("/body/prompt", "white space missing at both ends");
  judge("a", {"C-1"}, {plain, habit});
  judged_.back().hostile = {{habit, {at("/body/prompt", "white space missing at the end")}}};
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1));
  EXPECT_THAT(diagnosis.faults[0].signatures, UnorderedElementsAre(plain, habit));
}

TEST_F(Diagnoses, CountAnAdditionOnceInWhateverOperationAndBesideWhatPlainVectorsShow) {
  Signature of_turn = at("streams/note", "changes the answer");
  of_turn.operation = "turn";
  judge("a", {"C-1"}, {});
  judged_.back().besides = {{at("streams/note", "changes the answer"), {"C-7"}}};
  judge("b", {"C-2"}, {});
  judged_.back().besides = {{of_turn, {"C-7"}}};
  EXPECT_THAT(made().faults, SizeIs(1));
  judge("c", {"C-7"}, {at("/x")});
  Diagnosis const diagnosis = made();
  ASSERT_THAT(diagnosis.faults, SizeIs(1)) << "the plain vector shows the same mistake";
  EXPECT_THAT(diagnosis.faults[0].own, ElementsAre(2U, 0U, 1U)) << "the plain one names it";
  EXPECT_EQ(diagnosis.blames[0].standing, Standing::passing);
}

}  // namespace
}  // namespace conformance::diagnosis_test
