#include "harness/judge/variations/carried_literals.hpp"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

namespace conformance::yaml_scalars_test {
namespace {

TEST(YamlScalars, AreAllThatStandsBehindAKeyOrADash) {
  EXPECT_TRUE(stands_as_scalar("plum", "name: plum\n"));
  EXPECT_TRUE(stands_as_scalar("plum", "name: plum"));
  EXPECT_TRUE(stands_as_scalar("plum", "names:\n- plum\r\nother: 'plum'\nthird: \"plum\"\n"));
  EXPECT_FALSE(stands_as_scalar("plum", "name: plums\n"));
  EXPECT_FALSE(stands_as_scalar("plum", "name: plum # red\n"));
  EXPECT_FALSE(stands_as_scalar("plum", "name: a plum\n"));
  EXPECT_FALSE(stands_as_scalar("plum", "plum: red\n"));
  EXPECT_FALSE(stands_as_scalar("plum", "name: plum\n---\nA plum.\n"));
  EXPECT_FALSE(stands_as_scalar("plum", "name: pear\n"));
}

TEST(YamlScalars, AreReplacedByTextInQuotes) {
  std::string const odd("a\0\r\n\"\\ \U0001F680\u0085", 13);
  std::string const file = with_scalar("name: plum\nlist:\n- 'plum'\n- 3\n", "plum", odd);
  YAML::Node const read = YAML::Load(file);
  EXPECT_EQ(read["name"].as<std::string>(), odd);
  EXPECT_EQ(read["list"][0].as<std::string>(), odd);
  EXPECT_EQ(read["list"][1].as<int>(), 3);
  EXPECT_EQ(with_scalar("name: plum", "plum", "plum"), "name: \"plum\"");
}

}  // namespace
}  // namespace conformance::yaml_scalars_test
