#include "harness/proof/habits/habit_table.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "harness/input_error_of.hpp"
#include "support/temporary_folder.hpp"

namespace conformance::habit_table_test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

StruckPlace struck(std::string const& place, std::string const& habit) {
  auto const found =
      std::find_if(all_habits().begin(), all_habits().end(), [&](Habit const& known) { return known.name == habit; });
  return {.operation = "load", .place = place, .habit = &*found};
}

SectionFate noticed_by(std::string const& vector) {
  return {.struck = "v", .noticed_by = vector};
}

/// Two of three places at which blanks are lost are noticed in section 2.1; in 7.5 numbers are struck alone.
HabitTable sample_table() {
  HabitMatrix matrix;
  matrix[struck("/value/a", "trimmed")].sections = {{"2.1", noticed_by("v")}};
  matrix[struck("/value/b", "trimmed")].sections = {{"2.1", noticed_by("")}};
  matrix[struck("/value/a", "blanks-collapsed")].sections = {{"2.1", noticed_by("v")}};
  matrix[struck("/value/n", "32-bits")].sections = {{"7.5", noticed_by("v")}};
  return habit_table(matrix);
}

std::vector<CellReason> reasons_for(std::vector<std::string> const& sections,
                                    std::vector<std::string> const& families) {
  return {{.sections = sections, .families = families, .why = "Nothing does.", .at = "here:1"}};
}

TEST(HabitFamilies, HaveEachHabitOnce) {
  std::vector<std::string> in_families;
  for (HabitFamily const& family : habit_families())
    in_families.insert(in_families.end(), family.habits.begin(), family.habits.end());
  std::vector<std::string> known;
  for (Habit const& habit : all_habits()) known.push_back(habit.name);
  EXPECT_THAT(in_families, testing::UnorderedElementsAreArray(known));
}

TEST(HabitTables, CountPlacesBySectionAndFamily) {
  HabitTable const table = sample_table();
  ASSERT_THAT(table, SizeIs(2));
  EXPECT_EQ(table.at("2.1").at("blanks").noticed, 2);
  EXPECT_EQ(table.at("2.1").at("blanks").struck, 3);
  EXPECT_FALSE(table.at("2.1").contains("numbers"));
}

TEST(HabitTables, CountWhatTheVectorsOfTheSectionNotice) {
  HabitMatrix matrix;
  matrix[struck("/value/a", "trimmed")].sections = {{"2.1", noticed_by("v")}, {"7.5", noticed_by("")}};
  HabitTable const table = habit_table(matrix);
  EXPECT_EQ(table.at("2.1").at("blanks").noticed, 1);
  EXPECT_EQ(table.at("7.5").at("blanks").noticed, 0);
  EXPECT_EQ(table.at("7.5").at("blanks").struck, 1);
}

TEST(HabitTables, ShowAReasonInEachEmptyCell) {
  std::string const text = text_of_habit_table(sample_table(), reasons_for({"2.*"}, {"*"}));
  EXPECT_THAT(text, AllOf(HasSubstr("2.1            2/3         a "), HasSubstr("7.5              ?         ? "),
                          HasSubstr("a: Nothing does.\n")));
}

TEST(HabitTables, FindEmptyCellsWithoutAReason) {
  std::vector<std::string> const findings = findings_of_habit_table(sample_table(), reasons_for({"2.*"}, {"*"}));
  EXPECT_THAT(findings, SizeIs(habit_families().size() - 1));
  EXPECT_THAT(findings, Contains(HasSubstr("no answer of section 7.5 shows what becomes of blanks")));
  EXPECT_THAT(findings, Not(Contains(HasSubstr("7.5 shows what becomes of numbers"))));
  EXPECT_THAT(findings_of_habit_table(sample_table(), reasons_for({"*"}, {"*"})), IsEmpty());
}

TEST(HabitTables, FindReasonsForNoEmptyCell) {
  std::vector<CellReason> reasons = reasons_for({"*"}, {"*"});
  reasons.push_back({.sections = {"2.1"}, .families = {"blanks"}, .why = "They are compared.", .at = "here:2"});
  EXPECT_THAT(findings_of_habit_table(sample_table(), reasons),
              ElementsAre("here:2: no cell is empty for this reason: They are compared."));
}

TEST(CellReasons, StandBesideThoseOfPlaces) {
  prompty_tests::TemporaryFolder folder;
  auto const read = [&](std::string const& text) {
    static_cast<void>(folder.write("unnoticed-habits.yaml", text));
    return read_cell_reasons(folder.path());
  };
  std::vector<CellReason> const reasons =
      read("- {places: 'load /value/a', why: first}\n- {sections: [2.1, 3.*], families: [numbers, b*], why: second}\n");
  ASSERT_THAT(reasons, SizeIs(1));
  EXPECT_THAT(reasons[0].sections, ElementsAre("2.1", "3.*"));
  EXPECT_THAT(reasons[0].at, testing::EndsWith("/unnoticed-habits.yaml:2"));
  EXPECT_THAT(read_habit_reasons(folder.path(), first_edition), SizeIs(1));
  auto const refused = [&](std::string const& text) { return input_error_of([&] { static_cast<void>(read(text)); }); };
  EXPECT_THAT(refused("- {sections: [2.1], families: [shoes], why: x}\n"), HasSubstr("no family of habits 'shoes'"));
  EXPECT_THAT(refused("- {sections: [2.1], why: x}\n"), HasSubstr("of which sections and families"));
  EXPECT_THAT(refused("- {sections: [2.1], families: [case], because: x}\n"), HasSubstr("has no 'because'"));
}

}  // namespace
}  // namespace conformance::habit_table_test
