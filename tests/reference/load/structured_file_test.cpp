#include "prompty/load/structured_file.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"

namespace prompty::structured_file_test {
namespace {

using structured_file::Format;

std::string problem(Format format, std::string const& content, std::size_t most_values = 100) {
  return raised<ValueError>([&] { static_cast<void>(structured_file::parse(format, content, "f", most_values)); });
}

TEST(StructuredFile, IsKnownByItsExtension) {
  EXPECT_EQ(structured_file::format_of("a/b.json"), Format::json);
  EXPECT_EQ(structured_file::format_of("b.JSON"), Format::json);
  EXPECT_EQ(structured_file::format_of("b.yaml"), Format::yaml);
  EXPECT_EQ(structured_file::format_of("b.x.Yml"), Format::yaml);
  for (char const* const name : {"b", "b.txt", ".json", "b.json.txt", "b.jsonl", "a.json/b"}) {
    EXPECT_EQ(structured_file::format_of(name), std::nullopt) << name;
  }
}

TEST(StructuredFile, GivesTypedValues) {
  EXPECT_EQ(structured_file::parse(Format::json, "\xEF\xBB\xBF [1.5, \"a,[{\\\"\"]\n", "f", 3),
            Json::parse(R"([1.5,"a,[{\""])"));
  EXPECT_EQ(structured_file::parse(Format::yaml,
                                   "\xEF\xBB\xBF"
                                   "a: [1.5]\n",
                                   "f", 100),
            Json::parse(R"({"a":[1.5]})"));
  EXPECT_EQ(structured_file::parse(Format::yaml, "", "f", 100), Json(nullptr));
}

TEST(StructuredFile, PlacesItsErrors) {
  EXPECT_EQ(problem(Format::json, "[1,\n 2"),
            "Invalid JSON: f, line 2, column 3: unexpected end of input; expected ']'");
  EXPECT_EQ(problem(Format::json, "\xEF\xBB\xBF\xC3\xA4"), "Invalid JSON: f, line 1, column 1: invalid literal");
  EXPECT_EQ(problem(Format::json, "1e999"), "Invalid JSON: f, line 1, column 5: a number is too large");
  EXPECT_EQ(problem(Format::json, "").find("Invalid JSON: f, line 1, column 1: "), 0U);
  EXPECT_EQ(problem(Format::yaml, "a: 1\na: 2"),
            "Invalid YAML: f, line 2, column 1: the key 'a' is already there in this mapping");
}

TEST(StructuredFile, IsLimitedBeforeItTakesMemory) {
  EXPECT_EQ(problem(Format::json, "[1,2,3]", 3), "Invalid JSON: f: more than 3 values");
  EXPECT_EQ(problem(Format::json, std::string(100'000, '['), 1'000'000),
            "Invalid JSON: f: values are nested deeper than 500 levels");
  EXPECT_NE(problem(Format::yaml, "[1,2,3]", 3).find("more than 3 values"), std::string::npos);
}

}  // namespace
}  // namespace prompty::structured_file_test
