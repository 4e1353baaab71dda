#include "harness/judge/report/run_info.hpp"

#include <gtest/gtest.h>

namespace conformance::run_info_test {
namespace {

TEST(ShellQuoting, LeavesHarmlessWordsAlone) {
  EXPECT_EQ(shell_quoted("wire/openai-chat/parts"), "wire/openai-chat/parts");
  EXPECT_EQ(shell_quoted("--filter=a_b"), "--filter=a_b");
}

TEST(ShellQuoting, WrapsEverythingElse) {
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("load/*"), "'load/*'");
  EXPECT_EQ(shell_quoted("$HOME;`x`"), "'$HOME;`x`'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("naïve"), "'naïve'");
}

TEST(RerunCommand, RepeatsWhatTheVerdictDependsOn) {
  RunInfo info;
  info.subject_option = "python3 adapter.py";
  info.profile = Profile::live;
  info.more_options = " --timeout 3";
  EXPECT_EQ(info.rerun_command("load/a b", Group::documents),
            "prompty-conformance run --subject 'python3 adapter.py' --profile live --timeout 3 --filter 'load/a b'");
}

TEST(RerunCommand, LetsAVectorOfOursDecide) {
  RunInfo info;
  info.subject_option = "x";
  EXPECT_EQ(info.rerun_command("load/a", Group::ours),
            "prompty-conformance run --subject x --profile lenient --include ours --filter load/a");
  EXPECT_EQ(info.rerun_command("load/a", Group::extensions),
            "prompty-conformance run --subject x --profile lenient --include extensions --filter load/a");
}

TEST(RerunCommand, OfARunnerIsThatOfItsTestFramework) {
  RunInfo info;
  info.rerun = "npx vitest run -t";
  EXPECT_EQ(info.rerun_command("load/a b", Group::documents), "npx vitest run -t 'load/a b'");
}

TEST(SuiteVersion, IsThatOfTheProject) {
  EXPECT_EQ(suite_version().find_first_not_of("0123456789."), std::string::npos);
  EXPECT_NE(suite_version(), "");
}

}  // namespace
}  // namespace conformance::run_info_test
