#include "harness/proof/habits/habit_matrix.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "harness/input_error_of.hpp"
#include "support/temporary_folder.hpp"

namespace conformance::habit_reasons_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

StruckPlace at(std::string const& place, std::string const& habit) {
  auto const found =
      std::find_if(all_habits().begin(), all_habits().end(), [&](Habit const& known) { return known.name == habit; });
  return {.operation = "load", .place = place, .habit = &*found};
}

class HabitReasons : public testing::Test {
 protected:
  std::vector<HabitReason> read(std::string const& text, std::string const& edition = first_edition) {
    static_cast<void>(folder_.write("unnoticed-habits.yaml", text));
    return read_habit_reasons(folder_.path(), edition);
  }

  std::string refused(std::string const& text) {
    return input_error_of([&] { static_cast<void>(read(text)); });
  }

  prompty_tests::TemporaryFolder folder_;
};

TEST_F(HabitReasons, NeedNotBeThere) {
  EXPECT_THAT(read_habit_reasons(folder_.path(), first_edition), IsEmpty());
}

TEST_F(HabitReasons, SpeakOfPlacesAndOfAllHabitsOrSome) {
  std::vector<HabitReason> const reasons = read(
      "- {places: 'load /value/name', habits: [trim*], why: blanks are free}\n"
      "- {places: '* /value/[*]/x', why: nobody asks}\n");
  ASSERT_THAT(reasons, SizeIs(2));
  EXPECT_EQ(reason_of(reasons, at("/value/name", "trimmed")), &reasons[0]);
  EXPECT_EQ(reason_of(reasons, at("/value/name", "case-blind")), nullptr);
  EXPECT_EQ(reason_of(reasons, at("/value/names", "trimmed")), nullptr);
  EXPECT_EQ(reason_of(reasons, at("/value/*/x", "case-blind")), &reasons[1]);
  EXPECT_EQ(reason_of(reasons, at("/value/a/x", "case-blind")), nullptr);
}

TEST_F(HabitReasons, HoldInTheEditionsThatTheyName) {
  std::string const text =
      "- {places: 'load /value/a', why: ended, until: 2026-04}\n"
      "- {places: 'load /value/b', why: new, since: 2026-08}\n"
      "- {places: 'load /value/c', why: always}\n";
  auto const places_in = [&](std::string const& edition) {
    std::vector<std::string> places;
    for (HabitReason const& reason : read(text, edition)) places.push_back(reason.places);
    return places;
  };
  EXPECT_THAT(places_in("2026-04"), ElementsAre("load /value/a", "load /value/c"));
  EXPECT_THAT(places_in("2026-08"), ElementsAre("load /value/b", "load /value/c"));
}

TEST_F(HabitReasons, AreNeedlessWhereEverythingIsNoticed) {
  std::vector<HabitReason> const reasons = read(
      "- {places: 'load /value/a', why: first}\n"
      "- {places: 'load /value/b', why: noticed}\n"
      "- {places: 'load /value/*', habits: [trimmed], why: said already}\n");
  HabitMatrix matrix;
  matrix[at("/value/a", "trimmed")] = {};
  matrix[at("/value/b", "trimmed")] = {
      .sections = {{"1.1", {.struck = "load/basics/x", .noticed_by = "load/basics/x"}}}};
  EXPECT_THAT(needless_reasons(reasons, matrix), ElementsAre(&reasons[1], &reasons[2]));
}

TEST(IdleHabits, AreThoseThatStrikeNowhere) {
  HabitMatrix matrix;
  matrix[at("/value/a", "trimmed")] = {};
  std::vector<std::string> const idle = idle_habits(matrix);
  EXPECT_THAT(idle, SizeIs(all_habits().size() - 1));
  EXPECT_THAT(idle, testing::Not(testing::Contains("trimmed")));
}

TEST_F(HabitReasons, SayWhatIsWrongWithThem) {
  EXPECT_THAT(refused("- {places: load *}\n"), AllOf(HasSubstr("unnoticed-habits.yaml:1: "), HasSubstr("and why")));
  EXPECT_THAT(refused("- {why: because}\n"), HasSubstr("which places"));
  EXPECT_THAT(refused("\n- {places: a, why: b, habits: [trimed]}\n"), HasSubstr(":2: there is no habit 'trimed'"));
  EXPECT_THAT(refused("- {place: a, why: b}\n"), HasSubstr("a reason has no 'place'"));
  EXPECT_THAT(refused("places: a\n"), HasSubstr("a list is expected here"));
}

}  // namespace
}  // namespace conformance::habit_reasons_test
