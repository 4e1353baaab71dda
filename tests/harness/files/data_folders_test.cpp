#include "harness/files/data_folders.hpp"

#include <gtest/gtest.h>

namespace conformance::data_folders_test {
namespace {

TEST(DataFoldersOnTheCommandLine, AreTakenAsTheyAre) {
  DataFolders const folders = find_data_folders("some/vectors", "some/spec");
  EXPECT_EQ(folders.vectors, "some/vectors");
  EXPECT_EQ(folders.spec, "some/spec");
}

TEST(ProgramPath, IsThatOfTheRunningProgram) {
  EXPECT_TRUE(program_path().is_absolute());
  EXPECT_TRUE(std::filesystem::is_regular_file(program_path()));
  EXPECT_NE(program_path().filename().string().find("test"), std::string::npos);
}

}  // namespace
}  // namespace conformance::data_folders_test
