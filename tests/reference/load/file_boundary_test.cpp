#include "prompty/load/file_boundary.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/temporary_folder.hpp"

namespace prompty::file_boundary_test {
namespace {

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
}  // namespace prompty::file_boundary_test
