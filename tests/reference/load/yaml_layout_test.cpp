#include "prompty/load/yaml_layout.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace prompty::yaml::layout {
namespace {

TEST(YamlLayout, CutsAndJoinsWithoutChangingAByte) {
  for (std::string const text :
       {"a: 1", "\na: 1\n", "# c\n\na:   1   # d\n\n\nb:\n  - x\n  -   y: 1\n      z: 2\n  # in\n# out\n",
        "a:\n- 1\n-\n  - 2\n- - 3\n  - 4\n", "a:\n-\n- 1\n- # c\n-\nb: 2\n",
        "a: {b: 1, \"c\":2, d: [x, {e: f}, ], g}\n", "{a: 1,\n # c\n b: [\n2 ]}  # d\n",
        "a: |\n  text\n\n  more\nb: >-\n  x\n", "a: &x\n  b: 1\nc: *x\nd: !!str 1\n",
        "a:\nb: ~\nc: ''\n\"d e\": \"f\\\"\"\n", "a: one\n  two\nb: 'x\n  y'\n", "a: 1\r\nb:\r\n  c: 2\r\n"}) {
    std::optional<Written> const written = cut(text);
    ASSERT_TRUE(written) << text;
    EXPECT_EQ(joined(*written), text);
  }
}

TEST(YamlLayout, CutsNothingThatIsRarelyWritten) {
  for (std::string const text : {"? a\n: 1\n", "a: [b: 1]\n", "{? a : 1}\n", "- a\n", "a: 1\rb: 2\r", ""}) {
    EXPECT_FALSE(cut(text)) << text;
  }
}

TEST(YamlLayout, KnowsNamesAndValues) {
  Written const written = cut("a: 1\n\"b c\": [x]\n'd':\n- e: {f: 2}\n  g: h\n").value();
  EXPECT_EQ(value_of(find(written, "a")->value), Json(1));
  EXPECT_EQ(value_of(find(written, "b c")->value), Json::parse(R"(["x"])"));
  Entry const& list = *find(written, "d");
  EXPECT_EQ(value_of(list.value), Json::parse(R"([{"e": {"f": 2}, "g": "h"}])"));
  EXPECT_EQ(value_of(list.value.entries[0].value), Json::parse(R"({"e": {"f": 2}, "g": "h"})"));
  EXPECT_EQ(find(written, "x"), nullptr);
}

TEST(YamlLayout, KnowsTheNeighboursOfABlockOfNothing) {
  std::string const text = "a:\n  b:\n    c: |\n    d: 1\n  e: >- # f\n  g:\n  - |2\n  - h\n";
  Written const written = cut(text).value();
  EXPECT_EQ(joined(written), text);
  Entry const& outer = *find(written, "a");
  EXPECT_EQ(value_of(find(find(outer.value, "b")->value, "d")->value), Json(1));
  EXPECT_EQ(find(outer.value, "g")->value.entries.size(), 2U);
}

TEST(YamlLayout, MovesMembersBetweenLinesAndBrackets) {
  Written written = cut("a: {x: 1, y: 2, z: 3}\nb:\n    c: 4\n").value();
  Entry moved = take(find(written, "a")->value, "y").value();
  Entry& target = *find(written, "b");
  append(target.value, std::move(moved), 4);
  EXPECT_EQ(joined(written), "a: {x: 1, z: 3}\nb:\n    c: 4\n    y: 2\n");
  Entry back = take(target.value, "c").value();
  ASSERT_TRUE(fits_in_brackets(back));
  insert(find(written, "a")->value, 0, std::move(back), 0);
  EXPECT_EQ(joined(written), "a: {c: 4, x: 1, z: 3}\nb:\n    y: 2\n");
  static_cast<void>(take(find(written, "a")->value, "z"));
  take_brackets(*find(written, "a"), 2);
  EXPECT_EQ(joined(written), "a:\n  c: 4\n  x: 1\nb:\n    y: 2\n");
}

TEST(YamlLayout, IndentsTheLinesOfAValueWithIt) {
  Written written = cut("a:\n  b:\n    # c\n    d: |\n      text\n\n      more\n    e: [1,\n      2]\n").value();
  Entry moved = take(find(written, "a")->value, "b").value();
  append(written, std::move(moved), 0);
  EXPECT_EQ(joined(written), "a:\nb:\n  # c\n  d: |\n    text\n\n    more\n  e: [1,\n    2]\n");
}

}  // namespace
}  // namespace prompty::yaml::layout
