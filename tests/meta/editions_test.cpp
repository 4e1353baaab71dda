#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "support/places.hpp"

// What differs between editions stands in one header as questions, so that it can be read there.
namespace meta::editions {
namespace {

std::filesystem::path const reference = std::filesystem::path(prompty_tests::repository()) / "reference";
constexpr char const* questions = "prompty/core/edition.hpp";

/// The lines that compare an edition, or name one other than as what is chosen.
std::vector<std::string> comparisons_in(std::filesystem::path const& source) {
  static std::regex const comparison(
      R"(Edition::(april|august)_|[eE]dition\w*(\(\))?\s*([!=]=|<=|>=)|[eE]dition\w*(\(\))?\s+[<>]\s|([!=]=|<=|>=)\s*[\w.>-]*[eE]dition\b|switch \(.*[eE]dition)");
  std::ifstream stream(source);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (std::regex_search(line, comparison)) lines.push_back(line);
  }
  return lines;
}

TEST(Editions, AreComparedInOneHeader) {
  std::size_t sources = 0;
  for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(reference)) {
    std::filesystem::path const& path = entry.path();
    if (path.extension() != ".cpp" && path.extension() != ".hpp") continue;
    ++sources;
    if (std::filesystem::relative(path, reference) == questions) continue;
    EXPECT_THAT(comparisons_in(path), testing::IsEmpty())
        << path << ": ask a question of reference/" << questions << " instead, or add one there";
  }
  EXPECT_GT(sources, 100U);
  EXPECT_THAT(comparisons_in(reference / questions), testing::Not(testing::IsEmpty()))
      << "the test sees no comparison and would pass whatever there is";
}

}  // namespace
}  // namespace meta::editions
