#include "prompty/load/references.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/load/file_access.hpp"
#include "prompty/load/yaml_value.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::references_test {
namespace {

std::map<std::string, std::string> const variables = {{"A", "a"}, {"B", "b"}, {"BAD", "\xFF"}};

using Values = std::unordered_set<Json const*>;

class References : public testing::Test {
 protected:
  Json resolve_value(Json value, references::Limits const& limits = {}, ProblemListener const& listener = {}) {
    // JSON is YAML.
    Outline const outline = yaml::parse_document(json_text::dump(value), {}).outline;
    LoadOptions const options{.environment = fixed_environment(variables), .allowed_roots = allowed_roots_};
    outcome_ = references::resolve(value, outline,
                                   {.folder = [this] { return folder_.path(); },
                                    .options = options,
                                    .place_at =
                                        [this](std::size_t) {
                                          ++placed_;
                                          return Place{"p.prompty", 3, 7};
                                        },
                                    .limits = limits},
                                   listener);
    return value;
  }

  std::string in_text(char const* text) { return resolve_value(Json{{"k", text}})["k"].get<std::string>(); }

  template <class Kind = ValueError>
  std::string problem(std::string const& text, references::Limits const& limits = {}) {
    return raised<Kind>([&] { static_cast<void>(resolve_value(Json{{"k", text}}, limits)); });
  }

  std::string path(std::string const& name) { return std::filesystem::canonical(folder_.path()) / name; }

  void write(std::string const& name, std::string const& bytes) { static_cast<void>(folder_.write(name, bytes)); }

