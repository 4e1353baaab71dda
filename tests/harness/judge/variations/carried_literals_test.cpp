#include "harness/judge/variations/carried_literals.hpp"

#include <gmock/gmock.h>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/variations/sample_carried_page.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::carried_literals_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Vector vector_of(Json const& given, Json const& value) {
  return one_sample_vector({{"given", given}, {"expect", {{"value", value}}}});
}

std::vector<std::string> carried_by(Vector const& vector) {
  CarriedPage const page = sample_carried_page();
  std::vector<std::string> texts;
  for (CarriedLiteral const& literal : CarriedLiterals(page).of(vector)) texts.push_back(literal.text);
  return texts;
}

TEST(CarriedLiterals, AreGivenAtAPlaceOfThePageAndExpectedAgain) {
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}}, {{"body", "plum"}})), ElementsAre("plum"));
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}}, {{"body", Json::array({"pear", "plum"})}})),
              ElementsAre("plum"));
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}}, {{"body", "pear"}})), IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"other", "plum"}}, {{"body", "plum"}})), IsEmpty());
}

TEST(CarriedLiterals, StandNowhereElse) {
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}, {"role", "plum"}}, {{"body", "plum"}})), IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}, {"other", "a plum tree"}}, {{"body", "plum"}})), IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}}, {{"body", "plum"}, {"all", "plums"}})), IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}, {"handlers", {{"plum", 1}}}}, {{"body", "plum"}})), IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}}, {{"body", "plum"}, {"all", {{"$match", "plum"}}}})), IsEmpty());
}

TEST(CarriedLiterals, AreNoneWhereThePageSaysSo) {
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}, {"counted", true}}, {{"body", "plum"}})), IsEmpty());
}

TEST(CarriedLiterals, AreNoWordsOfTheDocuments) {
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}}, {{"body", "plum"}, {"kind", "plum"}})), IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}, {"kind", "plum"}}, {{"body", "plum"}})), IsEmpty());
}

TEST(CarriedLiterals, AreNotPartOfEachOther) {
  EXPECT_THAT(carried_by(vector_of({{"more", {"plum", "plum tree"}}}, {{"one", "plum"}, {"two", "plum tree"}})),
              ElementsAre("plum tree"));
}

TEST(CarriedLiterals, MayStandInQuotesInsideOfJsonText) {
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}, {"json", R"({"a":"plum"})"}}, {{"body", "plum"}})),
              ElementsAre("plum"));
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}, {"json", R"({"a":"plums"})"}}, {{"body", "plum"}})), IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"text", "plum"}, {"json", R"({"plum":1})"}}, {{"body", "plum"}})), IsEmpty());
}

TEST(CarriedLiterals, MayBeKeysWhenTheyAreNames) {
  Json const given = {{"tools", {{{"name", "weigh"}}}}, {"handlers", {{"weigh", 1}}}};
  EXPECT_THAT(carried_by(vector_of(given, {{"called", "weigh"}})), ElementsAre("weigh"));
}

TEST(CarriedLiterals, MayBePartOfWhatIsExpectedWhereThePageSaysSo) {
  Json const inputs = {{"inputs", {{"who", "Ada"}}}};
  EXPECT_THAT(carried_by(vector_of(inputs, {{"body", "Hello Ada!"}})), ElementsAre("Ada"));
  EXPECT_THAT(carried_by(vector_of(inputs, {{"body", {{"$match", "Hello Ada"}}}})), IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"inputs", {{"who", "Ada"}}}, {"other", "Adams"}}, {{"body", "Hello Ada!"}})),
              IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"inputs", {{"who", "Ada"}}}}, {{"body", "Ada"}, {"kind", "Adamant"}})), IsEmpty());
  EXPECT_THAT(carried_by(vector_of({{"inputs", {{"who", "\n\n"}}}}, {{"body", "Hello\n\nAda\n\n"}})), IsEmpty())
      << "which of the two was given is not to be seen";
}

TEST(CarriedLiterals, AreNotLookedForWhereTheWordingOfAnErrorIs) {
  Vector const vector = one_sample_vector(
      {{"given", {{"text", "plum"}}}, {"expect", {{"error", {{"messageContains", "no plum"}, {"partial", "plum"}}}}}});
  EXPECT_THAT(carried_by(vector), IsEmpty());
}

