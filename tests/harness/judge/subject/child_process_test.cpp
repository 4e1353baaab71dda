#include "harness/judge/subject/child_process.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>

#include <chrono>
#include <cstdint>

#include "harness/judge/subject/adapter_session.hpp"
#include "support/places.hpp"

namespace conformance::child_process_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::string const repository = prompty_tests::repository();

bool ends_within(ChildProcess& child, std::chrono::seconds limit) {
  pollfd event{.fd = child.end_notice().number(), .events = POLLIN, .revents = 0};
  int const milliseconds = static_cast<int>(std::chrono::milliseconds(limit).count());
  return ::poll(&event, 1, milliseconds) == 1;
}

std::string output_of(ChildProcess& child) {
  std::string text;
  while (true) {
    pollfd event{.fd = child.output().number(), .events = POLLIN, .revents = 0};
    if (::poll(&event, 1, 10'000) != 1) return text + "(no end)";
    if (read_some(child.output(), 4096, text) == Transfer::over) return text;
  }
}

void start(std::vector<std::string> const& words) {
  ChildProcess const child(words, {});
}

TEST(ChildProcesses, TellTheirExitStatus) {
  ChildProcess child({"sh", "-c", "exit 3"}, {});
  ASSERT_TRUE(ends_within(child, std::chrono::seconds(10)));
  EXPECT_EQ(child.ending(), "exited with status 3");
}

TEST(ChildProcesses, TellTheSignalThatEndedThem) {
  ChildProcess child({"sh", "-c", "kill -KILL $$"}, {});
  ASSERT_TRUE(ends_within(child, std::chrono::seconds(10)));
  EXPECT_THAT(child.ending(), HasSubstr("ended by signal 9"));
}

TEST(ChildProcesses, SeeOnlyTheGivenEnvironment) {
  ChildProcess child({"env"}, {"ONE=1", "TWO=a b"});
  EXPECT_EQ(output_of(child), "ONE=1\nTWO=a b\n");
}

TEST(ChildProcesses, GetTheirWordsUnchanged) {
  ChildProcess child({"printf", "[%s]", "a b", "", "$c"}, {});
  EXPECT_EQ(output_of(child), "[a b][][$c]");
}

TEST(ChildProcesses, InheritNoOtherOpenFile) {
  FileDescriptor const open_file(::open("/dev/null", O_RDONLY));
  ASSERT_GT(open_file.number(), 2);
  std::string const path = "/dev/fd/" + std::to_string(open_file.number());
  ChildProcess child({"sh", "-c", "if test -e " + path + "; then echo open; else echo closed; fi"}, {});
  EXPECT_EQ(output_of(child), "closed\n");
}

TEST(ChildProcesses, DieWithSigpipeAsUsual) {
  // A child that inherits a blocked or ignored SIGPIPE would see a write error and go on.
  ChildProcess child({"sh", "-c", "yes | head -n 1 >/dev/null; exec yes"}, {"PATH=/usr/bin:/bin"});
  child.output().close();
  ASSERT_TRUE(ends_within(child, std::chrono::seconds(10)));
  EXPECT_THAT(child.ending(), HasSubstr("ended by signal 13"));
}

TEST(ChildProcesses, AreKilledWithTheirGroup) {
  ChildProcess child({"sh", "-c", "trap '' TERM; sleep 1000 & wait"}, {"PATH=/usr/bin:/bin"});
  EXPECT_EQ(child.ending(), "");
  child.kill_all();
  // The sleeping grandchild holds the output open, so its end shows that it is gone too.
  EXPECT_EQ(output_of(child), "");
}

TEST(ChildProcesses, AreKilledWithThoseThatLeftTheGroup) {
  std::string output;
  pid_t keeper = -1;
  {
    ChildProcess child({"sh", "-c", "setsid sh -c 'echo up; sleep 1000' & exit 0"}, {"PATH=/usr/bin:/bin"});
    keeper = child.keeper();
    while (output != "up\n") ASSERT_NE(read_some(child.output(), 100, output), Transfer::over);
    ASSERT_TRUE(ends_within(child, std::chrono::seconds(10)));
    EXPECT_EQ(child.ending(), "exited with status 0");
    EXPECT_GE(processes_below(keeper), 2U);
  }
  EXPECT_EQ(processes_below(keeper), 0U);
}

TEST(ChildProcesses, WriteNoFileLongerThanTheLimit) {
  ChildProcess child({"sh", "-c", "ulimit -f; ulimit -c"}, {"PATH=/usr/bin:/bin"},
                     {.max_file_bytes = std::uint64_t{1024} * 1024});
  EXPECT_EQ(output_of(child), "2048\n0\n");
}

TEST(ChildProcesses, ThatCannotStartSayWhy) {
  EXPECT_THAT([] { start({}); }, ThrowsMessage<ChildStartError>(HasSubstr("empty")));
  EXPECT_THAT([] { start({"no-such-program-anywhere"}); },
              ThrowsMessage<ChildStartError>(HasSubstr("no program no-such-program-anywhere in PATH")));
  EXPECT_THAT([] { start({"./no/such/file"}); }, ThrowsMessage<ChildStartError>(HasSubstr("no file ./no/such/file")));
  EXPECT_THAT([] { start({repository + "/LICENSE"}); },
              ThrowsMessage<ChildStartError>(AllOf(HasSubstr("not executable"), HasSubstr("chmod +x"))));
  EXPECT_THAT([] { start({repository + "/tests"}); }, ThrowsMessage<ChildStartError>(HasSubstr("is a folder")));
}

}  // namespace
}  // namespace conformance::child_process_test
