#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "support/leash.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/sanitizers.hpp"
#include "support/temporary_folder.hpp"

// Adapters that want to win without an implementation, or to hurt who judges them.
namespace end_to_end::hostile_adapters {
namespace {

using namespace std::chrono_literals;
using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::Leash;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string adapter(std::string const& script, std::string const& arguments = "") {
  return "python3 -B '" + repository() + "/tests/end_to_end/" + script + "' " + arguments;
}

std::vector<std::string> run_words(std::string const& subject, std::string const& filter) {
  return {built_program("prompty-conformance"), "run", "--timeout", "100", "--subject", subject, "--filter", filter};
}

ProgramResult run(std::string const& subject, std::string const& filter) {
  return run_program(run_words(subject, filter), 280s);
}

std::vector<std::string> lines_of(std::string const& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(HostileAdapters, FindNothingOfVectorsAndExpectations) {
  TemporaryFolder const folder;
  std::string const report = folder.path() + "/found";
  for (char const* filter : {"load/frontmatter/structure/*", "load/references/*", "run/*"}) {
    static_cast<void>(run(adapter("spying_adapter.py", report), filter));
  }
  std::vector<std::string> const searches = lines_of(report);
  EXPECT_GT(searches.size(), 50U);
  for (std::string const& found : searches) EXPECT_EQ(found, "[]");
}

TEST(HostileAdapters, WinNothingWithTheAnswersOfTheNeighbour) {
  ProgramResult const result = run(adapter("late_split.py"), "load/frontmatter/*");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("not conformant"));
}

// Root may read what /proc shows of every process.
TEST(HostileAdapters, FindNothingInTheEnvironmentOfTheSuite) {
  TemporaryFolder const folder;
  std::string const found = folder.path() + "/found";
  std::string const script = folder.write("spy.py", R"(
import glob, runpy, sys
with open(sys.argv[2], "a") as report:
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                report.write(path + "\n" if b"KEPT_FROM_ADAPTERS=" in file.read() else "looked\n")
        except OSError:
            pass
runpy.run_path(sys.argv[1], run_name="__main__")
)");
  std::string const subject =
      "python3 -B " + script + " '" + repository() + "/harness/adapters/python/split.py' " + found;
  std::vector<std::string> words = run_words(subject, "load/frontmatter/basics/*");
  words.insert(words.begin(), {"env", "KEPT_FROM_ADAPTERS=1"});
  ProgramResult const result = run_program(words, 280s);
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(lines_of(found), testing::Contains("looked"));
  EXPECT_THAT(lines_of(found), testing::Each(testing::StrEq("looked")));
}

// Such as a sanitizer's report, which comes when all has been answered.
TEST(HostileAdapters, ThatFailAtTheirEndAreNoted) {
  TemporaryFolder const folder;
  std::string const script = folder.write("leaking.py", R"(
import runpy, sys
runpy.run_path(sys.argv[1], run_name="__main__")
sys.exit("ERROR: LeakSanitizer: detected memory leaks")
)");
  std::vector<std::string> words = run_words(
      "python3 -B " + script + " '" + repository() + "/harness/adapters/python/split.py'", "load/frontmatter/basics/*");
  std::string const report = folder.path() + "/run.jsonl";
  words.insert(words.end(), {"--jsonl", report});
  std::string const note =
      "Note: on shutdown, the adapter exited with status 1; its standard error says: ERROR: LeakSanitizer";
  ProgramResult const noted = run_program(words, 280s);
  EXPECT_EQ(noted.exit_code, 0) << noted.out << noted.err;
  EXPECT_THAT(noted.out, HasSubstr(note));
  words.push_back("--require-clean-exit");
  ProgramResult const required = run_program(words, 280s);
  EXPECT_EQ(required.exit_code, 1) << required.out << required.err;
  EXPECT_THAT(required.out, AllOf(HasSubstr(note), HasSubstr("no clean exit, which is required")));
  ProgramResult const merged = run_program({built_program("prompty-conformance"), "merge", report}, 280s);
  EXPECT_EQ(merged.exit_code, 3) << "it is a selection";
  EXPECT_THAT(merged.out, HasSubstr(note));
}

// The JSON library takes NUL for the end of its text.
TEST(HostileAdapters, HideNothingBehindANulByte) {
  TemporaryFolder const folder;
  std::string const script = folder.write("nul.py", R"(
import builtins, runpy, sys
said = print
def hiding(text, **more):
    said(text if "protocolVersion" in text else text + "\0 garbage", flush=True)
builtins.print = hiding
runpy.run_path(sys.argv[1], run_name="__main__")
)");
  std::string const right = " '" + repository() + "/harness/adapters/python/split.py'";
  ProgramResult const result = run("python3 -B " + script + right, "load/frontmatter/basics/*");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("Fault 1: The adapter broke the protocol: "), HasSubstr("garbage"),
                                HasSubstr("11 of 11 judged vectors failed")));
}

// The address sanitizer keeps a quarter of a gigabyte of what was freed.
constexpr long bounded_kilobytes = (prompty_tests::has_address_sanitizer ? 800L : 400L) * 1024;

TEST(HostileAdapters, AnsweringGigabytesAreJudgedInBoundedMemory) {
  ProgramResult const result = run(adapter("harmful_adapter.py", "gigabyte"), "load/frontmatter/structure/p*");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("longer than the harness accepts"), HasSubstr("not conformant")));
  EXPECT_LT(result.out.size(), 200'000U);
  EXPECT_LT(result.peak_kilobytes, bounded_kilobytes);
}

TEST(HostileAdapters, LeaveNoProcessBehind) {
  TemporaryFolder const folder;
  Leash const leash(folder.path() + "/fifo");
  ProgramResult const result =
      run(adapter("harmful_adapter.py", "daemon " + leash.path()), "load/frontmatter/structure/p*");
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_TRUE(leash.all_are_gone());
}

TEST(HostileAdapters, EndWithAHarnessThatIsKilled) {
  TemporaryFolder const folder;
  Leash const leash(folder.path() + "/fifo");
  BackgroundProgram const harness(
      run_words(adapter("harmful_adapter.py", "hang " + leash.path()), "load/frontmatter/structure/p*"));
  ASSERT_TRUE(leash.is_held());
  ASSERT_EQ(::kill(harness.process(), SIGKILL), 0);
  EXPECT_TRUE(leash.all_are_gone());
}

}  // namespace
}  // namespace end_to_end::hostile_adapters