TEST(CarriedLiterals, MayBeTheTextsInJsonText) {
  CarriedPage page = sample_carried_page();
  page.types.front().is_json = true;
  auto const carried = [&](Json const& given, Json const& expected) {
    std::vector<std::string> texts;
    for (CarriedLiteral const& literal : CarriedLiterals(page).of(vector_of(given, expected)))
      texts.push_back(literal.text);
    return texts;
  };
  EXPECT_THAT(carried({{"text", R"({"a": ["plum", 1]})"}}, {{"called", {{"a", {"plum", 1}}}}}), ElementsAre("plum"));
  EXPECT_THAT(carried({{"text", R"({"plum": "a tree"})"}}, {{"called", {{"plum", "a tree"}}}}), ElementsAre("a tree"));
  // Where it is written otherwise, nothing could be put in its place.
  EXPECT_THAT(carried({{"text", R"(["pl\u0075m"])"}}, {{"called", {"plum"}}}), IsEmpty());
  EXPECT_THAT(carried({{"text", "plum"}}, {{"called", "plum"}}), IsEmpty());
}

TEST(CarriedLiterals, AreLookedForInVectorsOfTheirOperationsAndMembers) {
  CarriedPage page = sample_carried_page();
  page.types.front().operations = {"load"};
  Vector const vector = vector_of({{"text", "plum"}}, {{"body", "plum"}});
  EXPECT_THAT(CarriedLiterals(page).of(vector), IsEmpty());
  page.types.front().operations.insert(vector.steps.front().operation);
  EXPECT_THAT(CarriedLiterals(page).of(vector), SizeIs(1));
  page.types.front().members = {"other"};
  EXPECT_THAT(CarriedLiterals(page).of(vector), IsEmpty());
  page.types.front().members.insert("text");
  EXPECT_THAT(CarriedLiterals(page).of(vector), SizeIs(1));
}

TEST(CarriedLiterals, RefuseAPageThatIsNoJq) {
  CarriedPage page = sample_carried_page();
  page.types.front().places = {".a | ("};
  EXPECT_THROW(CarriedLiterals{page}, InputError);
}

TEST(ReplacedValues, ArePartOfWhatIsExpectedOnly) {
  CarriedPage const page = sample_carried_page();
  Vector const vector = vector_of({{"inputs", {{"who", "Ada"}}}}, {{"body", "Hello Ada, dear Ada!"}});
  Vector const changed = with_replaced(vector, {{"Ada", {.text = "A\nda", .is_part = true}}}, page);
  EXPECT_EQ(changed.steps[0].given, (Json{{"inputs", {{"who", "A\nda"}}}}));
  EXPECT_EQ(changed.steps[0].expect.outcome.value, (Json{{"body", "Hello A\nda, dear A\nda!"}}));
}

TEST(ReplacedValues, AreNotSearchedForEachOther) {
  CarriedPage const page = sample_carried_page();
  Vector const vector = vector_of({{"inputs", {"Hel", "lo"}}}, {{"body", "Hello"}});
  Vector const changed = with_replaced(
      vector, {{"Hel", {.text = "Hel below", .is_part = true}}, {"lo", {.text = "lo!", .is_part = true}}}, page);
  EXPECT_EQ(changed.steps[0].expect.outcome.value, (Json{{"body", "Hel belowlo!"}}));
}

TEST(ReplacedValues, StandInAllThatIsGivenAndExpected) {
  CarriedPage const page = sample_carried_page();
  Vector const vector = vector_of(
      {{"text", "plum"}, {"tools", {{{"name", "weigh"}}}}, {"handlers", {{"weigh", R"([1,"plum"]  )"}}}, {"weigh", 1}},
      {{"body", "plum"}, {"called", "weigh"}});
  Vector const changed =
      with_replaced(vector, {{"plum", {.text = "\"\n"}}, {"weigh", {.text = "x y", .is_name = true}}}, page);
  EXPECT_EQ(
      changed.steps[0].given,
      (Json{
          {"text", "\"\n"}, {"tools", {{{"name", "x y"}}}}, {"handlers", {{"x y", R"([1,"\"\n"]  )"}}}, {"weigh", 1}}));
  EXPECT_EQ(changed.steps[0].expect.outcome.value, (Json{{"body", "\"\n"}, {"called", "x y"}}));
  EXPECT_EQ(changed.id, vector.id);
}

TEST(ReplacedValues, MayBeOfAnotherType) {
  CarriedPage const page = sample_carried_page();
  Vector const vector =
      vector_of({{"text", "plum"}, {"json", R"({"a": "plum"})"}}, {{"body", "plum"}, {"said", R"(["plum"])"}});
  Vector const changed = with_replaced(vector, {{"plum", {.text = "", .value = Json{{"no", nullptr}}}}}, page);
  EXPECT_EQ(changed.steps[0].given, (Json{{"text", {{"no", nullptr}}}, {"json", R"({"a": {"no":null}})"}}));
  EXPECT_EQ(changed.steps[0].expect.outcome.value, (Json{{"body", {{"no", nullptr}}}, {"said", R"([{"no":null}])"}}));
}

}  // namespace
}  // namespace conformance::carried_literals_test
