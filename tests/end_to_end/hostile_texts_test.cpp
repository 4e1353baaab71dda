#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "end_to_end/conformance_program.hpp"
#include "support/places.hpp"

// The output of runs with hostile texts in the places of values, and of `habits`.
namespace end_to_end::hostile_texts {
namespace {

using prompty_tests::conformance;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using testing::AllOf;
using testing::HasSubstr;

std::string const vector_id = "process/openai-chat/content/first-of-two-choices";

std::string const trimming_adapter = "python3 '" + repository() + "/tests/end_to_end/trimming_process.py'";

ProgramResult judge_trimming(std::vector<std::string> const& more) {
  std::vector<std::string> words = {"run", "--subject", trimming_adapter, "--filter", vector_id};
  words.insert(words.end(), more.begin(), more.end());
  return conformance(words);
}

TEST(HttpHostileTexts, ShowAnAdapterThatTrims) {
  EXPECT_EQ(judge_trimming({}).exit_code, 0);
  ProgramResult const result = judge_trimming({"--transforms", "all"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("fail " + vector_id + " [transform carried/around/blanks of direct]"),
                                HasSubstr(" --transform carried/around/blanks")));
}

TEST(HttpHostileTexts, AreChosenByName) {
  EXPECT_EQ(judge_trimming({"--transform", "carried/inside/quotes"}).exit_code, 0);
  EXPECT_EQ(judge_trimming({"--transform", "carried/around/tabs"}).exit_code, 1);
  ProgramResult const unknown = judge_trimming({"--transform", "carried/around/no-such-text"});
  EXPECT_EQ(unknown.exit_code, 2) << unknown.out;
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("around/no-such-text"), HasSubstr("spec/carried.yaml")));
}

TEST(HttpHostileTexts, FollowTheSeed) {
  // Some seeds choose a text that trimming shows, some do not, and each the same again.
  auto const exit_code = [](int seed) {
    return judge_trimming({"--transforms", "--seed", std::to_string(seed)}).exit_code;
  };
  int const first = exit_code(1);
  EXPECT_EQ(exit_code(1), first);
  int other = 2;
  while (other < 20 && exit_code(other) == first) ++other;
  EXPECT_LT(other, 20) << "no seed chooses otherwise";
}

TEST(HttpHostileTexts, ChangeNoVerdictUnderAReading) {
  ProgramResult const result = conformance({"readings", "--decision", "A-008", "--transforms"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr(": 0 false accusations"));
}

TEST(HttpHostileTexts, ArePlayedUnderAReadingByShares) {
  auto const readings = [](std::vector<std::string> const& more) {
    std::vector<std::string> words = {"readings", "--decision", "A-008"};
    words.insert(words.end(), more.begin(), more.end());
    return conformance(words);
  };
  ProgramResult const all = readings({"--transforms", "all", "--share", "300", "--seed", "2"});
  EXPECT_EQ(all.exit_code, 0) << all.out << all.err;
  EXPECT_THAT(all.out, HasSubstr(": 0 false accusations"));
  ProgramResult const alone = readings({"--share", "2"});
  EXPECT_EQ(alone.exit_code, 2) << alone.out;
  EXPECT_THAT(alone.err, HasSubstr("--share needs --transforms"));
}

TEST(Crossings, ShowAnAdapterThatTakesTheLastChoice) {
  std::string const adapter = trimming_adapter + " last";
  auto const judge = [&](std::vector<std::string> const& more) {
    std::vector<std::string> words = {"run", "--subject", adapter, "--filter",
                                      "process/openai-chat/content/content-is-returned"};
    words.insert(words.end(), more.begin(), more.end());
    return conformance(words);
  };
  EXPECT_EQ(judge({}).exit_code, 0);
  ProgramResult const result = judge({"--transforms"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("[transform crossed/chat-answers/second-choice of direct]"),
                                HasSubstr(" --transform crossed/chat-answers/second-choice"),
                                HasSubstr("process with additions: chat-answers/second-choice: what changes nothing")));
}

TEST(Crossings, AreChosenByName) {
  // The adapter trims, which no addition shows.
  ProgramResult const passed = judge_trimming({"--transform", "crossed/chat-answers/second-choice"});
  EXPECT_EQ(passed.exit_code, 0) << passed.out << passed.err;
  ProgramResult const unknown = judge_trimming({"--transform", "crossed/chat-answers/none"});
  EXPECT_EQ(unknown.exit_code, 2) << unknown.out;
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("chat-answers/none"), HasSubstr("spec/crossings.yaml")));
}

TEST(Habits, AreListedByName) {
  ProgramResult const result = conformance({"habits", "cut-at-ten", "--all", "--table", "--edition", "2026-04"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("  cut-at-ten "), HasSubstr(" are noticed by a vector, 0 findings")));
  ProgramResult const unknown = conformance({"habits", "no-such-habit"});
  EXPECT_EQ(unknown.exit_code, 2) << unknown.out;
  EXPECT_THAT(unknown.err, HasSubstr("no habit has a name like 'no-such-habit'"));
}

}  // namespace
}  // namespace end_to_end::hostile_texts
