#include "prompty/load/file_access.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>

#include "support/temporary_folder.hpp"

namespace prompty::file_access_test {
namespace {

class FileAccess : public testing::Test {
 protected:
  prompty_tests::TemporaryFolder folder_;
  std::string bytes_ = std::string("a\0\r\n\xFF", 5);
  std::string path_ = folder_.write("b", bytes_);
};

TEST_F(FileAccess, ReadsAllBytes) {
  EXPECT_EQ(std::get<std::string>(file_access::read(path_, 5)), bytes_);
  std::string const large(200'000, 'x');
  EXPECT_EQ(std::get<std::string>(file_access::read(folder_.write("large", large), 200'000)), large);
}

TEST_F(FileAccess, TellsWhyThereAreNone) {
  EXPECT_TRUE(std::holds_alternative<file_access::TooLarge>(file_access::read(path_, 4)));
  EXPECT_TRUE(std::holds_alternative<file_access::NotFound>(file_access::read(folder_.path() + "/no", 5)));
  EXPECT_TRUE(std::holds_alternative<file_access::NotFound>(file_access::read(folder_.path(), 5)));
  EXPECT_TRUE(std::holds_alternative<file_access::NotFound>(file_access::read("/dev/zero", 5)));
  EXPECT_TRUE(std::holds_alternative<file_access::NotFound>(file_access::read(path_ + std::string(1, '\0'), 5)));
}

TEST_F(FileAccess, ReadsAPipeWhereOneIsAllowed) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  ASSERT_EQ(::write(ends[1], bytes_.data(), bytes_.size()), 5);
  ::close(ends[1]);
  std::string const pipe = "/dev/fd/" + std::to_string(ends[0]);
  EXPECT_TRUE(std::holds_alternative<file_access::NotFound>(file_access::read(pipe, 5)));
  EXPECT_EQ(std::get<std::string>(file_access::read(pipe, 5, file_access::Kinds::regular_files_and_pipes)), bytes_);
  ::close(ends[0]);
}

TEST_F(FileAccess, ReadsNoDeviceEvenWherePipesAreAllowed) {
  EXPECT_TRUE(std::holds_alternative<file_access::NotFound>(
      file_access::read("/dev/zero", 5, file_access::Kinds::regular_files_and_pipes)));
}

}  // namespace
}  // namespace prompty::file_access_test
