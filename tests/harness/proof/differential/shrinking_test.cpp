#include "harness/proof/differential/input.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace conformance::differential::shrinking_test {
namespace {

bool mentions(Input const& input, std::string const& text) {
  return input.params.dump().find(text) != std::string::npos;
}

Input large_input() {
  Json const params = {{"agent", {{"name", "a long name"}, {"tools", {1, 2, {{"deep", "some needle here"}}}}}},
                       {"inputs", {{"x", 17}, {"y", "needless"}}}};
  return {.operation = "render", .params = params, .files = {{"a.txt", "one\ntwo\nthree\n"}, {"b.txt", "other"}}};
}

TEST(Shrinking, LeavesWhatIsNeededAlone) {
  Input const small = shrunk(
      large_input(), [](Input const& input) { return mentions(input, "needle") && mentions(input, "deep"); }, 2000);
  EXPECT_EQ(small.params, Json({{"agent", {{"tools", {{{"deep", "needle"}}}}}}}));
  EXPECT_TRUE(small.files.empty());
}

TEST(Shrinking, CutsFilesDownToTheCharacter) {
  Input const small = shrunk(
      large_input(),
      [](Input const& input) {
        auto const file = input.files.find("a.txt");
        return file != input.files.end() && file->second.find("two") != std::string::npos;
      },
      2000);
  EXPECT_EQ(small.files, (std::map<std::string, std::string>{{"a.txt", "two"}}));
  EXPECT_EQ(small.params, Json::object());
}

TEST(Shrinking, NeverCutsACharacterInTwo) {
  Input const input{.operation = "split", .params = {{"text", "größe größe ß"}}};
  Input const small = shrunk(
      input,
      [](Input const& candidate) {
        EXPECT_NO_THROW(static_cast<void>(candidate.params.dump()));
        return mentions(candidate, "ß");
      },
      500);
  EXPECT_EQ(small.params, Json({{"text", "ß"}}));
}

TEST(Shrinking, TriesNoMoreThanItMay) {
  int tries = 0;
  Input const same = shrunk(
      large_input(),
      [&tries](Input const&) {
        ++tries;
        return false;
      },
      7);
  EXPECT_EQ(tries, 7);
  EXPECT_EQ(same, large_input());
}

}  // namespace
}  // namespace conformance::differential::shrinking_test
