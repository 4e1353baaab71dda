#include "harness/judge/variations/carried_values.hpp"

#include <gmock/gmock.h>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/variations/sample_carried_page.hpp"
#include "harness/judge/vectors/sample_vectors.hpp"

namespace conformance::carried_values_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

Vector text_vector() {
  return one_sample_vector({{"given", {{"text", "plum"}}}, {"expect", {{"value", {{"body", "plum"}}}}}});
}

Vector name_vector() {
  return one_sample_vector(
      {{"given", {{"tools", {{{"name", "weigh"}}}}}}, {"expect", {{"value", {{"body", "weigh"}}}}}});
}

std::vector<std::string> due(Vector const& vector, VariationsWanted const& wanted) {
  return CarriedValues(sample_carried_page(), wanted, {&vector}).due(vector, Way::direct);
}

std::string text_with(std::string const& name) {
  Vector const vector = text_vector();
  return CarriedValues(sample_carried_page(), {}, {&vector}).with(vector, name, Way::direct).steps[0].given["text"];
}

TEST(CarriedValues, AreThreeForAVector) {
  EXPECT_THAT(due(text_vector(), {}), ElementsAre("inside", StartsWith("around/"), StartsWith("instead/")));
}

TEST(CarriedValues, AreChosenByTheSeed) {
  std::set<std::vector<std::string>> choices;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    choices.insert(due(text_vector(), {.all = false, .seed = seed, .names = {}}));
    EXPECT_EQ(due(text_vector(), {.all = false, .seed = seed, .names = {}}),
              due(text_vector(), {.all = false, .seed = seed, .names = {}}));
  }
  EXPECT_THAT(choices, SizeIs(4));
}

TEST(CarriedValues, AreAllThatThereAreOnRequest) {
  EXPECT_THAT(due(text_vector(), {.all = true, .seed = 1, .names = {}}),
              ElementsAre("inside", "inside/line-ends", "inside/quotes", "around/blanks", "around/tabs", "instead/null",
                          "instead/zero"));
  EXPECT_THAT(due(text_vector(), {.all = false, .seed = 1, .names = {"inside/quotes"}}), ElementsAre("inside/quotes"));
}

TEST(CarriedValues, LeaveOutWhatIsNotHandedOnThere) {
  EXPECT_THAT(due(name_vector(), {.all = true, .seed = 1, .names = {}}),
              ElementsAre("inside", "inside/line-ends", "instead/null", "instead/zero"));
  EXPECT_THAT(due(name_vector(), {.all = false, .seed = 1, .names = {"inside/quotes"}}), IsEmpty());
}

TEST(CarriedValues, AreNoneForAVectorThatHandsNothingOn) {
  Vector const vector = one_sample_vector({{"expect", {{"value", {{"lines", 1}}}}}});
  EXPECT_THAT(due(vector, {.all = true, .seed = 1, .names = {"around/tabs"}}), IsEmpty());
}

TEST(CarriedValues, RefuseANameThatIsNotOnThePage) {
  EXPECT_THROW(CarriedValues(sample_carried_page(), {.all = false, .seed = 1, .names = {"around/tab"}}, {}),
               InputError);
}

TEST(CarriedValues, PutInAllThatIsInsideAtOnce) {
  EXPECT_EQ(text_with("inside"), "plum\r\nb\"plum\"");
  EXPECT_EQ(text_with("inside/quotes"), "\"plum\"");
  EXPECT_EQ(text_with("around/tabs"), "\tplum\t");
  EXPECT_EQ(text_with("instead/null"), "null");
  Vector const vector = text_vector();
  EXPECT_THAT(CarriedValues(sample_carried_page(), {}, {&vector}).parts_of(vector, "inside", Way::direct),
              ElementsAre("inside/line-ends", "inside/quotes"));
}

Vector vector_of_two() {
  return one_sample_vector(
      {{"given", {{"more", {"plum", "pear"}}}}, {"expect", {{"value", {{"body", {"plum", "pear"}}}}}}});
}

