#include "cli/console.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <ostream>

namespace prompty::interruptible_output_test {
namespace {

class InterruptibleOutputs : public testing::Test {
 public:
  InterruptibleOutputs() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK), 0);
    read_ = ends[0];
    write_ = ends[1];
    output.emplace(write_);
  }
  ~InterruptibleOutputs() override {
    output.reset();
    ::close(read_);
    ::close(write_);
  }

 protected:
  /// What has been written since the last call.
  std::string written() const {
    std::array<char, 4096> bytes{};
    ssize_t const count = ::read(read_, bytes.data(), bytes.size());
    return count <= 0 ? "" : std::string(bytes.data(), static_cast<std::size_t>(count));
  }

  int write_ = -1;
  std::optional<cli::InterruptibleOutput> output;

 private:
  int read_ = -1;
};

TEST_F(InterruptibleOutputs, WriteWhatWasFlushed) {
  std::ostream out(&*output);
  out << "a" << 1;
  EXPECT_EQ(written(), "");
  out << std::flush;
  EXPECT_EQ(written(), "a1");
}

TEST_F(InterruptibleOutputs, WriteTheRestWhenTheyEnd) {
  std::ostream(&*output) << "rest";
  output.reset();
  EXPECT_EQ(written(), "rest");
}

TEST_F(InterruptibleOutputs, EndAnOpenLineWhenTheyAreClosed) {
  std::ostream out(&*output);
  out << "half a li";
  output->close();
  EXPECT_EQ(written(), "half a li\n");
  out << "ne" << std::flush;
  EXPECT_FALSE(out.good());
  EXPECT_EQ(written(), "");
}

TEST_F(InterruptibleOutputs, AddNoLineEndToAWholeLine) {
  std::ostream(&*output) << "a line\n";
  output->close();
  EXPECT_EQ(written(), "a line\n");
}

TEST_F(InterruptibleOutputs, KeepWhatWouldCommandATerminalFromIt) {
  output.emplace(write_, cli::Characters::printable);
  std::ostream out(&*output);
  out << "a\x1b[2Jb\n\tc\xC2\x9B"
         "d\x07\x1b]0;title\x1b\\\r\n"
      << std::flush;
  EXPECT_EQ(written(), "a[2Jb\n\tcd]0;title\\\n");
}

TEST_F(InterruptibleOutputs, KnowACommandThatComesInTwoPieces) {
  output.emplace(write_, cli::Characters::printable);
  std::ostream out(&*output);
  out << "a\xC2" << std::flush << "\x9B"
      << "b\xC2" << std::flush << "\xB0" << std::flush;
  EXPECT_EQ(written(), "ab\xC2\xB0");
  output->close();
  EXPECT_EQ(written(), "\n");
}

TEST_F(InterruptibleOutputs, WriteAllCharactersWhereNoTerminalIs) {
  std::ostream(&*output) << "\x1b[0m\r\n" << std::flush;
  EXPECT_EQ(written(), "\x1b[0m\r\n");
}

TEST_F(InterruptibleOutputs, FailWhenTheReaderIsGone) {
  cli::InterruptibleOutput nowhere(-1);
  std::ostream out(&nowhere);
  out << "x" << std::flush;
  EXPECT_FALSE(out.good());
}

}  // namespace
}  // namespace prompty::interruptible_output_test
