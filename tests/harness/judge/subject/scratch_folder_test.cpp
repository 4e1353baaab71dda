#include "harness/judge/subject/scratch_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/temporary_folder.hpp"

namespace conformance::scratch_folder_test {
namespace {

TEST(ScratchFolders, AreOwnAbsoluteAndWritable) {
  ScratchFolder const one;
  ScratchFolder const other;
  EXPECT_NE(one.path(), other.path());
  EXPECT_TRUE(std::filesystem::path(one.path()).is_absolute());
  std::ofstream file(one.path() + "/a");
  EXPECT_TRUE(file.is_open());
}

TEST(ScratchFolders, AreRemovedWithTheirContent) {
  std::string path;
  {
    ScratchFolder const folder;
    path = folder.path();
    std::filesystem::create_directories(path + "/a/b");
    std::ofstream(path + "/a/b/c") << "content";
    ASSERT_TRUE(std::filesystem::exists(path + "/a/b/c"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ScratchFolders, AreRemovedWhateverWasMadeOfThem) {
  std::string path;
  ScratchFolder const kept;
  {
    ScratchFolder const folder;
    path = folder.path();
    std::ofstream(kept.path() + "/precious") << "content";
    std::filesystem::create_directory_symlink(kept.path(), path + "/link");
    std::filesystem::create_directories(path + "/closed/inner");
    std::ofstream(path + "/closed/inner/file") << "content";
    std::filesystem::permissions(path + "/closed/inner", std::filesystem::perms::none);
    std::filesystem::permissions(path + "/closed", std::filesystem::perms::none);
    // Deeper than a path may be long.
    int folder_number = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int level = 0; level < 3000; ++level) {
      ASSERT_EQ(::mkdirat(folder_number, "deeper", 0700), 0);
      int const below = ::openat(folder_number, "deeper", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      ::close(folder_number);
      folder_number = below;
    }
    ::close(folder_number);
    EXPECT_TRUE(size_of_folder(path, 100'000).is_cut);
  }
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(std::filesystem::exists(kept.path() + "/precious"));
}

/// A folder of temporary folders of its own, so that no other test sweeps.
class SweptFolders : public testing::Test {
 protected:
  /// What a killed process leaves behind, with files of its own.
  [[nodiscard]] std::string left_behind(std::string const& name) const {
    std::string path = above.path() + "/" + name;
    std::filesystem::create_directories(path + "/a/b");
    std::ofstream(path + "/a/b/c") << "content";
    return path;
  }

  prompty_tests::TemporaryFolder above;
};

TEST_F(SweptFolders, AreThoseOfProcessesThatAreGone) {
  std::string const gone = left_behind("prompty-conformance-scratch-AAAAAA");
  std::string const foreign = left_behind("somebody-else-AAAAAA");
  sweep_scratch_folders(above.path());
  EXPECT_FALSE(std::filesystem::exists(gone));
  EXPECT_TRUE(std::filesystem::exists(foreign + "/a/b/c"));
}

TEST_F(SweptFolders, AreNotThoseThatAProcessStillHolds) {
  ScratchFolder const held;
  std::ofstream(held.path() + "/precious") << "content";
  sweep_scratch_folders(std::filesystem::path(held.path()).parent_path().string());
  EXPECT_TRUE(std::filesystem::exists(held.path() + "/precious"));
}

TEST_F(SweptFolders, AreThoseOfAProcessThatWasKilled) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  pid_t const process = ::fork();
  if (process == 0) {
    ScratchFolder const folder;
    bool const is_reported = ::write(ends[1], folder.path().c_str(), folder.path().size() + 1) > 0;
    if (is_reported) ::sleep(600);
    ::_exit(1);
  }
  ::close(ends[1]);
  std::array<char, 4096> reported = {};
  ASSERT_GT(::read(ends[0], reported.data(), reported.size() - 1), 0);
  ::close(ends[0]);
  std::string const path = reported.data();
  std::string const folder = std::filesystem::path(path).parent_path().string();
  sweep_scratch_folders(folder);
  EXPECT_TRUE(std::filesystem::exists(path));
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  EXPECT_TRUE(std::filesystem::exists(path));
  sweep_scratch_folders(folder);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(SweptFolders, AreNeverWhatALinkLeadsTo) {
  std::string const precious = left_behind("precious");
  std::filesystem::create_directory_symlink(precious, above.path() + "/prompty-conformance-scratch-AAAAAA");
  sweep_scratch_folders(above.path());
  EXPECT_TRUE(std::filesystem::exists(precious + "/a/b/c"));
}

TEST(SizesOfFolders, CountFilesButNotWhatLinksLeadTo) {
  ScratchFolder const folder;
  ScratchFolder const other;
  std::filesystem::create_directories(folder.path() + "/a/b");
  std::ofstream(folder.path() + "/a/b/c") << std::string(100'000, 'x');
  std::ofstream(other.path() + "/d") << std::string(10'000'000, 'x');
  std::filesystem::create_directory_symlink(other.path(), folder.path() + "/link");
  FolderSize const size = size_of_folder(folder.path(), 100);
  EXPECT_GE(size.bytes, 100'000U);
  EXPECT_LT(size.bytes, 1'000'000U);
  EXPECT_FALSE(size.is_cut);
  EXPECT_TRUE(size_of_folder(folder.path(), 2).is_cut);
  EXPECT_EQ(size_of_folder(folder.path() + "/none", 2).bytes, 0U);
}

}  // namespace
}  // namespace conformance::scratch_folder_test
