#include <fmt/core.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "prompty/core/error.hpp"
#include "prompty/load/check.hpp"
#include "prompty/load/load.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::load_limits_test {
namespace {

// Sanitizers take many times as long; quadratic time would take minutes.
constexpr std::chrono::seconds patience(30);

std::string repeated(std::string const& part, std::size_t count) {
  std::string text;
  for (std::size_t index = 0; index < count; ++index) text += part;
  return text;
}

std::string file(std::string const& frontmatter) {
  return "---\n" + frontmatter + "\n---\nBody";
}

// Built by the test that needs it: parameters are made whenever the program starts.
using BuildText = std::string (*)();

struct Sized {
  std::string name;
  BuildText frontmatter;
  std::size_t length;
};

class LongText : public testing::TestWithParam<Sized> {};

TEST_P(LongText, IsLoadedWhole) {
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  PromptyAgent const agent = load_text(file(GetParam().frontmatter()), "f");
  EXPECT_EQ(agent.description.value().size(), GetParam().length);
  EXPECT_LT(std::chrono::steady_clock::now() - start, patience);
}

INSTANTIATE_TEST_SUITE_P(
    OfAMegabyte, LongText,
    testing::Values(
        Sized{"Plain", [] { return "description: " + std::string(1'048'576, 'x'); }, 1'048'576},
        Sized{"Quoted", [] { return "description: '" + std::string(1'048'576, 'x') + "'"; }, 1'048'576},
        Sized{"PlainOverManyLines", [] { return "description: x\n" + repeated("  word\n", 200'000); }, 1'000'001},
        Sized{"QuotedOverManyLines", [] { return "description: \"\n" + repeated("  word\n", 200'000) + " \""; },
              1'000'001},
        Sized{"Literal", [] { return "description: |\n" + repeated("  word\n", 200'000); }, 1'000'000},
        Sized{"Folded", [] { return "description: >\n" + repeated("  word\n", 200'000); }, 1'000'000},
        Sized{"Escapes", [] { return "description: \"" + repeated("\\n", 500'000) + "\""; }, 500'000},
        Sized{"References", [] { return "description: '" + repeated("${env:NOPE:word}", 100'000) + "'"; }, 400'000}),
    [](testing::TestParamInfo<Sized> const& test) { return test.param.name; });

struct Bomb {
  std::string name;
  BuildText frontmatter;
  std::string reason;
};

std::string billion_laughs() {
  std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int level = 1; level < 30; ++level) {
    std::string const below = "*a" + std::to_string(level - 1);
    std::string const name = "a" + std::to_string(level);
    text += fmt::format("{0}: &{0} [{1}{2}]\n", name, repeated(below + ", ", 8), below);
  }
  return text;
}

/// Each of them is read over again, up to a limit.
std::string lines_of_tabs(int count) {
  std::string text = "metadata:\n";
  for (int index = 0; index < count; ++index) text += fmt::format("  k{}: 1\n\t\n", index);
  return text;
}

class YamlBomb : public testing::TestWithParam<Bomb> {};

TEST_P(YamlBomb, EndsInAClearError) {
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  std::string const message =
      raised<ValueError>([] { static_cast<void>(load_text(file(GetParam().frontmatter()), "f")); });
  EXPECT_NE(message.find(GetParam().reason), std::string::npos) << message.substr(0, 1000);
  EXPECT_LT(message.size(), 1000U);
  EXPECT_EQ(check(file(GetParam().frontmatter()), "f").size(), 1U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, patience);
}

INSTANTIATE_TEST_SUITE_P(
    OfAnyKind, YamlBomb,
    testing::Values(
        Bomb{"Aliases", [] { return billion_laughs(); }, "more than 100000 values"},
        Bomb{"AliasesOfALongText",
             [] { return "a: &x " + std::string(100'000, 'x') + "\nb: [" + repeated("*x, ", 5'000) + "]"; },
             "more than 33554432 bytes of text"},
        Bomb{"Lists", [] { return "a: " + std::string(1'000'000, '['); }, "nested deeper than 200 levels"},
        Bomb{"ClosedLists", [] { return "a: " + std::string(100'000, '[') + std::string(100'000, ']'); },
             "nested deeper than 200 levels"},
        Bomb{"Mappings", [] { return "a: " + repeated("{a: ", 100'000); }, "nested deeper than 200 levels"},
        Bomb{"LinesOfTabs", [] { return lines_of_tabs(20'000); }, "a tab cannot indent"},
        Bomb{"Dashes", [] { return "a:\n  " + repeated("- ", 100'000); }, "nested deeper than 200 levels"},
        Bomb{"ManyValues", [] { return "a: [" + repeated("1, ", 200'000) + "1]"; }, "more than 100000 values"},
        Bomb{"TooLong", [] { return "a: " + std::string(5'000'000, 'x'); }, "more than 4194304 bytes of YAML"},
        Bomb{"LongTag", [] { return "a: !" + std::string(1'000'000, 'x') + " y"; },
             "the tag of 1000001 bytes is unknown"}),
    [](testing::TestParamInfo<Bomb> const& test) { return test.param.name; });

TEST(LoadLimits, LetManyQuotedInvisibleCharactersPassInLinearTime) {
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  std::string texts = "metadata:\n  all: [";
  for (int index = 0; index < 90'000; ++index) texts += "\"\x7F\", ";
  EXPECT_EQ(load_text(file(texts + "]"), "f").metadata.at("all").size(), 90'000U);
  std::string const message =
      raised<ValueError>([&] { static_cast<void>(load_text(file(texts + "x\x7F]\n  last: \"\x7F\""), "f")); });
  EXPECT_NE(message.find("this invisible character may stand in quotes alone"), std::string::npos) << message;
  EXPECT_LT(std::chrono::steady_clock::now() - start, patience);
}

TEST(LoadLimits, LetLinesOfTabsPass) {
  EXPECT_EQ(load_text(file(lines_of_tabs(100)), "f").metadata.size(), 100U);
  EXPECT_EQ(load_text(file("metadata:\n  a: 1\n" + repeated("\t\n", 500'000) + "  b: 2"), "f").metadata.size(), 2U);
}

TEST(LoadLimits, LetABodyOfTenMegabytesPass) {
  std::string const body(10'000'000, 'x');
  EXPECT_EQ(load_text("---\nname: a\n---\n" + body, "f").instructions, body);
}

TEST(LoadLimits, LetManyMembersPassInLinearTime) {
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  std::string inputs = "inputs:\n";
  for (int index = 0; index < 20'000; ++index) {
    inputs += "  k" + std::to_string(index) + ": {required: '${env:NOPE:true}'}\n";
  }
  EXPECT_EQ(load_text(file(inputs), "f").inputs.size(), 20'000U);
  std::string unknown = "metadata: {a: 1}\n";
  for (int index = 0; index < 40'000; ++index) unknown += "k" + std::to_string(index) + ": 1\n";
  EXPECT_EQ(load_text(file(unknown), "f").metadata.size(), 40'001U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, patience);
}

TEST(LoadLimits, LetAReferencedFileHaveManyMembersInLinearTime) {
  prompty_tests::TemporaryFolder const folder;
  std::string members = "{\"k\": 1";
  for (int index = 0; index < 90'000; ++index) members += ",\n\"k" + std::to_string(index) + "\": \"${env:NOPE:x}\"";
  static_cast<void>(folder.write("m.json", members + "}"));
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(load(folder.write("a.prompty", file("metadata: ${file:m.json}"))).metadata.size(), 90'001U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, patience);
}

TEST(LoadLimits, RefuseAFileThatIsTooLarge) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("a.prompty", std::string(67'108'865, 'x'));
  EXPECT_EQ(raised<ValueError>([&] { static_cast<void>(load(path)); }),
            "Prompty file is larger than 67108864 bytes: " + path + "; leave out what the prompt does not need");
}

}  // namespace
}  // namespace prompty::load_limits_test
