#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

#include "mock-provider/scenario/forms.hpp"

namespace mock_provider::pace_form_test {
namespace {

constexpr std::array<std::string_view, 5> names{"delayMs", "chunkDelayMs", "chunkBy", "hold", "letters"};

Response read(char const* text) {
  Json const respond = Json::parse(text);
  Response response;
  pace_form::read(ClosedObject(respond, "/r", names), response);
  return response;
}

TEST(PaceForm, IsAtOnceByWordsAndFreeUnlessItSaysOtherwise) {
  EXPECT_EQ(read("{}"), Response{});
}

TEST(PaceForm, ReadsEveryMember) {
  Response const response =
      read(R"({"delayMs": 5, "chunkDelayMs": 7, "chunkBy": "characters", "hold": 2, "letters": "escaped"})");
  EXPECT_EQ(response.delay, std::chrono::milliseconds(5));
  EXPECT_EQ(response.chunk_delay, std::chrono::milliseconds(7));
  EXPECT_EQ(response.chunking, (Chunking{.unit = Chunking::Unit::characters}));
  EXPECT_EQ(response.held_from, 2U);
  EXPECT_EQ(response.letters, Letters::escaped);
}

TEST(PaceForm, TakesANumberForASeed) {
  EXPECT_EQ(read(R"({"chunkBy": 7})").chunking, (Chunking{.unit = Chunking::Unit::seeded, .seed = 7}));
  EXPECT_THROW(static_cast<void>(read(R"({"chunkBy": "lines"})")), ScenarioError);
  EXPECT_THROW(static_cast<void>(read(R"({"chunkBy": -1})")), ScenarioError);
}

TEST(PaceForm, KnowsTwoKindsOfLetters) {
  EXPECT_EQ(read(R"({"letters": "plain"})"), Response{});
  EXPECT_THROW(static_cast<void>(read(R"({"letters": "latin"})")), ScenarioError);
}

TEST(PaceForm, BoundsItsPauses) {
  EXPECT_THROW(static_cast<void>(read(R"({"delayMs": 600001})")), ScenarioError);
  EXPECT_THROW(static_cast<void>(read(R"({"chunkDelayMs": -1})")), ScenarioError);
}

}  // namespace
}  // namespace mock_provider::pace_form_test
