#include "harness/subject/scratch_folder.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace conformance::scratch_folder_test
