#include "cli/interruptible_output.hpp"

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

  std::optional<cli::InterruptibleOutput> output;

 private:
  int read_ = -1;
  int write_ = -1;
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

TEST_F(InterruptibleOutputs, FailWhenNobodyReads) {
  cli::InterruptibleOutput nowhere(-1);
  std::ostream out(&nowhere);
  out << "x" << std::flush;
  EXPECT_FALSE(out.good());
}

}  // namespace
}  // namespace prompty::interruptible_output_test
