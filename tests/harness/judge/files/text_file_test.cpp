#include "harness/judge/files/text_file.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <utility>
#include <variant>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/subject/scratch_folder.hpp"
#include "mock-provider/values/whole_file.hpp"

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
              ThrowsMessage<InputError>(HasSubstr(scratch.path() + "/none cannot be read: No such file or directory")));
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

TEST(TextFiles, AreNoDevicesAndNoPipes) {
  ScratchFolder const scratch;
  std::string const pipe = scratch.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (auto const& [path, what] : {std::pair(std::string("/dev/zero"), "device"), {pipe, "pipe"}}) {
    try {
      static_cast<void>(read_file(path));
      FAIL() << path << " was read";
    } catch (InputError const& error) {
      EXPECT_EQ(error.what(), path + " is a " + what + "; name a regular file");
    }
  }
}

TEST(TextFiles, HaveAnEnd) {
  namespace whole_file = mock_provider::whole_file;
  ScratchFolder const scratch;
  write_file(scratch.path() + "/f", "four");
  EXPECT_EQ(std::get<std::string>(whole_file::read(scratch.path() + "/f", 4)), "four");
  EXPECT_EQ(std::get<whole_file::Refusal>(whole_file::read(scratch.path() + "/f", 3)).text(),
            "has more than 3 bytes; name a smaller file");
  // The folder says that it has none.
  EXPECT_NE(std::get<std::string>(whole_file::read("/proc/self/status", 1'000'000)), "");
  EXPECT_TRUE(std::holds_alternative<whole_file::Refusal>(whole_file::read("/proc/self/status", 3)));
}

}  // namespace
}  // namespace conformance::text_file_test
