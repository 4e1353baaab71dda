#include "cli/tool_choices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"

namespace prompty::command_tool_test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

Json call(std::vector<std::string> words, Json const& arguments = Json::object(),
          std::chrono::milliseconds limit = 20s) {
  return std::get<Json>(cli::command_handler(std::move(words), limit, {}).call(arguments));
}

template <class Expected>
std::string failure_of(std::vector<std::string> words, std::chrono::milliseconds limit = 20s) {
  try {
    static_cast<void>(call(std::move(words), Json::object(), limit));
  } catch (Expected const& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(CommandTool, GetsItsArgumentsAsALineOfJson) {
  EXPECT_EQ(call({"cat"}, {{"city", "Zürich"}, {"days", 2}}), R"({"city":"Zürich","days":2})");
}

TEST(CommandTool, GivesItsOutputWithoutTheLastLineEnd) {
  EXPECT_EQ(call({"printf", "72°F and sunny\n"}), "72°F and sunny");
  EXPECT_EQ(call({"printf", "a\n\n"}), "a\n");
  EXPECT_EQ(call({"printf", "a\r\n"}), "a");
  EXPECT_EQ(call({"true"}), "");
}

TEST(CommandTool, GivesJsonAsTheTextThatItIs) {
  EXPECT_EQ(call({"printf", R"({"a": 1})"}), R"({"a": 1})");
}

TEST(CommandTool, FailsWithWhatTheProgramComplainedOf) {
  EXPECT_EQ(failure_of<RuntimeError>({"sh", "-c", "echo no such city >&2; exit 3"}),
            "sh ended with code 3: no such city");
  EXPECT_EQ(failure_of<RuntimeError>({"false"}), "false ended with code 1 and said nothing");
}

TEST(CommandTool, FailsWhenItTakesTooLong) {
  EXPECT_THAT(failure_of<RuntimeError>({"sleep", "600"}, 150ms),
              StartsWith("sleep did not end within 0.15 seconds and was killed"));
}

TEST(CommandTool, FailsWhenThereIsNoSuchProgram) {
  EXPECT_THAT(failure_of<RuntimeError>({"no-such-program-anywhere"}), HasSubstr("could not be started: No such file"));
}

TEST(CommandTool, StopsWhenTheTurnIsCancelled) {
  Cancellation const cancellation;
  cancellation.request();
  ToolHandler const handler = cli::command_handler({"sleep", "600"}, 600s, cancellation);
  EXPECT_THROW(static_cast<void>(handler.call(Json::object())), CancelledError);
}

}  // namespace
}  // namespace prompty::command_tool_test
