#include "cli/output_text.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "prompty/core/error.hpp"
#include "prompty/transport/url.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

namespace prompty::answer_file_test {
namespace {

using cli::Printing;
using prompty_tests::text_of;

class AnswerFiles : public testing::Test {
 protected:
  void write(Outcome const& outcome, Printing printing = Printing::plain) {
    cli::write_outcome(outcome, path, printing, out);
  }

  prompty_tests::TemporaryFolder folder;
  std::string path = folder.path() + "/answer.bin";
  std::ostringstream out;
};

TEST_F(AnswerFiles, HoldWhatWouldBePrinted) {
  write(Text{.value = "Hi"});
  EXPECT_EQ(text_of(path), "Hi\n");
  write(Embedding{.values = {0.5}});
  EXPECT_EQ(text_of(path), "[0.5]\n");
  write(Text{.value = "Hi"}, Printing::json_lines);
  EXPECT_EQ(text_of(path), "{\"type\":\"text\",\"value\":\"Hi\"}\n");
  EXPECT_EQ(out.str(), "");
}

TEST_F(AnswerFiles, HoldTheBytesOfImages) {
  std::string const bytes("\x89PNG\r\n\x1a\n\0\xff", 10);
  write(Image{.value = base64(bytes)});
  EXPECT_EQ(text_of(path), bytes);
  write(std::vector<Image>{{.value = base64("one")}, {.value = "data:image/png;base64," + base64("two")}});
  EXPECT_EQ(text_of(path), "one");
  EXPECT_EQ(text_of(folder.path() + "/answer-2.bin"), "two");
  EXPECT_EQ(out.str(), "");
}

TEST_F(AnswerFiles, AreNotWrittenForAnAddress) {
  write(Image{.value = "https://example.test/a.png"});
  EXPECT_EQ(out.str(), "https://example.test/a.png\n");
  EXPECT_FALSE(std::ifstream(path).good());
}

TEST_F(AnswerFiles, AreRefusedWhereTheyCannotBeWritten) {
  path = folder.path() + "/no/such/folder/a.png";
  EXPECT_EQ(
      raised<RuntimeError>([&] { write(Text{.value = "Hi"}); }),
      "The answer could not be written to " + path + ": No such file or directory; name a file that can be written");
}

TEST(ImageBytes, AreThoseOfEveryLength) {
  for (std::string const& bytes :
       {std::string(""), std::string("a"), std::string("ab"), std::string("abc"), std::string("\0\xff\x80z", 4)}) {
    EXPECT_EQ(cli::bytes_of_image(base64(bytes)), bytes);
  }
}

TEST(ImageBytes, AreNotMadeUp) {
  for (char const* const wrong : {"a b", "YWJj$", "Y", "YWJjY", "ftp://x"}) {
    EXPECT_THROW(static_cast<void>(cli::bytes_of_image(wrong)), ValueError) << wrong;
  }
}

}  // namespace
}  // namespace prompty::answer_file_test
