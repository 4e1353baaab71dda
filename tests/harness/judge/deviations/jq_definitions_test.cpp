#include "harness/judge/deviations/jq_definitions.hpp"

#include <gmock/gmock.h>

namespace conformance::deviations::jq_definitions_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr char const* words = R"(# Words of all.
def plain: .;
# Uses the one above.
def double($n): plain * $n;
def halves: def half: . / 2;
  [half, half];
def idle: "nothing";
)";

std::string used_by(std::set<std::string, std::less<>> names) {
  return JqDefinitions(words).used_by(names);
}

TEST(JqDefinitions, AreThoseThatAProgramNamesByItselfOrThroughOthers) {
  EXPECT_EQ(used_by(names_in("map(plain)")), "# Words of all.\ndef plain: .;\n");
  EXPECT_EQ(used_by(names_in("double(2)")),
            "# Words of all.\ndef plain: .;\n# Uses the one above.\ndef double($n): plain * $n;\n");
}

TEST(JqDefinitions, InsideOfOthersBelongToThem) {
  EXPECT_EQ(used_by({"half"}), "def halves: def half: . / 2;\n  [half, half];\n");
}

TEST(JqDefinitions, AreNoneForAProgramWithoutTheirNames) {
  EXPECT_EQ(used_by(names_in(".body |= ascii_downcase")), "");
}

TEST(JqDefinitions, TellWhatTheyName) {
  std::set<std::string, std::less<>> names = {"double"};
  static_cast<void>(JqDefinitions(words).used_by(names));
  EXPECT_TRUE(names.contains("plain"));
  EXPECT_FALSE(names.contains("idle"));
}

TEST(JqDefinitions, StandBehindWhatIsForAll) {
  std::set<std::string, std::less<>> names;
  EXPECT_EQ(JqDefinitions("include \"x\";\ndef a: 1;\n").used_by(names), "include \"x\";\n");
}

}  // namespace
}  // namespace conformance::deviations::jq_definitions_test
