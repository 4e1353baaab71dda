#include "cli/turn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/files.hpp"
#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::saved_conversation_test {
namespace {

std::vector<Message> const conversation = {
    {.role = "user", .content = {TextPart{"Hi"}, ImagePart{.value = "https://example.test/i.png"}}},
    {.role = "assistant", .content = {TextPart{""}}, .metadata = {{"tool_calls", Json::array({{{"id", "call_0"}}})}}},
    {.role = "tool", .content = {TextPart{"72°F"}}, .metadata = {{"tool_call_id", "call_0"}}}};

TEST(SavedConversation, ComesBackAsItWas) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.path() + "/c.json";
  cli::save_conversation(path, "weather.prompty", conversation);
  EXPECT_EQ(cli::saved_conversation(path), conversation);
  EXPECT_EQ(Json::parse(cli::read_file(path))["prompt"], "weather.prompty");
}

TEST(SavedConversation, ReplacesAnOlderOneAndLeavesNothingBeside) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.path() + "/c.json";
  cli::save_conversation(path, "p", conversation);
  cli::save_conversation(path, "p", {});
  EXPECT_EQ(cli::saved_conversation(path), std::vector<Message>());
  std::filesystem::directory_iterator const files(folder.path());
  EXPECT_EQ(std::distance(files, {}), 1);
}

TEST(SavedConversation, IsForItsOwnerOnly) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.path() + "/c.json";
  cli::save_conversation(path, "p", conversation);
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(SavedConversation, NeverTakesThePlaceOfALinkOrAPipe) {
  prompty_tests::TemporaryFolder const folder;
  std::string const target = folder.write("target.json", "kept");
  std::string const link = folder.path() + "/link.json";
  std::string const pipe = folder.path() + "/pipe";
  std::filesystem::create_symlink(target, link);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(raised<RuntimeError>([&] { cli::save_conversation(link, "p", conversation); }),
            "The conversation was not saved in " + link + ": " + link +
                " is a symbolic link, which saving would replace; name a regular file or one that is not there yet");
  EXPECT_NE(raised<RuntimeError>([&] { cli::save_conversation(pipe, "p", conversation); }), "");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_EQ(cli::read_file(target), "kept");
  std::filesystem::directory_iterator const files(folder.path());
  EXPECT_EQ(std::distance(files, {}), 3);
}

TEST(SavedConversation, IsNeverReadFromADevice) {
  EXPECT_THROW(static_cast<void>(cli::saved_conversation("/dev/zero")), RuntimeError);
}

TEST(SavedConversation, SaysWhyItCannotBeWritten) {
  try {
    cli::save_conversation("/nowhere/c.json", "p", conversation);
    FAIL();
  } catch (RuntimeError const& error) {
    EXPECT_STREQ(error.what(),
                 "The conversation could not be saved in /nowhere/c.json: No such file or directory; is its folder "
                 "there?");
  }
}

TEST(SavedConversation, IsNoOtherFile) {
  prompty_tests::TemporaryFolder const folder;
  for (char const* const text : {"", "hello", "[]", "{}", R"({"messages": 3})", R"({"messages": [{}]})"}) {
    EXPECT_THROW(static_cast<void>(cli::saved_conversation(folder.write("c.json", text))), ValueError) << text;
  }
  EXPECT_THROW(static_cast<void>(cli::saved_conversation("/nowhere/c.json")), FileNotFoundError);
}

}  // namespace
}  // namespace prompty::saved_conversation_test
