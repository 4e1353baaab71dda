#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "support/places.hpp"

// Rules of the repository that a reader would otherwise have to remember.
namespace meta::repository {
namespace {

std::filesystem::path const root = prompty_tests::repository();

TEST(Repository, HasNothingBeyondTheFixedLayoutAtTheTop) {
  std::set<std::string> const fixed = {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE",       "spec",
                                       "reference",      "vectors",           "harness",   "mock-provider", "tests",
                                       "scripts",        "findings"};
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
      EXPECT_LE(lines, hard_limit) << entry.path() << ": is there a second thing inside?";
    }
  }
  EXPECT_GT(files, 50);
}

TEST(Repository, HasAReadmeThatIsReadInOneGo) {
  std::ifstream page(root / "README.md");
  int lines = 0;
  for (std::string line; std::getline(page, line);) ++lines;
  EXPECT_LE(lines, 180) << "details belong into the READMEs of the folders and the manual pages";
}

/// "Suite.Test" of every test in the sources below a folder.
std::set<std::string> tests_below(std::filesystem::path const& folder) {
  static std::regex const test(R"(^TEST(?:_F|_P)?\((\w+), (\w+)\))");
  std::set<std::string> found;
  for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream stream(entry.path());
    std::smatch match;
    for (std::string line; std::getline(stream, line);) {
      if (std::regex_search(line, match, test)) found.insert(match.str(1) + "." + match.str(2));
    }
  }
  return found;
}

TEST(Repository, HoldsWhatTheSecurityPagePromisesByTests) {
  std::set<std::string> const tests = tests_below(root / "tests");
  std::regex const named(R"(`([A-Z]\w+\.[A-Z]\w+)` \|$)");
  std::ifstream page(root / ".github" / "SECURITY.md");
  int count = 0;
  std::smatch match;
  for (std::string line; std::getline(page, line);) {
    if (!std::regex_search(line, match, named)) continue;
    ++count;
    EXPECT_TRUE(tests.contains(match.str(1))) << match.str(1) << " is no test";
  }
  EXPECT_GE(count, 30) << "ways to look conformant without being it";
}

// The JSON library takes a NUL byte for the end of its text, so that anything could stand behind it.
TEST(Repository, ReadsJsonOnlyWhereANulByteIsRefused) {
  std::regex const reading(R"([Jj]son::(parse|accept|sax_parse)\()");
  int readers = 0;
  for (std::string const folder : {"reference", "harness", "mock-provider"}) {
    for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp") continue;
      std::ifstream stream(entry.path());
      bool reads = false;
      bool refuses_nul = false;
      for (std::string line; std::getline(stream, line);) {
        // A value that is written and read again is no text of anybody else.
        reads = reads || (std::regex_search(line, reading) && line.find("dump(") == std::string::npos);
        refuses_nul = refuses_nul || line.find(R"('\0')") != std::string::npos;
      }
      readers += reads ? 1 : 0;
      EXPECT_TRUE(refuses_nul || !reads) << entry.path() << ": call json_in, bounded_json or json_text::parse";
    }
  }
  EXPECT_LE(readers, 7) << "one reader for each of the three parts, those that need places, and examples";
}

TEST(Repository, WritesTheBeginningOfAnUnexpectedResponseOnce) {
  int places = 0;
  for (std::filesystem::directory_entry const& entry :
       std::filesystem::recursive_directory_iterator(root / "reference")) {
    std::string const extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".hpp") continue;
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) {
      if (line.find("\"Unexpected response format") == std::string::npos) continue;
      ++places;
      EXPECT_EQ(entry.path().filename(), "errors.hpp") << line << ": call errors::unexpected_response";
    }
  }
  EXPECT_EQ(places, 1);
}

}  // namespace
}  // namespace meta::repository
