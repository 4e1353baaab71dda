#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

// Rules of the house that a reader would otherwise have to remember.
namespace meta::repository {
namespace {

std::filesystem::path const root = PROMPTY_SOURCE_DIR;

TEST(Repository, HasNothingBeyondTheFixedLayoutAtTheTop) {
  std::set<std::string> const fixed = {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE",       "spec",
                                       "reference",      "vectors",           "harness",   "mock-provider", "tests",
                                       "scripts"};
  std::set<std::string> found;
  for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(root)) {
    std::string const name = entry.path().filename().string();
    if (name.front() != '.' && name != "out") found.insert(name);
  }
  EXPECT_EQ(found, fixed);
}

TEST(Repository, KeepsRoomsSmall) {
  constexpr int hard_limit = 600;
  int files = 0;
  for (std::string const folder : {"reference", "harness", "mock-provider", "tests"}) {
    for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      std::string const extension = entry.path().extension().string();
      if (extension != ".cpp" && extension != ".hpp") continue;
      ++files;
      std::ifstream stream(entry.path());
      int lines = 0;
      for (std::string line; std::getline(stream, line);) ++lines;
      EXPECT_LE(lines, hard_limit) << entry.path() << ": is there a second room inside?";
    }
  }
  EXPECT_GT(files, 50);
}

}  // namespace
}  // namespace meta::repository
