#include "harness/judge/variations/crossing_page.hpp"

#include <gmock/gmock.h>

#include "harness/input_error_of.hpp"
#include "harness/judge/variations/crossed_vectors.hpp"
#include "support/temporary_folder.hpp"

namespace conformance::crossing_page_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CrossingPages : public testing::Test {
 protected:
  CrossingPage read(std::string const& text) {
    static_cast<void>(folder_.write("crossings.yaml", text));
    return read_crossing_page(folder_.path());
  }

  std::string refused(std::string const& text) {
    return input_error_of([&] { static_cast<void>(read(text)); });
  }

  prompty_tests::TemporaryFolder folder_;
};

TEST_F(CrossingPages, NeedNotBeThere) {
  EXPECT_THAT(read_crossing_page(folder_.path()).crossings, IsEmpty());
}

TEST_F(CrossingPages, HaveGroupsOfChanges) {
  CrossingPage const page = read(
      "words: 'def a: .b;'\n"
      "crossings:\n"
      "  streams:\n"
      "    operations: [run, turn]\n"
      "    only: select(a)\n"
      "    alone: true\n"
      "    malformed: true\n"
      "    changes:\n"
      "      null-refusal: {clauses: [P1.1-01], because: It is none., change: .b = 1}\n");
  EXPECT_EQ(page.words, "def a: .b;");
  ASSERT_EQ(page.crossings.size(), 1U);
  Crossing const& crossing = page.crossings.front();
  EXPECT_EQ(crossing.name, "streams/null-refusal");
  EXPECT_THAT(crossing.clauses, ElementsAre("P1.1-01"));
  EXPECT_EQ(crossing.because, "It is none.");
  EXPECT_THAT(crossing.operations, ElementsAre("run", "turn"));
  EXPECT_EQ(crossing.only, "select(a)");
  EXPECT_EQ(crossing.change, ".b = 1");
  EXPECT_THAT(crossing.at, HasSubstr("crossings.yaml:9"));
  EXPECT_TRUE(crossing.alone);
  EXPECT_TRUE(crossing.malformed);
}

TEST_F(CrossingPages, MayChangeVectorsOfSomeOperationsOfTheirGroupOnly) {
  std::string const group =
      "crossings:\n  a:\n    operations: [run, turn]\n    changes:\n      b: {clauses: [P1.1-01], because: so, change: "
      "., ";
  EXPECT_THAT(read(group + "operations: [turn]}\n").crossings.front().operations, ElementsAre("turn"));
  EXPECT_THAT(refused(group + "operations: [load]}\n"), HasSubstr("load is no operation of the group"));
}

TEST_F(CrossingPages, SayWhereTheyAreWrong) {
  auto const group = [](std::string const& text) { return "crossings:\n  a:\n    operations: [run]\n" + text; };
  EXPECT_THAT(refused("crossing: {}\n"), HasSubstr("there is no 'crossing' on this page"));
  EXPECT_THAT(refused(group("    when: .a\n")), AllOf(HasSubstr(":4:"), HasSubstr("has no 'when'")));
  EXPECT_THAT(refused(group("    changes: {b: {clauses: [P1.1-01], change: .}}\n")),
              HasSubstr("b needs clauses, because"));
  EXPECT_THAT(refused(group("    alone: yes\n")), HasSubstr("alone is true or left out"));
  EXPECT_THAT(refused(group("    malformed: no\n")), HasSubstr("malformed is true or left out"));
  EXPECT_THAT(refused(group("    changes: {b: {clause: P1.1-01}}\n")), HasSubstr("a crossing has no 'clause'"));
  EXPECT_THAT(refused("crossings: {a: {changes: {}}}\n"), HasSubstr("names the operations"));
}

TEST_F(CrossingPages, SayWhichChangeIsNoJq) {
  auto const refused_changes = [&](std::string const& text) {
    CrossingPage const page = read("crossings:\n  a:\n    operations: [run]\n    changes:\n" + text);
    return input_error_of([&] { CrossedVectors const compiled(page, {}); });
  };
  std::string const start = "{clauses: [P1.1-01], because: so, change: ";
  EXPECT_THAT(refused_changes("      b: " + start + "'.a |'}\n"),
              AllOf(HasSubstr("crossings.yaml:5: "), HasSubstr("is no jq")));
  EXPECT_THAT(
      refused_changes("      b: " + start + "'.a'}\n      c: " + start + "'.a +'}\n      d: " + start + "'.a'}\n"),
      AllOf(HasSubstr("crossings.yaml:6: "), HasSubstr("is no jq")));
  CrossingPage const page = read("words: 'def a: .b |;'\n");
  EXPECT_THAT(input_error_of([&] { CrossedVectors const compiled(page, {}); }), HasSubstr("are no jq"));
}

}  // namespace
}  // namespace conformance::crossing_page_test
