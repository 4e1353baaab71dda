#include "prompty/load/file_access.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace prompty::file_access_test
