#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/places.hpp"
#include "support/program.hpp"

// The command line of scripts/test --source-mutants; what it judges takes too long for a test.
namespace end_to_end::source_mutants {
namespace {

using prompty_tests::ProgramResult;
using prompty_tests::repository;
using testing::HasSubstr;
using testing::Not;

ProgramResult source_mutants(std::vector<std::string> words) {
  words.insert(words.begin(), {repository() + "/scripts/test", "--source-mutants"});
  return prompty_tests::run_program(words);
}

TEST(SourceMutants, TellOfTheirOptions) {
  ProgramResult const reported = source_mutants({"--help"});
  EXPECT_EQ(reported.exit_code, 0) << reported.err;
  for (std::string const option : {"--list", "--jobs", "name"}) EXPECT_THAT(reported.out, HasSubstr(option));
}

TEST(SourceMutants, ListThoseWhoseNamesMatch) {
  ProgramResult const listed = source_mutants({"--jobs", "1", "--list", "split-*"});
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_THAT(listed.out, HasSubstr("split-drops-the-last-blank"));
  EXPECT_THAT(listed.out, HasSubstr("P2.2-21"));
  EXPECT_THAT(listed.out, Not(HasSubstr("jinja-")));
}

TEST(SourceMutants, RefuseANameThatNoPatchHas) {
  ProgramResult const refused = source_mutants({"split-*", "no-such-patch"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("no patch is named 'no-such-patch'"));
}

}  // namespace
}  // namespace end_to_end::source_mutants
