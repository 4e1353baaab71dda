#include "mock-provider/matching/expectation.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace conformance::expectation_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

std::optional<Difference> difference_of(std::string_view expectation, std::string_view answer) {
  return first_difference(Json::parse(expectation), Json::parse(answer));
}

auto differs_at(std::string const& pointer, std::string const& expected, std::string const& got) {
  return Optional(AllOf(Field(&Difference::pointer, pointer), Field(&Difference::expected, Json::parse(expected)),
                        Field(&Difference::got, Json::parse(got))));
}

TEST(Differences, ShowBothSidesOfTheFirst) {
  EXPECT_THAT(difference_of(R"({"a":[1,{"b":2}],"c":3})", R"({"a":[1,{"b":9}],"c":9})"),
              differs_at("/a/1/b", "2", "9"));
}

TEST(Differences, SayWhetherSomethingIsMissingOrTooMuch) {
  EXPECT_THAT(difference_of(R"({"a":1})", "{}"), Optional(Field(&Difference::message, HasSubstr("\"a\" is missing"))));
  EXPECT_THAT(difference_of("{}", R"({"a":1})"),
              Optional(Field(&Difference::message, HasSubstr("\"a\" is not expected"))));
  EXPECT_THAT(difference_of("[1,2]", "[1]"),
              AllOf(differs_at("/1", "2", "null"), Optional(Field(&Difference::message, HasSubstr("missing")))));
  EXPECT_THAT(difference_of("[1]", "[1,2]"),
              AllOf(differs_at("/1", "null", "2"), Optional(Field(&Difference::message, HasSubstr("not expected")))));
}

TEST(Differences, NameTypesThatDoNotFit) {
  EXPECT_THAT(difference_of(R"({"a":1})", "[1]"), Optional(Field(&Difference::message, HasSubstr("an array"))));
  EXPECT_THAT(difference_of(R"({"$type":"integer"})", "true"),
              Optional(Field(&Difference::message, AllOf(HasSubstr("integer"), HasSubstr("a boolean")))));
}

TEST(Differences, InsideJsonTextsNameThePlaceInTheText) {
  EXPECT_THAT(difference_of(R"({"args":{"$json":{"a":[1]}}})", R"({"args":"{\"a\":[2]}"})"),
              Optional(AllOf(Field(&Difference::pointer, "/args"), Field(&Difference::message, HasSubstr("/a/0")))));
}

TEST(Differences, TakeJsonTextsThatAreNestedTooDeeplyForNone) {
  std::string const deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  EXPECT_THAT(first_difference({{"$json", 1}}, deep),
              Optional(Field(&Difference::message, HasSubstr("does not hold JSON"))));
}

TEST(Differences, OfAlternativesStandAtTheAlternatives) {
  EXPECT_THAT(difference_of(R"({"a":{"$oneOf":[{"b":1},{"b":2}]}})", R"({"a":{"b":3}})"),
              Optional(AllOf(Field(&Difference::pointer, "/a"), Field(&Difference::message, HasSubstr("2")))));
}

TEST(Differences, EscapePointers) {
  EXPECT_THAT(difference_of(R"({"x/y":{"~":1}})", R"({"x/y":{"~":2}})"), differs_at("/x~1y/~0", "1", "2"));
}

std::vector<std::string> places_of(std::string_view expectation, std::string_view answer) {
  std::vector<std::string> places;
  for (Difference const& found : differences(Json::parse(expectation), Json::parse(answer)))
    places.push_back(found.pointer + " " + std::string(difference_kind_name(found.kind)));
  return places;
}

TEST(Differences, AreAllOfThemInTheOrderOfTheExpectation) {
  EXPECT_THAT(
      places_of(R"({"a":1,"b":{"c":[1,2],"d":"x"},"e":{"$absent":true}})", R"({"e":0,"b":{"c":[1,3],"d":4},"f":1})"),
      ElementsAre("/a missing", "/b/c/1 other value", "/b/d other type", "/e extra", "/f extra"));
}

TEST(Differences, InListsOfOtherLengthsAreWhatWasPutInOrTakenOut) {
  EXPECT_THAT(places_of("[1,2,3]", "[1,9,2,3]"), ElementsAre("/1 extra"));
  EXPECT_THAT(places_of("[1,2,3]", "[1,3]"), ElementsAre("/1 missing"));
  EXPECT_THAT(places_of("[1,1]", "[1]"), ElementsAre("/1 missing"));
  EXPECT_THAT(places_of("[1,2,3]", "[9,3]"), ElementsAre("/0 missing", "/0 other value"));
}

TEST(Differences, OfListsOfOtherLengthsInEachOtherTakeNoTimeThatDoublesWithEachLevel) {
  Json expectation = 1;
  Json answer = 2;
  for (int level = 0; level < 200; ++level) {
    expectation = Json::array({std::move(expectation), 1});
    answer = Json::array({std::move(answer)});
  }
  EXPECT_FALSE(differences(expectation, answer).empty());
  EXPECT_FALSE(differences({{"$oneOf", Json::array({expectation})}}, answer).empty());
}

TEST(Differences, InListsInListsAreAlignedToo) {
  EXPECT_THAT(places_of("[[[1,2,3],4],5]", "[[[2,3],4],0,5]"), ElementsAre("/0/0/0 missing", "/1 extra"));
}

