#include "harness/judge/clauses/code_places.hpp"

#include <gmock/gmock.h>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "tests/support/temporary_folder.hpp"

namespace conformance::code_places_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

class CodePlaces : public testing::Test {
 protected:
  std::map<std::string, std::vector<CodePlace>> places_in(std::string const& source) {
    write_file(folder_.path() + "/parse/markers.cpp", source);
    return read_code_places(folder_.path());
  }

  prompty_tests::TemporaryFolder folder_;
};

TEST_F(CodePlaces, AreTheCommentWithTheCodeBelow) {
  auto const places = places_in(
      "int one();\n\n// P6.1-02: commas inside quotes\n// belong to the value.\nint two();\nint three();\n\nint "
      "four();\n");
  ASSERT_THAT(places, SizeIs(1));
  EXPECT_EQ(places.at("P6.1-02"),
            (std::vector<CodePlace>{{.file = "reference/parse/markers.cpp",
                                     .line = 3,
                                     .comment = "P6.1-02: commas inside quotes belong to the value.",
                                     .lines = {"// P6.1-02: commas inside quotes", "// belong to the value.",
                                               "int two();", "int three();"}}}));
}

TEST_F(CodePlaces, OfACommentWithSeveralIdsAreOneForEach) {
  auto const places = places_in("/// P2.1-01, M3.2.1-04: both.\nint one();  ///< P2.1-02: behind code\n");
  EXPECT_THAT(places, SizeIs(3));
  EXPECT_EQ(places.at("P2.1-02").front().comment, "P2.1-02: behind code");
  EXPECT_EQ(places.at("M3.2.1-04").front().line, 1);
}

TEST_F(CodePlaces, AreNotTheIdsInsideOfTexts) {
  EXPECT_THAT(places_in("auto a = \"P2.1-01\";\nauto b = \"http://host/P2.1-02\";\n"), IsEmpty());
}

TEST_F(CodePlaces, AreReadFromSourcesOnly) {
  write_file(folder_.path() + "/README.md", "// P2.1-01\n");
  EXPECT_THAT(read_code_places(folder_.path()), IsEmpty());
}

TEST_F(CodePlaces, ThatAreMissingHaveTheirReasons) {
  EXPECT_THAT(read_clauses_without_code(folder_.path()), IsEmpty());
  write_file(folder_.path() + "/without-code.yaml", "P2.1-01: It is said of documents.\n");
  EXPECT_THAT(read_clauses_without_code(folder_.path()), ElementsAre(Pair("P2.1-01", "It is said of documents.")));
}

TEST_F(CodePlaces, WithoutReadableReasonsAreRefusedWithTheLine) {
  write_file(folder_.path() + "/without-code.yaml", "P2.1-01: ok\nP2.1-02: [a, b]\n");
  try {
    static_cast<void>(read_clauses_without_code(folder_.path()));
    FAIL() << "accepted";
  } catch (InputError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("without-code.yaml:2"));
  }
}

}  // namespace
}  // namespace conformance::code_places_test
