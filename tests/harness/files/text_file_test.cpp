#include "harness/files/text_file.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "harness/input_error.hpp"
#include "harness/subject/scratch_folder.hpp"

namespace conformance::text_file_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(TextFiles, KeepEveryByte) {
  ScratchFolder const scratch;
  std::string const bytes("a\0\r\n\xFF", 5);
  write_file(scratch.path() + "/new/folder/f", bytes);
  EXPECT_EQ(read_file(scratch.path() + "/new/folder/f"), bytes);
}

TEST(TextFiles, AreReplacedWhole) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "a long text");
  write_file(scratch.path() + "/f", "short");
  EXPECT_EQ(read_file(scratch.path() + "/f"), "short");
}

TEST(ReplacedFiles, AreWholeAndLeaveNothingBeside) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "old");
  std::ifstream reader(scratch.path() + "/f");
  replace_file(scratch.path() + "/f", "new and longer");
  EXPECT_EQ(read_file(scratch.path() + "/f"), "new and longer");
  std::string seen;
  std::getline(reader, seen);
  EXPECT_EQ(seen, "old") << "whoever had it open keeps the old one";
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(scratch.path()), {}), 1);
}

TEST(ReplacedFiles, AreThoseThatALinkLeadsTo) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "old");
  std::filesystem::create_symlink("f", scratch.path() + "/link");
  replace_file(scratch.path() + "/link", "new");
  EXPECT_EQ(read_file(scratch.path() + "/f"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(scratch.path() + "/link"));
}

TEST(ReplacedFiles, AreWrittenInPlaceWhereNothingCanBeBeside) {
  ScratchFolder const scratch;
  std::string const path = scratch.path() + "/f";
  write_file(path, "old");
  write_file(path + "." + std::to_string(::getpid()) + ".part/in the way", "x");
  replace_file(path, "new");
  EXPECT_EQ(read_file(path), "new");
}

TEST(ReplacedFiles, AreNoDevices) {
  replace_file("/dev/null", "x");
  clear_file("/dev/null");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(ClearedFiles, AreGoneWhenTheyCouldBeWritten) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "old");
  clear_file(scratch.path() + "/f");
  EXPECT_FALSE(std::filesystem::exists(scratch.path() + "/f"));
  EXPECT_THAT([&] { clear_file("/dev/null/f"); }, ThrowsMessage<InputError>(HasSubstr("cannot write /dev/null/f")));
}

TEST(TextFiles, ThatCannotBeReadAreNamed) {
  ScratchFolder const scratch;
  EXPECT_THAT([&] { (void)read_file(scratch.path() + "/none"); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("cannot read"), HasSubstr(scratch.path() + "/none"))));
  EXPECT_THAT([&] { (void)read_file(scratch.path()); },
              ThrowsMessage<InputError>(AllOf(HasSubstr(scratch.path()), HasSubstr("is a folder"))));
}

TEST(TextFiles, ThatCannotBeWrittenAreNamed) {
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "");
  EXPECT_THAT([&] { write_file(scratch.path() + "/f/below", ""); },
              ThrowsMessage<InputError>(AllOf(HasSubstr("cannot write"), HasSubstr("/f/below"))));
  EXPECT_THAT([] { write_file("/dev/full", "x"); }, ThrowsMessage<InputError>(HasSubstr("/dev/full")));
}

}  // namespace
}  // namespace conformance::text_file_test
