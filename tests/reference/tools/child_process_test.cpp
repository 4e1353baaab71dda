#include "prompty/tools/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <system_error>

#include "reference/support/open_files.hpp"
#include "support/leash.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

namespace prompty::child_process_test {
namespace {

using prompty_tests::Leash;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using std::chrono::milliseconds;

constexpr milliseconds patience(5000);

/// What there is to read at one end; "" when it is closed.
std::string some_of(FileDescriptor const& end) {
  std::array<char, 4096> buffer{};
  pollfd waiting{.fd = end.get(), .events = POLLIN, .revents = 0};
  if (::poll(&waiting, 1, 10'000) <= 0) throw std::runtime_error("nothing came");
  ssize_t const size = ::read(end.get(), buffer.data(), buffer.size());
  return {buffer.data(), size < 0 ? 0 : static_cast<std::size_t>(size)};
}

/// All that comes out of one end until it closes.
std::string all_of(FileDescriptor const& end) {
  std::string text;
  for (std::string some = some_of(end); !some.empty(); some = some_of(end)) text += some;
  return text;
}

std::map<std::string, std::string> own_path() {
  return environment_of(StdioServer{}, process_environment());
}

/// A program that is kept as a server is.
SupervisedProgram server(std::vector<std::string> words, milliseconds grace = milliseconds(0)) {
  return {.words = std::move(words), .environment = own_path(), .until = SuperviseUntil::leash_ends, .grace = grace};
}

SupervisedProgram shell(std::string const& script, milliseconds grace = milliseconds(0)) {
  return server({"sh", "-c", script}, grace);
}

std::string ending_of(SupervisedProgram const& program, milliseconds grace) {
  ChildProcess child(program);
  child.end(grace);
  return child.exit_description();
}

TEST(ThreadsChildProcess, HasItsStreamsOnPipes) {
  ChildProcess child(shell("cat; echo woe >&2"));
  ASSERT_EQ(::write(child.input.get(), "abc", 3), 3);
  child.input.close();
  EXPECT_EQ(all_of(child.output), "abc");
  EXPECT_EQ(all_of(child.errors), "woe\n");
  child.end(patience);
  EXPECT_EQ(child.exit_description(), "exit status 0");
}

TEST(ThreadsChildProcess, GetsWordsAsTheyAreAndNoShell) {
  ChildProcess child(server({"printf", "%s|", "$HOME; a 'b'", "", "*"}));
  EXPECT_EQ(all_of(child.output), "$HOME; a 'b'||*|");
}

TEST(ThreadsChildProcess, GetsNothingOfTheEnvironmentButWhatItNeeds) {
  Environment const own = fixed_environment({{"PATH", "/usr/bin:/bin"}, {"HOME", "/h"}, {"OPENAI_API_KEY", "sk"}});
  StdioServer const described{.command = "env", .environment = {{"TOKEN", "t"}, {"HOME", "/other"}}};
  ChildProcess child({.words = {"env"}, .environment = environment_of(described, own)});
  EXPECT_EQ(all_of(child.output), "HOME=/other\nPATH=/usr/bin:/bin\nTOKEN=t\n");
}

TEST(ThreadsChildProcess, GetsNoOtherFileOfOurs) {
  Pipe const inherited = make_pipe();
  FileDescriptor const open_to_all(::dup(inherited.read.get()));
  ChildProcess child(server({"ls", "/proc/self/fd"}));
  // The fourth is the folder itself.
  EXPECT_EQ(all_of(child.output), "0\n1\n2\n3\n");
}

TEST(ThreadsChildProcess, ThatCannotBeStartedIsAnError) {
  std::size_t const before = open_files();
  EXPECT_THROW(ChildProcess(server({"no-such-program-anywhere"})), std::system_error);
  EXPECT_THROW(ChildProcess(server({"/etc/passwd"})), std::system_error);
  EXPECT_EQ(open_files(), before);
}

TEST(ThreadsChildProcess, TellsHowItEnded) {
  EXPECT_EQ(ending_of(shell("exit 7"), patience), "exit status 7");
  EXPECT_EQ(ending_of(shell("kill -9 $$"), patience), "signal 9");
  EXPECT_EQ(ending_of(server({"sleep", "60"}), milliseconds(500)), "signal 15");
}

TEST(ThreadsChildProcess, TellsHowItEndedToWhomTheSystemDoesNotTell) {
  struct sigaction before {};
  struct sigaction ignoring {};
  ignoring.sa_handler = SIG_IGN;
  ASSERT_EQ(::sigaction(SIGCHLD, &ignoring, &before), 0);
  EXPECT_EQ(ending_of(shell("exit 7"), patience), "exit status 7");
  ASSERT_EQ(::sigaction(SIGCHLD, &before, nullptr), 0);
}

TEST(ThreadsChildProcess, IsKilledWhenItDoesNotListen) {
  ChildProcess child(shell("trap '' TERM; echo ready; while :; do sleep 60; done"));
  ASSERT_EQ(some_of(child.output), "ready\n");
  child.end(milliseconds(10));
  EXPECT_EQ(child.exit_description(), "signal 9");
}

TEST(ThreadsChildProcess, TakesItsOwnChildrenAlongAndLeavesNothingBehind) {
  std::size_t const before = open_files();
  pid_t keeper = -1;
  pid_t grandchild = -1;
  {
    ChildProcess child(shell("sleep 60 & echo $!; exec cat"));
    keeper = child.keeper();
    grandchild = std::stoi(some_of(child.output));
    EXPECT_TRUE(is_there(grandchild));
  }
  EXPECT_FALSE(is_there(keeper));
  EXPECT_FALSE(is_there(grandchild));
  EXPECT_EQ(open_files(), before);
}

TEST(ThreadsChildProcess, TakesThoseAlongThatLeftItsSession) {
  TemporaryFolder const folder;
  Leash const leash(folder.path() + "/leash");
  ChildProcess child(shell("exec 3>" + leash.path() + "; setsid sh -c 'sleep 600 & echo up; sleep 600' & exec cat"));
  ASSERT_EQ(some_of(child.output), "up\n");
  child.end(patience);
  EXPECT_EQ(child.exit_description(), "exit status 0");
  EXPECT_TRUE(leash.all_are_gone());
}

TEST(ThreadsChildProcess, TakesThemAlongWhenWeAreKilled) {
  TemporaryFolder const folder;
  Leash const leash(folder.path() + "/leash");
  pid_t const host = ::fork();
  if (host == 0) {
    ChildProcess const child(shell("exec 3>" + leash.path() + "; setsid sh -c 'echo up >&3; sleep 600' & exec cat"));
    ::pause();
  }
  EXPECT_TRUE(leash.is_held());
  ::kill(host, SIGKILL);
  ::waitpid(host, nullptr, 0);
  EXPECT_TRUE(leash.all_are_gone());
}

TEST(ThreadsChildProcess, HasTimeToEndWhenWeAreKilled) {
  TemporaryFolder const folder;
  Leash const leash(folder.path() + "/leash");
  std::string const saved = folder.path() + "/saved";
  pid_t const host = ::fork();
  if (host == 0) {
    ChildProcess const child(
        shell("exec 3>" + leash.path() + "; echo up >&3; cat; sleep 0.1; echo all >" + saved, milliseconds(60'000)));
    ::pause();
  }
  EXPECT_TRUE(leash.is_held());
  ::kill(host, SIGKILL);
  ::waitpid(host, nullptr, 0);
  EXPECT_TRUE(leash.all_are_gone());
  EXPECT_EQ(text_of(saved), "all\n");
}

TEST(ThreadsChildProcess, MayLeaveItsWorkToAChild) {
  // What leads a group leaves it by a child, and ends.
  ChildProcess child(server({"setsid", "sh", "-c", "read line; echo $line; exec cat"}));
  ASSERT_EQ(::write(child.input.get(), "abc\n", 4), 4);
  EXPECT_EQ(some_of(child.output), "abc\n");
  ASSERT_EQ(::write(child.input.get(), "def\n", 4), 4);
  EXPECT_EQ(some_of(child.output), "def\n");
}

TEST(ThreadsChildProcess, LeavesNoHuskOfThoseThatWereLeftToItsKeeper) {
  ChildProcess child(shell("for n in 1 2 3; do sh -c 'sleep 0.01 & exit'; done; echo done; exec cat"));
  ASSERT_EQ(some_of(child.output), "done\n");
  std::chrono::steady_clock::time_point const deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (children_of(child.keeper()).size() > 1 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_EQ(children_of(child.keeper()).size(), 1U);
}

TEST(ThreadsChildProcess, ChangesNothingOfTheProcessThatStartsIt) {
  int is_subreaper = -1;
  sigset_t before;
  sigset_t after;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
  ChildProcess const child(shell("cat"));
  ::pthread_sigmask(SIG_SETMASK, nullptr, &after);
  ASSERT_EQ(::prctl(PR_GET_CHILD_SUBREAPER, &is_subreaper), 0);
  EXPECT_EQ(is_subreaper, 0);
  for (int number = 1; number < NSIG; ++number) EXPECT_EQ(sigismember(&after, number), sigismember(&before, number));
}

}  // namespace
}  // namespace prompty::child_process_test
