#include "harness/judge/files/file_tree.hpp"

#include <gmock/gmock.h>

#include <array>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::file_tree_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

constexpr std::array<EmbeddedFile, 4> files = {EmbeddedFile{.path = "pages/b.md", .bytes = "second"},
                                               EmbeddedFile{.path = "pages/a.md", .bytes = "first"},
                                               EmbeddedFile{.path = "pages/deep/c.md", .bytes = {"\0!", 2}},
                                               EmbeddedFile{.path = "pagesets/d.md", .bytes = "other"}};

/// The same files on disk.
class FileTrees : public testing::Test {
 protected:
  FileTrees() {
    for (EmbeddedFile const& file : files)
      write_file(std::filesystem::path(scratch_.path()) / file.path, std::string(file.bytes));
  }

  FileTree on_disk() const { return std::filesystem::path(scratch_.path()) / "pages"; }
  static FileTree built_in() { return {files, "pages"}; }

 private:
  ScratchFolder const scratch_;
};

TEST_F(FileTrees, HoldTheSameOnDiskAndBuiltIn) {
  for (FileTree const& tree : {on_disk(), built_in()}) {
    EXPECT_TRUE(tree.exists()) << tree.display_name();
    EXPECT_EQ(tree.name(), "pages");
    EXPECT_THAT(tree.paths(), ElementsAre("a.md", "b.md", "deep/c.md"));
    EXPECT_EQ(tree.read("b.md"), "second");
    EXPECT_EQ(tree.read("deep/c.md"), std::string("\0!", 2));
    EXPECT_TRUE(tree.holds("deep/c.md"));
    EXPECT_FALSE(tree.holds("deep"));
    EXPECT_FALSE(tree.holds("d.md"));
  }
}

TEST_F(FileTrees, HaveFoldersBelowThem) {
  for (FileTree const& tree : {on_disk(), built_in()}) {
    EXPECT_EQ(tree.below("deep").name(), "deep");
    EXPECT_THAT(tree.below("deep").paths(), ElementsAre("c.md"));
    EXPECT_FALSE(tree.below("none").exists());
    EXPECT_THAT(tree.below("none").paths(), IsEmpty());
  }
}

TEST_F(FileTrees, NameTheFileThatTheyDoNotHave) {
  EXPECT_THAT([&] { (void)on_disk().read("z.md"); }, ThrowsMessage<InputError>(HasSubstr("pages/z.md")));
  EXPECT_THAT([&] { (void)built_in().read("z.md"); },
              ThrowsMessage<InputError>(
                  AllOf(HasSubstr("z.md"), HasSubstr("pages (built into this program)"), HasSubstr("--vectors DIR"))));
}

TEST(TextsOfFiles, AreUtf8OrRefusedWithTheirPlace) {
  static constexpr std::array<EmbeddedFile, 2> texts = {
      EmbeddedFile{.path = "pages/good.md", .bytes = "\xC2\xA7 1\n"},
      EmbeddedFile{.path = "pages/bad.md", .bytes = "one\ntwo\nthr\x9A\nfour\n"}};
  FileTree const tree = {texts, "pages"};
  EXPECT_EQ(tree.read_text("good.md"), "\xC2\xA7 1\n");
  EXPECT_THAT([&] { (void)tree.read_text("bad.md"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("pages/bad.md:3: "), HasSubstr("UTF-8"))));
}

TEST_F(FileTrees, TellWhereTheyAre) {
  ASSERT_NE(on_disk().on_disk(), nullptr);
  EXPECT_EQ(on_disk().display_name(), on_disk().on_disk()->string());
  EXPECT_EQ(built_in().on_disk(), nullptr);
}

TEST(FolderNames, AreReadWithASlashAtTheEndToo) {
  EXPECT_EQ(FileTree("some/vectors/").name(), "vectors");
  EXPECT_EQ(FileTree("some/vectors").name(), "vectors");
}

}  // namespace
}  // namespace conformance::file_tree_test
