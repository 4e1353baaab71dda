#include "harness/judge/replay/replay.hpp"

#include <gtest/gtest.h>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::workspace_test {
namespace {

TEST(Workspaces, HoldTheFilesByteForByteAndRemoveThem) {
  ScratchFolder const scratch;
  std::filesystem::path folder;
  {
    Workspace const workspace(scratch.path(), {{"a.prompty", "---\r\n"}, {"sub/deep/b", std::string("\0\xFF", 2)}});
    folder = workspace.folder();
    EXPECT_EQ(folder.parent_path(), scratch.path());
    EXPECT_EQ(read_file(folder / "a.prompty"), "---\r\n");
    EXPECT_EQ(read_file(folder / "sub" / "deep" / "b"), std::string("\0\xFF", 2));
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_TRUE(std::filesystem::exists(scratch.path()));
}

TEST(Workspaces, AreApartFromEachOther) {
  ScratchFolder const scratch;
  Workspace const one(scratch.path(), {{"a", "1"}});
  Workspace const other(scratch.path(), {{"a", "2"}});
  EXPECT_NE(one.folder(), other.folder());
  EXPECT_EQ(read_file(one.folder() / "a"), "1");
}

TEST(Workspaces, ThatCannotBeMadeAreAFaultOfTheHarness) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/file", "");
  EXPECT_THROW(Workspace(scratch.path() + "/file", {{"a", "1"}}), HarnessError);
  EXPECT_THROW(Workspace(scratch.path(), {{"a", "1"}, {"a/b", "2"}}), HarnessError);
}

}  // namespace
}  // namespace conformance::workspace_test
