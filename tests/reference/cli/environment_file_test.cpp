#include "cli/run_setup.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"

namespace prompty::environment_file_test {
namespace {

using Variables = std::map<std::string, std::string>;

Place place_of_error(std::string_view text) {
  try {
    static_cast<void>(cli::read_environment_file(text, ".env"));
  } catch (ValueError const& error) {
    return error.place();
  }
  ADD_FAILURE() << "no error for " << text;
  return {};
}

TEST(EnvironmentFile, HoldsNamesAndValues) {
  EXPECT_EQ(cli::read_environment_file("A=1\nexport B = two words \n\n# no\n  C=\nA=2", ".env"),
            (Variables{{"A", "2"}, {"B", "two words"}, {"C", ""}}));
  EXPECT_EQ(cli::read_environment_file("\xEF\xBB\xBF"
                                       "A=1\r\nB=2\r\n",
                                       ".env"),
            (Variables{{"A", "1"}, {"B", "2"}}));
  EXPECT_EQ(cli::read_environment_file("export=1\nURL=https://x.y/?a=b#c", ".env"),
            (Variables{{"export", "1"}, {"URL", "https://x.y/?a=b#c"}}));
  EXPECT_EQ(cli::read_environment_file("", ".env"), Variables{});
}

TEST(EnvironmentFile, HasCommentsBehindValues) {
  EXPECT_EQ(cli::read_environment_file("A=1 # one\nB=#\nC='x' # y", ".env"),
            (Variables{{"A", "1"}, {"B", ""}, {"C", "x"}}));
}

TEST(EnvironmentFile, HasQuotedValues) {
  EXPECT_EQ(cli::read_environment_file(R"(A=" a # \n\t\"\\\$\x ")", ".env"), (Variables{{"A", " a # \n\t\"\\$\\x "}}));
  EXPECT_EQ(cli::read_environment_file(R"(A='a\n"#')", ".env"), (Variables{{"A", "a\\n\"#"}}));
}

TEST(EnvironmentFile, IsRefusedAtThePlaceOfAWrongLine) {
  EXPECT_EQ(place_of_error("A=1\nB\n"), (Place{.file = ".env", .line = 2, .column = 2}));
  EXPECT_EQ(place_of_error("=1"), (Place{.file = ".env", .line = 1, .column = 1}));
  EXPECT_EQ(place_of_error("1A=1"), (Place{.file = ".env", .line = 1, .column = 3}));
  EXPECT_EQ(place_of_error("A=\"x"), (Place{.file = ".env", .line = 1, .column = 3}));
  EXPECT_EQ(place_of_error("A='x"), (Place{.file = ".env", .line = 1, .column = 3}));
  EXPECT_EQ(place_of_error("A='ü' y"), (Place{.file = ".env", .line = 1, .column = 7}));
}

TEST(EnvironmentFile, NeverOverridesWhatIsSet) {
  Environment const both =
      cli::with_variables(fixed_environment({{"A", "set"}, {"E", ""}}), {{"A", "file"}, {"B", "file"}, {"E", "file"}});
  EXPECT_EQ(both("A"), "set");
  EXPECT_EQ(both("B"), "file");
  EXPECT_EQ(both("E"), "");
  EXPECT_EQ(both("C"), std::nullopt);
}

}  // namespace
}  // namespace prompty::environment_file_test
