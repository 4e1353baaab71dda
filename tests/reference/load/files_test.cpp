#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>

#include "prompty/load/file_access.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::files_test {
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
  EXPECT_EQ(std::get<std::string>(file_access::read(folder_.write("empty", ""), 0)), "");
}

TEST_F(FileAccess, ReadsWhatHasNoSizeInItsFolder) {
  // More than one read gives.
  std::string const maps = std::get<std::string>(file_access::read("/proc/self/smaps", 10'000'000));
  EXPECT_GT(maps.size(), 4'096U);
  EXPECT_EQ(maps.back(), '\n');
  EXPECT_TRUE(std::holds_alternative<file_access::TooLarge>(file_access::read("/proc/self/smaps", 100)));
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

class FileBoundary : public testing::Test {
 protected:
  FileBoundary() {
    static_cast<void>(folder_.write("prompts/sub/a.txt", "a"));
    static_cast<void>(folder_.write("prompts-other/b.txt", "b"));
    std::filesystem::create_directory_symlink(top_ / "prompts-other", top_ / "prompts/out");
    std::filesystem::create_directory_symlink(top_ / "prompts/sub", top_ / "prompts/in");
    std::filesystem::create_directory_symlink(top_ / "prompts", top_ / "alias");
  }

  [[nodiscard]] std::optional<std::filesystem::path> locate(
      std::string const& path, std::vector<std::filesystem::path> const& roots = {}) const {
    return file_boundary::locate(path, top_ / "prompts", roots);
  }

  prompty_tests::TemporaryFolder folder_;
  std::filesystem::path top_ = std::filesystem::canonical(folder_.path());
};

TEST_F(FileBoundary, HoldsWhatIsBelowTheFolder) {
  EXPECT_EQ(locate("sub/a.txt"), top_ / "prompts/sub/a.txt");
  EXPECT_EQ(locate("./sub/../sub/a.txt"), top_ / "prompts/sub/a.txt");
  EXPECT_EQ(locate("in/a.txt"), top_ / "prompts/sub/a.txt");
  EXPECT_EQ(locate("not/there"), top_ / "prompts/not/there");
  EXPECT_EQ(locate("../prompts/sub/a.txt"), top_ / "prompts/sub/a.txt");
  EXPECT_EQ(locate((top_ / "alias/sub/a.txt").string()), top_ / "prompts/sub/a.txt");
}

TEST_F(FileBoundary, LeavesOutTheRest) {
  EXPECT_EQ(locate("../prompts-other/b.txt"), std::nullopt);
  EXPECT_EQ(locate("out/b.txt"), std::nullopt);
  EXPECT_EQ(locate("out/not-there"), std::nullopt);
  EXPECT_EQ(locate("not-there/../../x"), std::nullopt);
  EXPECT_EQ(locate("/etc/passwd"), std::nullopt);
}

TEST_F(FileBoundary, TakesFurtherRoots) {
  EXPECT_EQ(locate("../prompts-other/b.txt", {"/nowhere", top_ / "prompts-other/"}), top_ / "prompts-other/b.txt");
  EXPECT_EQ(locate("out/b.txt", {top_ / "alias/out"}), top_ / "prompts-other/b.txt");
  EXPECT_EQ(locate("../prompts-other/b.txt", {top_ / "prompts-othe"}), std::nullopt);
  EXPECT_NE(locate("/etc/passwd", {"/"}), std::nullopt);
}

TEST_F(FileBoundary, BeginsAtTheFolderThatALinkMeans) {
  EXPECT_EQ(file_boundary::locate("sub/a.txt", top_ / "alias", {}), top_ / "prompts/sub/a.txt");
}

}  // namespace
}  // namespace prompty::files_test
