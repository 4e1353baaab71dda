#include "prompty/load/load.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "reference/support/raised.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/random_text.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::frontmatter_test {
namespace {

using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;

TEST(FrontmatterMark, IsDroppedOnce) {
  EXPECT_EQ(frontmatter::split("\xEF\xBB\xBFHi").body, "Hi");
  EXPECT_EQ(frontmatter::split("\xEF\xBB\xBF\xEF\xBB\xBFHi").body, "\xEF\xBB\xBFHi");
}

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

// Our splitter against Python's `re` on generated strings, all in one Python process.
constexpr std::size_t number_of_strings = 30'000;

constexpr std::array<char const*, 22> pieces = {"---", "+++", "---", "+++", "-",        "-",       "+",  "+",
                                                "\n",  "\n",  " ",   "\t",  "a",        ":",       "\r", "\f",
                                                "\v",  "-\n", "+-",  "b c", "\xC3\xA9", "\xC2\xA0"};

std::string generate(prompty_tests::Random& random) {
  // Half of the strings begin with a delimiter, since the others are all body.
  std::string const beginning = random() % 2 == 0 ? "---" : "";
  return beginning + prompty_tests::joined_pieces(random, pieces, random() % 15);
}

Json split(std::string const& content) {
  try {
    frontmatter::Halves const halves = frontmatter::split(content);
    if (halves.block) return Json::array({halves.block->text, halves.body});
    return halves.body == content ? Json(nullptr) : Json("the body is not the content");
  } catch (ValueError const&) {
    return false;
  }
}

Json split_by_python(Json const& contents) {
  prompty_tests::TemporaryFolder const folder;
  std::string const file = folder.write("contents.json", json_text::dump(contents));
  ProgramResult const answer =
      run_program({"python3", repository() + "/tests/reference/load/frontmatter_oracle.py", file});
  EXPECT_EQ(answer.exit_code, 0) << answer.err;
  return json_text::parse(answer.out).value_or(Json::array());
}

TEST(FrontmatterOracle, PythonSplitsEveryGeneratedStringTheSameWay) {
  prompty_tests::Random random(20240213);
  Json contents = Json::array();
  for (std::size_t index = 0; index < number_of_strings; ++index) contents.push_back(generate(random));
  Json const expected = split_by_python(contents);
  ASSERT_EQ(expected.size(), number_of_strings);

  std::size_t blocks = 0;
  std::size_t malformed = 0;
  for (std::size_t index = 0; index < number_of_strings; ++index) {
    Json const ours = split(contents[index].get<std::string>());
    ASSERT_EQ(ours, expected[index]) << json_text::dump(contents[index]);
    if (ours.is_array()) ++blocks;
    if (ours.is_boolean()) ++malformed;
  }
  // The generator must reach all three results often, or agreement would mean little.
  EXPECT_GT(blocks, 8'000U);
  EXPECT_GT(malformed, 1'000U);
  EXPECT_GT(number_of_strings - blocks - malformed, 5'000U);
}

}  // namespace
}  // namespace prompty::frontmatter_test