TEST(CarriedValues, TakeThePlaceOfOneValueOnly) {
  Vector const vector = vector_of_two();
  CarriedValues const values(sample_carried_page(), {}, {&vector});
  auto const more_with = [&](std::string const& name) {
    return values.with(vector, name, Way::direct).steps[0].given["more"];
  };
  EXPECT_EQ(more_with("instead/null#1"), Json({"plum", "null"}));
  EXPECT_EQ(more_with("instead/null#2"), Json({"null", "pear"}));
  EXPECT_EQ(more_with("instead/null#3"), Json({"plum", "pear"}));
  EXPECT_EQ(more_with("around/tabs"), Json({"\tplum\t", "\tpear\t"}));
}

TEST(CarriedValues, TakeThePlaceOfEachValueWhenChosenByName) {
  Vector const vector = vector_of_two();
  auto const chosen = [&](std::string const& name) { return due(vector, {.all = false, .seed = 1, .names = {name}}); };
  EXPECT_THAT(chosen("instead/null"), ElementsAre("instead/null#1", "instead/null#2"));
  EXPECT_THAT(chosen("instead/null#2"), ElementsAre("instead/null#2"));
  EXPECT_THAT(chosen("instead/null#3"), IsEmpty());
  EXPECT_THAT(chosen("around/tabs"), ElementsAre("around/tabs"));
  EXPECT_THAT(due(text_vector(), {.all = false, .seed = 1, .names = {"instead/null"}}), ElementsAre("instead/null"));
  for (char const* const name : {"around/tabs#1", "inside#1", "instead/null#0", "instead/none#1"})
    EXPECT_THROW(static_cast<void>(chosen(name)), InputError) << name;
}

TEST(CarriedValues, TakeThePlacesOfAllValuesBySeedsInARow) {
  Vector const vector = vector_of_two();
  std::set<std::string> played;
  for (std::uint64_t const seed : {7, 8}) {
    std::vector<std::string> const all = due(vector, {.all = true, .seed = seed, .names = {}});
    EXPECT_THAT(all, SizeIs(7)) << "as many as for a vector with one value";
    played.insert(all.begin(), all.end());
    std::vector<std::string> const usual = due(vector, {.all = false, .seed = seed, .names = {}});
    EXPECT_THAT(usual, testing::IsSubsetOf(all)) << "what is usual is played under all";
  }
  EXPECT_THAT(played, testing::IsSupersetOf({"instead/null#1", "instead/null#2", "instead/zero#1", "instead/zero#2"}));
}

TEST(CarriedValues, DoNotRepeatATextOfTheVector) {
  Vector const vector =
      one_sample_vector({{"given", {{"text", "plum"}, {"role", "null"}}}, {"expect", {{"value", {{"body", "plum"}}}}}});
  EXPECT_THAT(due(vector, {.all = false, .seed = 1, .names = {"instead/null", "instead/zero"}}),
              ElementsAre("instead/zero"));
}

TEST(CarriedValues, AreOfOtherTypesWhereThePageAllowsIt) {
  CarriedPage page = sample_carried_page();
  page.hostile.push_back({.kind = "values", .name = "values/zero", .text = "", .value = Json(0)});
  Vector const vector = text_vector();
  EXPECT_THAT(CarriedValues(page, {.all = true, .seed = 1, .names = {}}, {&vector}).due(vector, Way::direct),
              testing::Not(testing::Contains("values/zero")));
  page.types.front().is_any = true;
  CarriedValues const values(page, {.all = true, .seed = 1, .names = {}}, {&vector});
  EXPECT_THAT(values.due(vector, Way::direct), testing::Contains("values/zero"));
  Vector const with = values.with(vector, "values/zero", Way::direct);
  EXPECT_EQ(with.steps[0].given, (Json{{"text", 0}}));
  EXPECT_EQ(with.steps[0].expect.outcome.value, (Json{{"body", 0}}));
}

TEST(HostileVectors, AreOneForEachTextThatIsDue) {
  Vector const vector = text_vector();
  std::vector<Vector> const hostile = rewritten_vectors(
      {vector},
      CarriedValues(sample_carried_page(), {.all = false, .seed = 1, .names = {"around/tabs", "inside"}}, {&vector}),
      Way::direct);
  ASSERT_THAT(hostile, SizeIs(2));
  EXPECT_EQ(hostile[0].id, vector.id + " with around/tabs");
  EXPECT_EQ(hostile[0].steps[0].expect.outcome.value, (Json{{"body", "\tplum\t"}}));
}

}  // namespace
}  // namespace conformance::carried_values_test
