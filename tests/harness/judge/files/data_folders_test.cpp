#include "harness/judge/files/file_tree.hpp"

#include <gtest/gtest.h>

#include <array>

#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::data_folders_test {
namespace {

constexpr std::array<EmbeddedFile, 3> embedded = {
    EmbeddedFile{.path = "vectors/load/a.json", .bytes = "built in"},
    EmbeddedFile{.path = "vectors/schema/vectors.schema.json", .bytes = "{}"},
    EmbeddedFile{.path = "spec/01.md", .bytes = "built in"}};

/// Folders on disk with nothing in them but what a test puts there, and a program somewhere among them.
class DataFoldersOf : public testing::Test {
 protected:
  std::filesystem::path root() const { return scratch_.path(); }

  void put_data(std::filesystem::path const& folder) const {
    write_file(folder / "vectors" / "schema" / "vectors.schema.json", "{}");
    write_file(folder / "spec" / "01.md", "on disk");
  }

  DataFolders found(std::filesystem::path const& program, std::string const& vectors = "",
                    std::string const& spec = "") const {
    return find_data_folders(vectors, spec, {.program = program, .embedded = embedded});
  }

 private:
  ScratchFolder const scratch_;
};

std::string place_of(FileTree const& tree) {
  return tree.on_disk() == nullptr ? tree.display_name() : tree.on_disk()->string();
}

TEST_F(DataFoldersOf, ACheckoutAreThoseAboveTheProgram) {
  put_data(root() / "checkout");
  DataFolders const folders = found(root() / "checkout" / "out" / "bin" / "program");
  EXPECT_EQ(place_of(folders.vectors), root() / "checkout" / "vectors");
  EXPECT_EQ(place_of(folders.spec), root() / "checkout" / "spec");
  EXPECT_EQ(place_of(folders.schemas), root() / "checkout" / "vectors" / "schema");
}

TEST_F(DataFoldersOf, AnInstallationAreThoseInItsPrefix) {
  put_data(root());
  put_data(root() / "prefix" / "share" / "prompty");
  EXPECT_EQ(place_of(found(root() / "prefix" / "bin" / "program").vectors),
            root() / "prefix" / "share" / "prompty" / "vectors");
}

TEST_F(DataFoldersOf, AProgramAloneAreBuiltIn) {
  DataFolders const folders = found(root() / "program");
  EXPECT_EQ(folders.vectors.read("load/a.json"), "built in");
  EXPECT_EQ(folders.spec.read("01.md"), "built in");
  EXPECT_TRUE(folders.schemas.holds("vectors.schema.json"));
}

TEST_F(DataFoldersOf, TheCommandLineAreTakenAsTheyAre) {
  put_data(root());
  DataFolders const folders = found(root() / "program", "some/vectors", "some/spec");
  EXPECT_EQ(place_of(folders.vectors), "some/vectors");
  EXPECT_EQ(place_of(folders.spec), "some/spec");
  EXPECT_EQ(place_of(folders.schemas), root() / "vectors" / "schema");
}

TEST_F(DataFoldersOf, TheCommandLineReplaceOnlyWhatTheyName) {
  put_data(root() / "other");
  DataFolders const folders = found(root() / "program", (root() / "other" / "vectors").string());
  EXPECT_EQ(folders.schemas.read("vectors.schema.json"), "{}");
  EXPECT_EQ(place_of(folders.schemas), root() / "other" / "vectors" / "schema");
  EXPECT_EQ(folders.spec.read("01.md"), "built in");
  EXPECT_EQ(found(root() / "program", "", (root() / "other" / "spec").string()).vectors.on_disk(), nullptr);
}

TEST(ProgramPath, IsThatOfTheRunningProgram) {
  EXPECT_TRUE(program_path().is_absolute());
  EXPECT_TRUE(std::filesystem::is_regular_file(program_path()));
  EXPECT_NE(program_path().filename().string().find("test"), std::string::npos);
}

}  // namespace
}  // namespace conformance::data_folders_test