  prompty_tests::TemporaryFolder folder_;
  std::vector<std::filesystem::path> allowed_roots_;
  references::Outcome outcome_;
  std::size_t placed_ = 0;
};

TEST_F(References, TellWhichVariableIsNotSetAndWhere) {
  EXPECT_EQ(problem("${env:NOPE}"),
            "Environment variable 'NOPE' not set (k in p.prompty, line 3, column 7); set it, or give a default: "
            "${env:NOPE:default}");
  EXPECT_EQ(problem("x ${env:a}").find("Environment variable 'a' not set"), 0U);
  EXPECT_EQ(raised<ValueError>([&] {
              static_cast<void>(resolve_value(Json::parse(R"({"t":[{"b":{"x":"${env:NOPE}"}}]})")));
            }).find("Environment variable 'NOPE' not set (t[0].b.x in p.prompty"),
            0U);
  EXPECT_EQ(problem("${env:BAD}").find("Environment variable 'BAD' is not UTF-8 (k in"), 0U);
}

TEST_F(References, TellWhichFileIsNotThere) {
  write("sub/t.txt", "");
  EXPECT_EQ(problem<FileNotFoundError>("${file:no.json}"),
            "Referenced file not found: " + path("no.json") +
                " (k in p.prompty, line 3, column 7); create it, or write its path as seen from the folder of the "
                "prompt");
  EXPECT_EQ(problem<FileNotFoundError>("x ${file:sub}").find("Referenced file not found: " + path("sub")), 0U);
  EXPECT_EQ(problem<FileNotFoundError>("${file:}").find("Referenced file not found: "), 0U);
  EXPECT_EQ(problem<FileNotFoundError>(std::string("${file:sub/t.txt\0.json}", 23)).find("Referenced file not"), 0U);
  EXPECT_EQ(problem<FileNotFoundError>("${file:" + std::string(100'000, 'a') + "}").find("Referenced file not"), 0U);
}

TEST_F(References, RefuseFilesOutsideTheFoldersAllowed) {
  RecordProperty("clause", "P2.11-24 P2.11-27");
  prompty_tests::TemporaryFolder const elsewhere;
  std::string const outside = elsewhere.write("o.txt", "outside");
  std::filesystem::create_symlink(elsewhere.path(), folder_.path() + "/link");
  std::string const message = "Referenced file resolves outside allowed roots: ";
  EXPECT_EQ(problem("${file:../no.txt}").find(message + "../no.txt (k in p.prompty"), 0U);
  EXPECT_EQ(problem("${file:/etc/passwd}").find(message), 0U);
  EXPECT_EQ(problem("x ${file:" + outside + "}").find(message), 0U);
  EXPECT_EQ(problem("${file:link/o.txt}").find(message), 0U);

  allowed_roots_ = {elsewhere.path()};
  EXPECT_EQ(in_text("${file:link/o.txt}"), "outside");
  EXPECT_EQ(in_text(("${file:" + outside + "}").c_str()), "outside");
}

TEST_F(References, NameTheChainOfACycle) {
  write("a.json", R"(["${file:b.yaml}"])");
  write("b.yaml", "x: ${file:./a.json}");
  EXPECT_EQ(problem("${file:a.json}")
                .find("Referenced files form a cycle: " + path("a.json") + " -> " + path("b.yaml") + " -> " +
                      path("a.json") + " (k[0].x in p.prompty"),
            0U);
  write("self.json", R"("${file:self.json}")");
  EXPECT_EQ(problem("${file:self.json}").find("Referenced files form a cycle: "), 0U);
}

TEST_F(References, PlaceMalformedFilesInThem) {
  write("c.json", "{\n  \"a\": 1,\n  oops\n}");
  write("y.yaml", "a: 1\nb: [\n");
  write("t.txt", "ok\nno\xFF");
  EXPECT_EQ(problem("${file:c.json}"), "Invalid JSON: " + path("c.json") +
                                           ", line 3, column 3: invalid literal (k in p.prompty, line 3, column 7)");
  EXPECT_EQ(problem("${file:y.yaml}").find("Invalid YAML: " + path("y.yaml") + ", line 3, column 1: "), 0U);
  EXPECT_EQ(problem("${file:t.txt}").find("Referenced file is not UTF-8: " + path("t.txt") + ", line 2, column 3"), 0U);
  EXPECT_EQ(problem("x ${file:c.json}").find("Referenced file cannot stand inside a longer text: c.json (k in"), 0U);
  write("deep.json", std::string(300, '[') + std::string(300, ']'));
  EXPECT_EQ(problem("${file:deep.json}").find("References nest values deeper than 200 levels"), 0U);
}

TEST_F(References, AreLimitedInSizeAndNumber) {
  write("ten.txt", "0123456789");
  EXPECT_EQ(problem("${file:ten.txt}", {.file_bytes = 9}).find("Referenced file is larger than 9 bytes: "), 0U);
  EXPECT_EQ(problem("${file:ten.txt} ${file:ten.txt}", {.bytes = 19}).find("References bring in more than 19 bytes"),
            0U);
  EXPECT_EQ(problem("${file:ten.txt} ${file:ten.txt}", {.files = 1}).find("References open more than 1 files"), 0U);
  EXPECT_EQ(problem("${env:A}${env:B}", {.bytes = 1}).find("References bring in more than 1 bytes"), 0U);
  write("four.json", "[1, 2, [3]]");
  write("twice.yaml", "- ${file:four.json}\n- ${file:four.json}\n");
  EXPECT_EQ(problem("${file:four.json}", {.values = 4}).find("Invalid JSON: " + path("four.json") + ": more than 4"),
            0U);
  EXPECT_EQ(problem("${file:twice.yaml}", {.values = 8}).find("References bring in more than 8 values"), 0U);
}

TEST_F(References, OfABombEndInAClearError) {
  write("f0.yaml", "x");
  for (int level = 1; level <= 30; ++level) {
    std::string const below = "${file:f" + std::to_string(level - 1) + ".yaml}";
    write("f" + std::to_string(level) + ".yaml", fmt::format("- {0}\n- {0}\n", below));
  }
  EXPECT_EQ(problem("${file:f30.yaml}").find("References open more than 10000 files"), 0U);
}

TEST_F(References, OfALongChainEndInAClearError) {
  for (int index = 0; index < 210; ++index) {
    write(std::to_string(index) + ".json", "\"${file:" + std::to_string(index + 1) + ".json}\"");
  }
  EXPECT_EQ(problem("${file:0.json}").find("References nest values deeper than 200 levels"), 0U);
}

TEST_F(References, CanAllBeTriedWhenSomebodyListens) {
  write("c.json", R"({"x": "${env:NOPE}", "y": "${env:A}"})");
  std::vector<std::string> heard;
  Json const resolved =
      resolve_value(Json::parse(R"({"a":"${env:NO}","b":"${file:no.txt}","c":"${file:c.json}","d":"${env:B}"})"), {},
                    [&](Error const& error) { heard.push_back(error.explanation().property_path); });
  EXPECT_EQ(heard, (std::vector<std::string>{"a", "b", "c.x"}));
  EXPECT_EQ(json_text::dump(resolved),
            R"({"a":"${env:NO}","b":"${file:no.txt}","c":{"x":"${env:NOPE}","y":"a"},"d":"b"})");
  EXPECT_EQ(outcome_.failed, (Values{&resolved["a"], &resolved["b"], &resolved["c"]["x"]}));
  EXPECT_EQ(outcome_.values, (Values{&resolved["c"], &resolved["c"]["y"], &resolved["d"]}));
}

// A place costs a look at all of the text before it: with one for each of 8,000 problems a check took four seconds.
TEST_F(References, AreNotAllPlacedWhenThousandsFail) {
  std::size_t heard = 0;
  std::size_t heard_with_place = 0;
  Json const many(std::vector<std::string>(8'000, "${env:NO}"));
  static_cast<void>(resolve_value(many, {}, [&](Error const& error) {
    ++heard;
    if (error.place().line > 0) ++heard_with_place;
  }));
  EXPECT_EQ(heard, 8'000U);
  EXPECT_EQ(heard_with_place, references::max_placed_problems);
  EXPECT_EQ(placed_, references::max_placed_problems);
}

std::vector<std::string> texts_of_references(std::string_view text) {
  std::vector<std::string> texts;
  for (reference_text::Embedded const& found : reference_text::all(text)) {
    texts.emplace_back(text.substr(found.begin, found.end - found.begin));
  }
  return texts;
}

// P2.11-08, A-059: the default is all behind the second colon, and what stands behind the reference is not.
TEST(ReferenceText, EndsAtTheBraceThatClosesIt) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts_of_references("${env:A} or {x}"), Texts{"${env:A}"});
  EXPECT_EQ(texts_of_references("${file:f.txt} {{ x }}"), Texts{"${file:f.txt}"});
  EXPECT_EQ(texts_of_references(R"(${env:A:{"a": {}}})"), Texts{R"(${env:A:{"a": {}}})"});
  EXPECT_EQ(texts_of_references(R"({"a": ${env:A:{}}, "b": ${ENV:B}})"), (Texts{"${env:A:{}}", "${ENV:B}"}));
  EXPECT_EQ(texts_of_references("${env:A:${env:B}}"), Texts{"${env:A:${env:B}}"});
  EXPECT_EQ(texts_of_references("{ ${env:A}"), Texts{"${env:A}"});
  EXPECT_EQ(texts_of_references("${env:A}} ${env:B"), Texts{"${env:A}"});
  // Braces that are in no pairs.
  EXPECT_EQ(texts_of_references("${env:A:{} and ${env:B}"), (Texts{"${env:A:{}", "${env:B}"}));
  EXPECT_EQ(texts_of_references("${env:A:}}"), Texts{"${env:A:}"});
}

TEST_F(References, LeaveTheTextBehindThem) {
  write("f.txt", "text");
  EXPECT_EQ(in_text("${env:A} or {x}"), "a or {x}");
  EXPECT_EQ(in_text("${env:A} {x:y}"), "a {x:y}");
  EXPECT_EQ(in_text("${file:f.txt} {x}"), "text {x}");
  EXPECT_EQ(in_text("${env:NOPE:{\"a\": {}}} {x}"), "{\"a\": {}} {x}");
}

TEST(ReferenceText, IsSearchedInLinearTime) {
  std::string text;
  for (int index = 0; index < 1'000'000; ++index) text += "${env:${";
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(reference_text::all(text).size(), 0U);
  EXPECT_EQ(reference_text::all(text + "}").size(), 1U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

using structured_file::Format;

std::string fault(Format format, std::string const& content, std::size_t most_values = 100) {
  return raised<ValueError>([&] { static_cast<void>(structured_file::parse(format, content, "f", most_values)); });
}

TEST(StructuredFile, MayBeginWithAByteOrderMark) {
  EXPECT_EQ(structured_file::parse(Format::json, "\xEF\xBB\xBF [1.5, \"a,[{\\\"\"]\n", "f", 3),
            Json::parse(R"([1.5,"a,[{\""])"));
  EXPECT_EQ(structured_file::parse(Format::yaml, "\xEF\xBB\xBF- 1.5\n", "f", 100), Json::parse("[1.5]"));
}

TEST(StructuredFile, PlacesItsErrors) {
  EXPECT_EQ(fault(Format::json, "[1,\n 2"), "Invalid JSON: f, line 2, column 3: unexpected end of input; expected ']'");
  EXPECT_EQ(fault(Format::json, "\xEF\xBB\xBF\xC3\xA4"), "Invalid JSON: f, line 1, column 1: invalid literal");
  EXPECT_EQ(fault(Format::json, "1e999"), "Invalid JSON: f, line 1, column 5: a number is too large");
  EXPECT_EQ(fault(Format::json, "").find("Invalid JSON: f, line 1, column 1: "), 0U);
  EXPECT_EQ(fault(Format::yaml, "a: 1\na: 2"),
            "Invalid YAML: f, line 2, column 1: the key 'a' is already there in this mapping");
}

TEST(StructuredFile, IsLimitedBeforeItTakesMemory) {
  EXPECT_EQ(fault(Format::json, "[1,2,3]", 3), "Invalid JSON: f: more than 3 values");
  EXPECT_EQ(fault(Format::json, std::string(100'000, '['), 1'000'000),
            "Invalid JSON: f: values are nested deeper than 500 levels");
  EXPECT_NE(fault(Format::yaml, "[1,2,3]", 3).find("more than 3 values"), std::string::npos);
}

}  // namespace
}  // namespace prompty::references_test
