#include "harness/subject/scratch_folder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

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
