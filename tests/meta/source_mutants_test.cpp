#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "support/places.hpp"

// What scripts/test --source-mutants needs of its patches, held without building anything.
namespace meta::source_mutants {
namespace {

std::filesystem::path const root = prompty_tests::repository();

struct Patch {
  std::string name;
  std::string breaks;
  std::string clause;
  std::string file;
  std::string find;
  std::string replace;
};

std::string text_of(YAML::Node const& patch, char const* member) {
  return patch[member] ? patch[member].as<std::string>() : "";
}

std::vector<Patch> all_patches() {
  std::vector<Patch> patches;
  for (std::filesystem::directory_entry const& file :
       std::filesystem::directory_iterator(root / "tests/source_mutants/patches")) {
    for (YAML::Node const& patch : YAML::LoadFile(file.path().string())) {
      patches.push_back({.name = text_of(patch, "name"),
                         .breaks = text_of(patch, "breaks"),
                         .clause = text_of(patch, "clause"),
                         .file = text_of(patch, "file"),
                         .find = text_of(patch, "find"),
                         .replace = text_of(patch, "replace")});
    }
  }
  return patches;
}

std::string content_of(std::string const& file) {
  std::ifstream stream(root / file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

int occurrences(std::string const& text, std::string const& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(SourcePatches, FitTheirSourcesExactlyOnce) {
  for (Patch const& patch : all_patches()) {
    ASSERT_FALSE(patch.find.empty()) << patch.name;
    EXPECT_EQ(occurrences(content_of(patch.file), patch.find), 1) << patch.name << " in " << patch.file;
    EXPECT_NE(patch.find, patch.replace) << patch.name;
  }
}

/// The files of the reference that include a header.
std::vector<std::filesystem::path> users_of(std::string const& header) {
  std::string const line = "#include \"" + header.substr(std::string("reference/").size()) + "\"";
  std::vector<std::filesystem::path> users;
  for (auto const& entry : std::filesystem::recursive_directory_iterator(root / "reference")) {
    std::string const extension = entry.path().extension();
    bool const is_source = extension == ".cpp" || extension == ".hpp";
    if (is_source && content_of(entry.path()).find(line) != std::string::npos) users.push_back(entry.path());
  }
  return users;
}

// A patch in a header would not reach the other sources that include it.
TEST(SourcePatches, ChangeSourcesAndHeadersOfOneSource) {
  for (Patch const& patch : all_patches()) {
    if (patch.file.ends_with(".cpp")) continue;
    std::vector<std::filesystem::path> const users = users_of(patch.file);
    ASSERT_EQ(users.size(), 1U) << patch.name;
    EXPECT_EQ(users.front().extension(), ".cpp") << patch.name;
  }
}

TEST(SourcePatches, HaveNamesOfTheirOwnAndSayWhatTheyBreak) {
  std::set<std::string> names;
  for (Patch const& patch : all_patches()) {
    EXPECT_TRUE(names.insert(patch.name).second) << patch.name;
    EXPECT_FALSE(patch.breaks.empty()) << patch.name;
  }
}

TEST(SourcePatches, AreOfClausesThatVectorsHold) {
  conformance::ClauseRegistry const clauses = conformance::read_clause_registry(root / "spec");
  for (Patch const& patch : all_patches()) {
    conformance::Clause const* const clause = clauses.find_clause(patch.clause);
    ASSERT_NE(clause, nullptr) << patch.name << ": " << patch.clause;
    EXPECT_TRUE(clause->testable()) << patch.name << ": " << patch.clause;
  }
}

TEST(SourcePatches, AreAtLeastSixtyOverAllRooms) {
  std::vector<Patch> const patches = all_patches();
  EXPECT_GE(patches.size(), 60U);
  std::map<std::string, int> rooms;
  for (Patch const& patch : patches) {
    std::filesystem::path file = patch.file;
    ++rooms[file.parent_path().string()];
    ++rooms[file.replace_extension().string()];
  }
  for (std::string const room : {"load", "render", "parse", "wire", "wire/openai", "wire/anthropic", "process",
                                 "process/openai", "process/anthropic", "transport", "provider", "registry",
                                 "conversation", "agent", "pipeline", "tools/openapi", "trace"}) {
    EXPECT_GE(rooms["reference/prompty/" + room], 1) << room;
  }
  EXPECT_GE(rooms["reference/jinja"], 1);
}

}  // namespace
}  // namespace meta::source_mutants
