#include "prompty/load/outline.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/load/yaml_value.hpp"

namespace prompty::outline_test {
namespace {

constexpr char const* text = "a: 1\nb:\n  - x\n  - {c.d: 2, c: {d: 3}}\nn:\n";

std::string place(std::string_view path) {
  yaml::Document const document = yaml::parse_document(text, {.file = "f"});
  Place const found = yaml::place_at(text, outline::nearest(document.value, document.outline, path).offset, {});
  return std::to_string(found.line) + ":" + std::to_string(found.column);
}

TEST(Outline, FindsAPropertyByItsPath) {
  EXPECT_EQ(place(""), "1:1");
  EXPECT_EQ(place("a"), "1:4");
  EXPECT_EQ(place("b"), "3:3");
  EXPECT_EQ(place("b[0]"), "3:5");
  EXPECT_EQ(place("b[1]"), "4:5");
  EXPECT_EQ(place("b[1].c"), "4:17");
}

TEST(Outline, TakesTheLongestKeyThatFits) {
  EXPECT_EQ(place("b[1].c.d"), "4:11");
}

TEST(Outline, PlacesNothingAtItsKey) {
  EXPECT_EQ(place("n"), "5:1");
}

TEST(Outline, FallsBackOnWhatEncloses) {
  EXPECT_EQ(place("b[7]"), "3:3");
  EXPECT_EQ(place("b[0].x"), "3:5");
  EXPECT_EQ(place("b[x"), "3:3");
  EXPECT_EQ(place("ab"), "1:1");
}

TEST(Outline, KnowsWhereKeysAre) {
  yaml::Document const document = yaml::parse_document("x: {\"k\" : 1}", {});
  EXPECT_EQ(document.outline.parts.at(0).key_offset, 0U);
  EXPECT_EQ(document.outline.parts.at(0).parts.at(0).key_offset, 4U);
  EXPECT_EQ(document.outline.parts.at(0).parts.at(0).offset, 10U);
}

TEST(Outline, PlacesWhatAnAliasRepeatsAtItsAnchor) {
  yaml::Document const document = yaml::parse_document("x: &a [1]\ny: *a\n", {});
  EXPECT_EQ(document.outline.parts.at(1).parts.at(0).offset, 7U);
  EXPECT_EQ(document.outline.parts.at(1).key_offset, 10U);
}

TEST(Outline, CanHaveAllPartsAtOnePlace) {
  Outline const all = outline::all_at({.offset = 5, .key_offset = 3}, Json::parse(R"({"a":[1,2]})"));
  ASSERT_EQ(all.parts.size(), 1U);
  ASSERT_EQ(all.parts[0].parts.size(), 2U);
  EXPECT_EQ(all.parts[0].parts[1].offset, 5U);
  EXPECT_EQ(all.parts[0].parts[1].key_offset, 3U);
}

}  // namespace
}  // namespace prompty::outline_test
