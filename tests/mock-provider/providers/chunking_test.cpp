#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/providers/events.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::chunking_test {
namespace {

using Unit = Chunking::Unit;

std::string joined(std::vector<std::string> const& pieces) {
  std::string text;
  for (std::string const& piece : pieces) text += piece;
  return text;
}

TEST(Pieces, EndWhereWordsDo) {
  EXPECT_THAT(chunking::pieces("It is 72°F.", {}), testing::ElementsAre("It", " is", " 72°F", "."));
  EXPECT_THAT(chunking::pieces(R"({"city":"Paris"})", {}), testing::ElementsAre("{\"city", "\":\"Paris", "\"}"));
}

TEST(Pieces, AreCharactersOfAnyLength) {
  EXPECT_THAT(chunking::pieces("aü🌤b", {.unit = Unit::characters}), testing::ElementsAre("a", "ü", "🌤", "b"));
}

TEST(Pieces, AreAsLongAsTheSeedSays) {
  std::string const text = "The weather in Zürich is 72°F, and 🌤 all day long.";
  std::vector<std::string> const first = chunking::pieces(text, {.unit = Unit::seeded, .seed = 1});
  EXPECT_EQ(first, chunking::pieces(text, {.unit = Unit::seeded, .seed = 1}));
  EXPECT_NE(first, chunking::pieces(text, {.unit = Unit::seeded, .seed = 2}));
}

TEST(Pieces, TogetherAreTheText) {
  for (std::string const text : {"", " ", "a", "\n\n", "Zürich 🌤", "\\\"{}[]"}) {
    for (Unit const unit : {Unit::words, Unit::characters, Unit::seeded}) {
      std::vector<std::string> const pieces = chunking::pieces(text, {.unit = unit, .seed = 3});
      EXPECT_EQ(joined(pieces), text);
      for (std::string const& piece : pieces) {
        EXPECT_FALSE(piece.empty());
        EXPECT_TRUE(json_text::is_utf8(piece)) << piece;
      }
    }
  }
}

}  // namespace
}  // namespace mock_provider::chunking_test
