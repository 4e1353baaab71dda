#include "prompty/tools/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "reference/support/open_files.hpp"

namespace prompty::child_process_test {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds patience(5000);

/// All that comes out of one end until it closes.
std::string all_of(FileDescriptor const& end) {
  std::string text;
  std::array<char, 4096> buffer{};
  while (true) {
    pollfd waiting{.fd = end.get(), .events = POLLIN, .revents = 0};
    if (::poll(&waiting, 1, 10'000) <= 0) throw std::runtime_error("nothing came");
    ssize_t const size = ::read(end.get(), buffer.data(), buffer.size());
    if (size <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

std::map<std::string, std::string> own_path() {
  return environment_of(StdioServer{}, process_environment());
}

TEST(ThreadsChildProcess, HasItsStreamsOnPipes) {
  ChildProcess child("sh", {"-c", "cat; echo woe >&2"}, own_path());
  ASSERT_EQ(::write(child.input.get(), "abc", 3), 3);
  child.input.close();
  EXPECT_EQ(all_of(child.output), "abc");
  EXPECT_EQ(all_of(child.errors), "woe\n");
  EXPECT_EQ(child.end(patience), "exit status 0");
}

TEST(ThreadsChildProcess, GetsWordsAsTheyAreAndNoShell) {
  ChildProcess child("printf", {"%s|", "$HOME; a 'b'", "", "*"}, own_path());
  EXPECT_EQ(all_of(child.output), "$HOME; a 'b'||*|");
}

TEST(ThreadsChildProcess, GetsNothingOfTheEnvironmentButWhatItNeeds) {
  Environment const own = fixed_environment({{"PATH", "/usr/bin:/bin"}, {"HOME", "/h"}, {"OPENAI_API_KEY", "sk"}});
  StdioServer const server{.command = "env", .environment = {{"TOKEN", "t"}, {"HOME", "/other"}}};
  ChildProcess child(server.command, {}, environment_of(server, own));
  EXPECT_EQ(all_of(child.output), "HOME=/other\nPATH=/usr/bin:/bin\nTOKEN=t\n");
}

TEST(ThreadsChildProcess, GetsNoOtherFileOfOurs) {
  Pipe const inherited = make_pipe();
  FileDescriptor const open_to_all(::dup(inherited.read.get()));
  ChildProcess child("ls", {"/proc/self/fd"}, own_path());
  // The fourth is the folder itself.
  EXPECT_EQ(all_of(child.output), "0\n1\n2\n3\n");
}

TEST(ThreadsChildProcess, ThatCannotBeStartedIsAnError) {
  std::size_t const before = open_files();
  EXPECT_THROW(ChildProcess("no-such-program-anywhere", {}, own_path()), std::system_error);
  EXPECT_THROW(ChildProcess("/etc/passwd", {}, own_path()), std::system_error);
  EXPECT_EQ(open_files(), before);
}

TEST(ThreadsChildProcess, TellsHowItEnded) {
  EXPECT_EQ(ChildProcess("sh", {"-c", "exit 7"}, own_path()).end(patience), "exit status 7");
  EXPECT_EQ(ChildProcess("sh", {"-c", "kill -9 $$"}, own_path()).end(patience), "signal 9");
  EXPECT_EQ(ChildProcess("sleep", {"60"}, own_path()).end(milliseconds(10)), "signal 15");
}

TEST(ThreadsChildProcess, IsKilledWhenItDoesNotListen) {
  ChildProcess child("sh", {"-c", "trap '' TERM; echo ready; while :; do sleep 60; done"}, own_path());
  std::array<char, 16> buffer{};
  pollfd waiting{.fd = child.output.get(), .events = POLLIN, .revents = 0};
  ASSERT_EQ(::poll(&waiting, 1, 10'000), 1);
  ASSERT_EQ(::read(child.output.get(), buffer.data(), buffer.size()), 6);
  EXPECT_EQ(child.end(milliseconds(10)), "signal 9");
}

TEST(ThreadsChildProcess, TakesItsOwnChildrenAlongAndLeavesNothingBehind) {
  std::size_t const before = open_files();
  pid_t process = -1;
  pid_t grandchild = -1;
  {
    ChildProcess child("sh", {"-c", "sleep 60 & echo $!; exec cat"}, own_path());
    process = child.id();
    pollfd waiting{.fd = child.output.get(), .events = POLLIN, .revents = 0};
    ASSERT_EQ(::poll(&waiting, 1, 10'000), 1);
    std::array<char, 16> buffer{};
    ASSERT_GT(::read(child.output.get(), buffer.data(), buffer.size() - 1), 0);
    grandchild = std::stoi(buffer.data());
    EXPECT_TRUE(is_there(grandchild));
  }
  EXPECT_FALSE(is_there(process));
  // Whoever inherits it reaps it in time.
  EXPECT_TRUE(is_dead(grandchild));
  EXPECT_EQ(open_files(), before);
}

}  // namespace
}  // namespace prompty::child_process_test
