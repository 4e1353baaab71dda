#include "cli/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "prompty/core/error.hpp"
#include "reference/support/command.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::named_file_test {
namespace {

class NamedFiles : public testing::Test {
 protected:
  /// What `prompty` says on standard error when it is called with these words.
  static std::string complaint(std::vector<std::string> const& words) {
    prompty_tests::Finished const finished = prompty_tests::run_prompty(words);
    EXPECT_EQ(finished.code, 1);
    return finished.err;
  }

  prompty_tests::TemporaryFolder folder;
};

TEST_F(NamedFiles, GiveAllTheirBytes) {
  std::string const bytes("a\0\xFF", 3);
  EXPECT_EQ(cli::read_file(folder.write("f", bytes)), bytes);
}

TEST_F(NamedFiles, MayNotBeLargerThanTheLimit) {
  std::string const path = folder.write("f", "12345");
  EXPECT_EQ(cli::read_file(path, 5), "12345");
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(cli::read_file(path, 4)); }),
            "File is too large: " + path + " holds more than 4 bytes; name a smaller one");
}

TEST_F(NamedFiles, MayBeAPipeThatTheShellHandsOver) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  ASSERT_EQ(::write(ends[1], "A=1", 3), 3);
  ::close(ends[1]);
  EXPECT_EQ(cli::read_file("/dev/fd/" + std::to_string(ends[0])), "A=1");
  ::close(ends[0]);
}

// To open it would wait until somebody writes into it.
TEST_F(NamedFiles, AreNoPipesWithANameOfTheirOwn) {
  std::string const pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(raised<RuntimeError>([&] { static_cast<void>(cli::read_file(pipe)); }),
            "File cannot be read: " + pipe + " is a pipe; name a regular file, or write what it gives into one");
}

TEST_F(NamedFiles, AreNoDevicesWhateverOptionNamesThem) {
  std::string const prompt = folder.write("p.prompty", "---\nmodel: m\n---\nHi");
  std::string const device = "/dev/zero is a device";
  EXPECT_NE(complaint({"prepare", prompt, "--inputs", "/dev/zero"}).find(device), std::string::npos);
  EXPECT_NE(complaint({"prepare", prompt, "--env-file", "/dev/zero"}).find(device), std::string::npos);
  EXPECT_NE(complaint({"chat", prompt, "--resume", "/dev/zero"}).find(device), std::string::npos);
}

TEST_F(NamedFiles, TellWhatIsNoRegularFile) {
  EXPECT_EQ(cli::kind_unless_regular(folder.write("f", "")), "");
  EXPECT_EQ(cli::kind_unless_regular(folder.path() + "/none"), "");
  EXPECT_EQ(cli::kind_unless_regular(folder.path()), "a folder");
  EXPECT_EQ(cli::kind_unless_regular("/dev/null"), "a device");
}

}  // namespace
}  // namespace prompty::named_file_test
