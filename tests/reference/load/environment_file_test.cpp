#include "prompty/load/environment_file.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/load/load.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::environment_file_test {
namespace {

using Variables = std::map<std::string, std::string>;

Place place_of_error(std::string_view text) {
  try {
    static_cast<void>(read_environment_file(text, ".env"));
  } catch (ValueError const& error) {
    return error.place();
  }
  ADD_FAILURE() << "no error for " << text;
  return {};
}

TEST(EnvironmentFile, HoldsNamesAndValues) {
  EXPECT_EQ(read_environment_file("A=1\nexport B = two words \n\n# no\n  C=\nA=2", ".env"),
            (Variables{{"A", "2"}, {"B", "two words"}, {"C", ""}}));
  EXPECT_EQ(read_environment_file("\xEF\xBB\xBF"
                                  "A=1\r\nB=2\r\n",
                                  ".env"),
            (Variables{{"A", "1"}, {"B", "2"}}));
  EXPECT_EQ(read_environment_file("export=1\nURL=https://x.y/?a=b#c", ".env"),
            (Variables{{"export", "1"}, {"URL", "https://x.y/?a=b#c"}}));
  EXPECT_EQ(read_environment_file("", ".env"), Variables{});
}

TEST(EnvironmentFile, HasCommentsBehindValues) {
  EXPECT_EQ(read_environment_file("A=1 # one\nB=#\nC='x' # y", ".env"), (Variables{{"A", "1"}, {"B", ""}, {"C", "x"}}));
}

TEST(EnvironmentFile, HasQuotedValues) {
  EXPECT_EQ(read_environment_file(R"(A=" a # \n\t\"\\\$\x ")", ".env"), (Variables{{"A", " a # \n\t\"\\$\\x "}}));
  EXPECT_EQ(read_environment_file(R"(A='a\n"#')", ".env"), (Variables{{"A", "a\\n\"#"}}));
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
  RecordProperty("clause", "P4.1-13");
  Environment const both =
      with_variables(fixed_environment({{"A", "set"}, {"E", ""}}), {{"A", "file"}, {"B", "file"}, {"E", "file"}});
  EXPECT_EQ(both("A"), "set");
  EXPECT_EQ(both("B"), "file");
  EXPECT_EQ(both("E"), "");
  EXPECT_EQ(both("C"), std::nullopt);
}

TEST(EnvironmentFile, OfSeveralTheFirstWins) {
  RecordProperty("clause", "P4.1-13");
  prompty_tests::TemporaryFolder const folder;
  std::string const own = folder.write("own.env", "A=own\nB=own\n");
  std::string const shared = folder.write("shared.env", "A=shared\nB=shared\nC=shared\n");
  Environment const environment = with_environment_files({own, shared}, fixed_environment({{"A", "set"}}));
  EXPECT_EQ(environment("A"), "set");
  EXPECT_EQ(environment("B"), "own");
  EXPECT_EQ(environment("C"), "shared");
  EXPECT_EQ(environment("D"), std::nullopt);
}

TEST(EnvironmentFile, ServesReferencesOfPrompts) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.write(".env", "MODEL=m-1\n");
  std::string const prompt = folder.write("p.prompty", "---\nmodel: ${env:MODEL}\n---\nHi.");
  EXPECT_THROW(static_cast<void>(load(prompt, {.environment = fixed_environment({})})), ValueError);
  EXPECT_EQ(load(prompt, {.environment = with_environment_files({file}, fixed_environment({}))}).model.value().id,
            "m-1");
}

TEST(EnvironmentFile, ThatIsNotThereIsNamed) {
  try {
    static_cast<void>(with_environment_files({"/nowhere/.env"}));
    FAIL() << "no error";
  } catch (FileNotFoundError const& error) {
    EXPECT_STREQ(error.what(), "Environment file not found: /nowhere/.env");
  }
}

}  // namespace
}  // namespace prompty::environment_file_test
