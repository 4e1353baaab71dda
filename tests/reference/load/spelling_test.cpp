#include "prompty/load/spelling.hpp"

#include <gtest/gtest.h>

#include <array>

namespace prompty::spelling_test {
namespace {

TEST(Spelling, CountsMistakes) {
  EXPECT_EQ(spelling::distance("model", "model"), 0U);
  EXPECT_EQ(spelling::distance("Model", "mODEL"), 0U);
  EXPECT_EQ(spelling::distance("modle", "model"), 1U);
  EXPECT_EQ(spelling::distance("input", "inputs"), 1U);
  EXPECT_EQ(spelling::distance("tolos", "tools"), 1U);
  EXPECT_EQ(spelling::distance("", "abc"), 3U);
  EXPECT_EQ(spelling::distance("abc", ""), 3U);
  EXPECT_EQ(spelling::distance("kitten", "sitting"), 3U);
}

TEST(Spelling, GuessesOnlyWhatIsNear) {
  std::array<std::string_view, 3> const known = {"name", "model", "displayName"};
  EXPECT_EQ(spelling::meant("modell", known), "model");
  EXPECT_EQ(spelling::meant("display_name", known), "displayName");
  EXPECT_EQ(spelling::meant("nmae", known), "name");
  EXPECT_EQ(spelling::meant("authors", known), std::nullopt);
  EXPECT_EQ(spelling::meant("date", known), std::nullopt);
}

}  // namespace
}  // namespace prompty::spelling_test