TEST(Differences, OfAlternativesAreThoseOfTheNearestThatLooksInside) {
  EXPECT_THAT(places_of(R"({"a":{"$oneOf":[[1,2,3],[1,2],{"$type":"string"}]}})", "{\"a\":[1,9,3]}"),
              ElementsAre("/a/1 other value"));
  EXPECT_THAT(places_of(R"({"$oneOf":[{"b":1,"c":2},{"$subset":{"b":2,"d":3}}]})", R"({"b":1,"c":3})"),
              ElementsAre("/c other value"));
  EXPECT_THAT(places_of(R"({"$oneOf":[{"$type":"string"},{"$nonEmpty":true}]})", "{}"), ElementsAre(" other value"));
}

TEST(Differences, OfElementsInAnyOrderAreThoseOfTheNearestPartners) {
  EXPECT_THAT(places_of(R"({"$unordered":[{"a":1,"b":2},{"a":5,"b":6}]})", R"([{"a":5,"b":6},{"a":1,"b":3}])"),
              ElementsAre("/1/b other value"));
  EXPECT_THAT(places_of(R"({"$unordered":[{"a":1,"b":2},7]})", "[7]"), ElementsAre("/0 missing"));
  EXPECT_THAT(places_of(R"({"$unordered":[7]})", "[7,8]"), ElementsAre("/1 extra"));
}

TEST(Differences, InsideJsonTextsAreAllThere) {
  std::vector<Difference> const found =
      differences(Json::parse(R"({"$json":{"a":1,"b":2}})"), Json(R"({"a":2,"b":3})"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].pointer, "");
  EXPECT_EQ(found[1].inside, "/b");
}

TEST(DifferenceKinds, AreFoundByTheirNames) {
  for (DifferenceKind const kind : {DifferenceKind::missing, DifferenceKind::extra, DifferenceKind::other_type,
                                    DifferenceKind::other_value, DifferenceKind::ending, DifferenceKind::malformed})
    EXPECT_EQ(difference_kind_named(difference_kind_name(kind)), kind);
  EXPECT_EQ(difference_kind_named("odd"), std::nullopt);
}

TEST(UnorderedArrays, MoveEarlierPartnersToFitLaterOnes) {
  // Taken greedily, the first would take 1, the second 2, and nothing would be left for the third.
  EXPECT_EQ(difference_of(R"({"$unordered":[{"$type":"integer"},{"$oneOf":[1,2]},1]})", "[1,2,3]"), std::nullopt);
  EXPECT_EQ(difference_of(R"({"$unordered":[{"$type":"integer"},{"$oneOf":[1,2]},1]})", "[3,2,1]"), std::nullopt);
}

TEST(UnorderedArrays, NeedAPartnerForEachElement) {
  EXPECT_NE(difference_of(R"({"$unordered":[{"$oneOf":[1,2]},{"$oneOf":[1,2]},1]})", "[1,2,3]"), std::nullopt);
  EXPECT_NE(difference_of(R"({"$unordered":[1,1,2]})", "[1,2,2]"), std::nullopt);
}

TEST(IntegerType, WantsATokenWithoutFraction) {
  EXPECT_EQ(difference_of(R"({"$type":"integer"})", "9007199254740993"), std::nullopt);
  EXPECT_NE(difference_of(R"({"$type":"integer"})", "1.0"), std::nullopt);
  EXPECT_NE(difference_of(R"({"$type":"integer"})", "1e2"), std::nullopt);
}

TEST(TrimEnd, TakesOffEveryWhitespaceOfTheList) {
  EXPECT_EQ(difference_of(R"({"$trimEnd":"x"})", R"("x \t\n\r\f\u000b")"), std::nullopt);
  EXPECT_NE(difference_of(R"({"$trimEnd":"x"})", "\"x\u00a0\""), std::nullopt);
}

TEST(MalformedExpectations, NeverMatchAndTellWhere) {
  EXPECT_THAT(
      difference_of(R"({"a":{"$subst":{}}})", R"({"a":{"$subst":{}}})"),
      Optional(Field(&Difference::message, AllOf(HasSubstr("malformed"), HasSubstr("/a"), HasSubstr("$subst")))));
}

TEST(ProblemsOfExpectations, ComeInDocumentOrderWithTheirPlaces) {
  Json const expectation = Json::parse(
      R"({"a":{"$nope":1},"b":[1,{"$absent":true}],"c":{"$match":"x|y"},"d":{"$subset":{"e":{"$type":"float"}}}})");
  std::vector<std::string> pointers;
  for (ExpectationProblem const& problem : problems_of_expectation(expectation)) pointers.push_back(problem.pointer);
  EXPECT_THAT(pointers, ElementsAre("/a", "/b/1", "/c/$match", "/d/$subset/e/$type"));
}

TEST(ProblemsOfExpectations, TellHowToMendUnknownMatchers) {
  std::vector<ExpectationProblem> const problems = problems_of_expectation({{"$ref", "#/x"}});
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_THAT(problems.front().message, AllOf(HasSubstr("\"$ref\""), HasSubstr("$literal")));
}

TEST(ProblemsOfExpectations, AreNotSeenInLiterals) {
  EXPECT_THAT(problems_of_expectation(Json::parse(R"({"$literal":{"$nope":{"$match":"("}}})")), IsEmpty());
}

}  // namespace
}  // namespace conformance::expectation_test
