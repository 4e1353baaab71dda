#include "harness/judge/deviations/prompt_file.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace conformance::deviations::frontmatter_test {
namespace {

TEST(FrontmatterForMutants, IsReadWithTheTypesOfTheCoreSchema) {
  std::string const text =
      "---\na: x\nb: 12\nc: -0.5\nd: true\ne:\nf: \"12\"\ng: [1, two]\nh: {i: 3.0}\nj: yes\n---\nBody";
  Json const expected =
      Json::parse(R"({"a":"x","b":12,"c":-0.5,"d":true,"e":null,"f":"12","g":[1,"two"],"h":{"i":3.0},"j":"yes"})");
  EXPECT_EQ(frontmatter_of(text), expected);
}

TEST(FrontmatterForMutants, IsEmptyWithoutMarkersOrEntries) {
  EXPECT_EQ(frontmatter_of("only a body"), Json::object());
  EXPECT_EQ(frontmatter_of("---\n# remark\n---\nBody"), Json::object());
}

TEST(FrontmatterForMutants, IsNothingWhenItIsNoMapping) {
  EXPECT_EQ(frontmatter_of("---\n- a\n---\nBody"), std::nullopt);
  EXPECT_EQ(frontmatter_of("---\na: [\n---\nBody"), std::nullopt);
  EXPECT_EQ(frontmatter_of("---\na: 1\n"), std::nullopt);
}

TEST(FrontmatterForMutants, IsWrittenSoThatItReadsTheSame) {
  Json const properties = {
      {"name", "a --- b +++ c ----"}, {"list", {1, 2.0, "x: y", nullptr}}, {"text", "größe\n\"q\""}};
  std::string const text = with_frontmatter("+++\nold: 1\n+++\n\n  Body\n", properties);
  EXPECT_EQ(frontmatter_of(text), properties);
  EXPECT_EQ(anatomy_of(text).body, "Body\n");
}

}  // namespace
}  // namespace conformance::deviations::frontmatter_test
