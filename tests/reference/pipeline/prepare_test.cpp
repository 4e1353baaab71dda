#include "prompty/pipeline/prepare.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::prepare_test {
namespace {

std::vector<Message> prepared(std::string instructions) {
  return prepare(PromptyAgent{.instructions = std::move(instructions)}, Json::object());
}

std::vector<Message> system(std::string text) {
  return {{.role = "system", .content = {TextPart{.value = std::move(text)}}}};
}

TEST(Prepare, MakesPlainTextOneSystemMessage) {
  EXPECT_EQ(prepared("Just text"), system("Just text"));
  EXPECT_EQ(prepared("one\n\n    two"), system("one\n\n    two"));
}

TEST(Prepare, DropsBlankLinesAtTheEndsAndKeepsIndentation) {
  EXPECT_EQ(prepared("\n \t\n  first\nlast  \n\n \n"), system("  first\nlast  "));
}

TEST(Prepare, MakesNothingOfBlankText) {
  EXPECT_TRUE(prepared("").empty());
  EXPECT_TRUE(prepared("\n \n").empty());
}

TEST(Prepare, RefusesTemplateSyntaxWithItsLine) {
  for (char const* const text : {"a\nb {{ x }}", "a\n{% if x %}", "a\n{# no #}"}) {
    std::string const message = raised<NotImplementedError>([&] { static_cast<void>(prepared(text)); });
    EXPECT_EQ(message.find("Line 2 of the prompt holds '{"), 0U) << message;
  }
}

TEST(Prepare, RefusesRoleMarkers) {
  for (char const* const line : {"system:", "user:", "assistant:", "  user:", "\tUSER:", "# system:", "#user:",
                                 "user[name=bob, n=2]:", "assistant[nonce=abc123]:", "user:  ", "user:\r", "user :"}) {
    std::string const message =
        raised<NotImplementedError>([&] { static_cast<void>(prepared(std::string("x\n") + line)); });
    EXPECT_EQ(message.find("Line 2 of the prompt holds a role marker"), 0U) << line;
  }
}

TEST(Prepare, LeavesLinesThatOnlyLookLikeMarkers) {
  for (char const* const line : {"user: hello", "The user:", "users:", "tool:", "user", ":", "##user:", "user]["}) {
    EXPECT_EQ(prepared(line), system(line)) << line;
  }
}

TEST(Prepare, RefusesInputs) {
  EXPECT_NE(raised<NotImplementedError>([] {
              static_cast<void>(prepare(PromptyAgent{.instructions = "Hi"}, Json{{"a", 1}}));
            }),
            "");
}

}  // namespace
}  // namespace prompty::prepare_test
