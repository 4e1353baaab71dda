#include "harness/judge/files/text_file.hpp"

#include <gmock/gmock.h>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

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

TEST(TextFiles, AreNoDevices) {
  try {
    static_cast<void>(read_file("/dev/zero"));
    FAIL() << "a device was read";
  } catch (InputError const& error) {
    EXPECT_STREQ(error.what(), "/dev/zero is a device; name a regular file");
  }
}

}  // namespace
}  // namespace conformance::text_file_test
