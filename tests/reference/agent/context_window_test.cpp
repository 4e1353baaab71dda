#include "prompty/agent/context_window.hpp"

#include <gtest/gtest.h>

#include <string>

namespace prompty::context_window_test {
namespace {

Message said(std::string const& role, std::string const& text) {
  return {.role = role, .content = {TextPart{text}}};
}

std::vector<std::string> roles(std::vector<Message> const& messages) {
  std::vector<std::string> names;
  for (Message const& message : messages) names.push_back(message.role);
  return names;
}

TEST(ContextWindow, CountsCodePointsOfValuesAndMetadata) {
  EXPECT_EQ(characters_in({said("user", "äöü"), said("user", "")}), 3U);
  Message calling = said("assistant", "ab");
  calling.metadata = Json{{"x", 1}};
  EXPECT_EQ(characters_in({calling}), 2U + 7U);
}

TEST(ContextWindow, LeavesWhatFits) {
  std::vector<Message> const talk = {said("system", "rules"), said("user", "hi")};
  EXPECT_EQ(fit_into(talk, 7).messages, talk);
  EXPECT_EQ(fit_into(talk, 7).removed, 0U);
}

TEST(ContextWindow, LetsTheOldestGoAndSumsThemUpInAQuarterAtMost) {
  std::vector<Message> const talk = {said("system", "rules"), said("user", std::string(500, 'a')),
                                     said("assistant", std::string(500, 'b')), said("user", "c"), said("user", "d")};
  Fitted const fitted = fit_into(talk, 100);
  EXPECT_EQ(roles(fitted.messages), (std::vector<std::string>{"system", "user", "user", "user"}));
  EXPECT_EQ(fitted.removed, 2U);
  EXPECT_LE(characters_in({fitted.messages[1]}), 26U);
  EXPECT_LE(characters_in(fitted.messages), 100U);
}

TEST(ContextWindow, KeepsResultsWithTheirCalls) {
  std::vector<Message> const talk = {said("assistant", std::string(300, 'c')), said("tool", "r"), said("tool", "s"),
                                     said("user", "t"), said("user", "u")};
  EXPECT_EQ(roles(fit_into(talk, 100).messages), (std::vector<std::string>{"user", "user", "user"}));
  EXPECT_EQ(fit_into(talk, 100).removed, 3U);
}

TEST(ContextWindow, KeepsTwoWhateverTheBudget) {
  std::vector<Message> const talk = {said("user", "long enough"), said("user", "long enough")};
  EXPECT_EQ(fit_into(talk, 1).messages, talk);
  std::vector<Message> const calling = {said("user", "one"), said("assistant", "two"), said("tool", "three"),
                                        said("user", "four")};
  EXPECT_EQ(fit_into(calling, 1).removed, 1U);
}

}  // namespace
}  // namespace prompty::context_window_test
