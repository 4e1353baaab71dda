#include "prompty/load/frontmatter.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::frontmatter_test {
namespace {

struct Case {
  std::string name;
  std::string content;
  std::optional<std::string> frontmatter;
  std::string body;
};

class Frontmatter : public testing::TestWithParam<Case> {};

TEST_P(Frontmatter, IsSplitAsTheReferenceExpressionDoes) {
  frontmatter::Halves const halves = frontmatter::split(GetParam().content);
  EXPECT_EQ(halves.block ? std::optional<std::string>(halves.block->text) : std::nullopt, GetParam().frontmatter);
  EXPECT_EQ(halves.body, GetParam().body);
}

INSTANTIATE_TEST_SUITE_P(
    Contents, Frontmatter,
    testing::Values(
        Case{"PrintedVector1", "---\nname: test\n---\nHello world", "name: test", "Hello world"},
        Case{"PrintedVector2", "Just a prompt with no frontmatter", std::nullopt, "Just a prompt with no frontmatter"},
        Case{"PrintedVector3", "---\n---\nBody only", "", "Body only"},
        Case{"PrintedVector4", " ---\nname: test\n---\nBody", "name: test", "Body"},
        Case{"PlusDelimiters", "+++\na: 1\n+++\nB", "a: 1", "B"},
        Case{"MixedDelimiters", "---\na: 1\n+++\nB", "a: 1", "B"},
        Case{"LaterDelimitersBelongToTheBody", "---\na: 1\n---\nB\n---\nC", "a: 1", "B\n---\nC"},
        Case{"DelimiterInsideAValueCloses", "---\nd: one --- two\n---\nB", "d: one", "two\n---\nB"},
        Case{"AllOnOneLine", "---name: x---B", "name: x", "B"}, Case{"SixDashesAreAnEmptyBlock", "------x", "", "x"},
        Case{"FourDashesLeaveOneInTheBlock", "----\na: 1\n---\nB", "-\na: 1", "B"},
        Case{"FourDashesAtTheEndLeaveOneInTheBody", "---\na: 1\n----", "a: 1", "-"},
        Case{"MixedRunClosesAtTheFirstThree", "---a+++---b", "a", "---b"},
        Case{"TwoDashesAreNoDelimiter", "--\na: 1\n---\nB", std::nullopt, "--\na: 1\n---\nB"},
        Case{"ALaterBlockIsNotFrontmatter", "Hello\n---\na: 1\n---\nB", std::nullopt, "Hello\n---\na: 1\n---\nB"},
        Case{"BlanksBeforeTheOpener", "\n\n\t\f\v\r ---\na: 1\n---\nB", "a: 1", "B"},
        Case{"BlankLinesInTheBlock", "---\na: 1\n\nb: 2\n---\nX", "a: 1\n\nb: 2", "X"},
        Case{"BlanksBeforeTheBodyGo", "---\na: 1\n---\n\n \t Body\n  two", "a: 1", "Body\n  two"},
        Case{"BlanksAfterTheBodyStay", "---\na: 1\n---\nBody  \n\n", "a: 1", "Body  \n\n"},
        Case{"OnlyBlanksAfterTheBlockLeaveTheLast", "---\na: 1\n---\n \t\n", "a: 1", "\n"},
        Case{"OneBlankAfterTheBlockIsTheBody", "---\na: 1\n--- ", "a: 1", " "},
        Case{"BodyOnlyKeepsItsBlanks", "  \nHi \n", std::nullopt, "  \nHi \n"},
        Case{"CarriageReturnsAreBlanks", "---\r\na: 1\r\n---\r\nB\r\n", "a: 1", "B\r\n"},
        Case{"NoBreakSpaceIsNoBlank", "\xC2\xA0---\na: 1\n---\nB", std::nullopt, "\xC2\xA0---\na: 1\n---\nB"},
        Case{"ByteOrderMarkIsDropped", "\xEF\xBB\xBF---\na: 1\n---\nB", "a: 1", "B"},
        Case{"ByteOrderMarkIsDroppedWithoutABlockToo", "\xEF\xBB\xBFHi", std::nullopt, "Hi"},
        Case{"ASecondByteOrderMarkIsText", "\xEF\xBB\xBF\xEF\xBB\xBFHi", std::nullopt, "\xEF\xBB\xBFHi"},
        Case{"EmptyContentIsAnEmptyBody", "", std::nullopt, ""},
        Case{"BlankContentIsTheBody", " \n", std::nullopt, " \n"}),
    [](testing::TestParamInfo<Case> const& test) { return test.param.name; });

TEST(FrontmatterBody, KnowsItsPlaceInTheFile) {
  auto const place = [](std::string const& content) {
    frontmatter::Halves const halves = frontmatter::split(content);
    return std::to_string(halves.body_line) + ":" + std::to_string(halves.body_column);
  };
  EXPECT_EQ(place("Hi"), "1:1");
  EXPECT_EQ(place("\xEF\xBB\xBF\nHi"), "1:1");
  EXPECT_EQ(place("---\na: 1\n---\nB"), "4:1");
  EXPECT_EQ(place("\xEF\xBB\xBF\r\n---\r\na: 1\r\n---\r\n\r\n  B\r\n"), "6:3");
  EXPECT_EQ(place("\xEF\xBB\xBF---\xC3\xA4---B"), "1:8");
  EXPECT_EQ(place("---\n---\n \n"), "3:2");
}

TEST(FrontmatterError, AnOpenedBlockMustBeClosed) {
  std::string const message = raised<ValueError>([] { static_cast<void>(frontmatter::split("\n+++\nname: x\nbody")); });
  EXPECT_EQ(message,
            "Malformed frontmatter: the '+++' on line 2 opens a block that nothing closes; end the properties with a "
            "line '+++'");
}

TEST(FrontmatterError, SomethingMustFollowTheBlock) {
  std::string const message = raised<ValueError>([] { static_cast<void>(frontmatter::split("---\nname: x\n---")); });
  EXPECT_NE(message.find("closing delimiter on line 3"), std::string::npos) << message;
}

TEST(FrontmatterError, ThreeDashesAloneAreAnOpenedBlock) {
  EXPECT_NE(raised<ValueError>([] { static_cast<void>(frontmatter::split("---")); }), "");
  EXPECT_NE(raised<ValueError>([] { static_cast<void>(frontmatter::split("-----")); }), "");
  EXPECT_NE(raised<ValueError>([] { static_cast<void>(frontmatter::split("------")); }), "");
}

TEST(FrontmatterPlace, SaysWhereTheBlockStandsInTheFile) {
  frontmatter::Block const block = frontmatter::split("\n \xC3\xA9---").block.value_or(frontmatter::Block{});
  EXPECT_EQ(block.raw, "");
  frontmatter::Block const on_second_line = frontmatter::split("\n  ---\na: 1\n---\nB").block.value();
  EXPECT_EQ(on_second_line.raw, "\na: 1\n");
  EXPECT_EQ(on_second_line.line, 2U);
  EXPECT_EQ(on_second_line.column, 6U);
}

std::chrono::duration<double> time_to_split(std::string const& content) {
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  try {
    static_cast<void>(frontmatter::split(content));
  } catch (ValueError const&) {
  }
  return std::chrono::steady_clock::now() - start;
}

std::string repeated(std::string const& text, std::size_t bytes) {
  std::string all;
  all.reserve(bytes + text.size());
  while (all.size() < bytes) all += text;
  return all;
}

TEST(FrontmatterSpeed, TenMegabytesTakeLessThanASecond) {
  constexpr std::size_t ten_megabytes = 10'000'000;
  EXPECT_LT(time_to_split("---\na: 1\n---\n" + repeated("some text -- of a body\n", ten_megabytes)).count(), 1.0);
  EXPECT_LT(time_to_split("---\n" + repeated("--+", ten_megabytes)).count(), 1.0);
  EXPECT_LT(time_to_split("---\n---" + std::string(ten_megabytes, '\n')).count(), 1.0);
  EXPECT_LT(time_to_split(std::string(ten_megabytes, ' ')).count(), 1.0);
}

}  // namespace
}  // namespace prompty::frontmatter_test
