#include "cli/saved_conversation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/given_inputs.hpp"
#include "prompty/core/error.hpp"
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
