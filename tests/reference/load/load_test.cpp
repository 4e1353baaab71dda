#include "prompty/load/load.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "prompty/core/error.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::load_test {
namespace {

std::string problem(std::string const& content) {
  return raised<ValueError>([&] { static_cast<void>(load_text(content, "a.prompty")); });
}

TEST(Load, NamesAFileThatIsMissing) {
  EXPECT_EQ(raised<FileNotFoundError>([] { static_cast<void>(load("/nowhere/a.prompty")); }),
            "Prompty file not found: /nowhere/a.prompty");
  prompty_tests::TemporaryFolder const folder;
  EXPECT_NE(raised<FileNotFoundError>([&] { static_cast<void>(load(folder.path())); }), "");
}

TEST(Load, PlacesYamlErrorsByTheLineOfTheFile) {
  std::string const syntax = problem("\n---\nname: [invalid\n---\nHello");
  EXPECT_EQ(syntax.find("Invalid frontmatter YAML: a.prompty, line 4, column 1: "), 0U) << syntax;
  EXPECT_EQ(problem("\xEF\xBB\xBF---\nname: a\nname: b\n---\nHello"),
            "Invalid frontmatter YAML: a.prompty, line 3, column 1: the key 'name' is already there in this mapping");
}

TEST(Load, RefusesFrontmatterThatIsNotAMapping) {
  EXPECT_EQ(problem("---\n- 1\n---\nB"),
            "Frontmatter must be a mapping of property names to values, not a list of 1: a.prompty, line 2, column 1; "
            "write 'name: value' lines");
}

TEST(Load, RefusesBytesThatAreNotUtf8) {
  EXPECT_EQ(problem("---\nname: \xFFx\n---\nB").find("Prompty file is not UTF-8: a.prompty, line 2, column 7"), 0U);
  EXPECT_NE(problem("Hi \x80").find("line 1, column 4"), std::string::npos);
}

TEST(Load, ReadsTypedFieldsFromVariablesLetterByLetter) {
  LoadOptions const options{.environment = fixed_environment({{"B", "True"}, {"X", "7 "}})};
  auto const agent = [&](std::string const& option) {
    return load_text("---\nmodel: {options: {" + option + "}}\n---\nB", "f", options);
  };
  EXPECT_EQ(agent("allowMultipleToolCalls: '${env:B}'").model.value().options.value().allow_multiple_tool_calls, true);
  EXPECT_NE(raised<ValueError>([&] { static_cast<void>(agent("seed: '${env:X}'")); }), "");
}

TEST(Load, KeepsWhatAVariableHoldsOutOfErrors) {
  LoadOptions const options{.environment = fixed_environment({{"KEY", "secret"}})};
  for (char const* const wrong :
       {"model: {options: {seed: '${env:KEY}'}}", "tools: ${env:KEY}", "inputs: ${env:KEY}", "metadata: ${env:KEY}"}) {
    std::string const message = raised<ValueError>(
        [&] { static_cast<void>(load_text(std::string("---\n") + wrong + "\n---\nB", "f", options)); });
    EXPECT_EQ(message.find("secret"), std::string::npos) << message;
    EXPECT_NE(message.find("not the text that its reference gives"), std::string::npos) << message;
  }
}

TEST(Load, TakesTheWorkingDirectoryForContentWithoutAName) {
  EXPECT_EQ(load_text("---\nname: a\n---\nB", "").name, "a");
  EXPECT_EQ(raised<FileNotFoundError>([] { static_cast<void>(load("")); }), "Prompty file not found: ");
  EXPECT_NE(raised<FileNotFoundError>([] { static_cast<void>(load_text("---\nname: ${file:no}\n---\nB", "")); }), "");
}

TEST(Load, PlacesWrongValuesByTheLineOfTheFile) {
  EXPECT_EQ(problem("---\nname: a\nmodel:\n  options:\n    seed: soon\n---\nB"),
            "a.prompty, line 5, column 11: model.options.seed must be a whole number of 64 bits, not the string "
            "\"soon\"");
  EXPECT_EQ(problem("\xEF\xBB\xBF\r\n---\r\ntools:\r\n- name: t\r\n  kind: a\r\n- name: t\r\n  kind: b\r\n---\r\nB"),
            "a.prompty, line 6, column 9: tools[1].name: the name 't' is taken by an earlier entry; names must differ");
  EXPECT_EQ(problem("---\nmodel: 7\n---\nB"),
            "a.prompty, line 2, column 8: model must be a mapping or a string, not the number 7");
}

TEST(Load, GivesErrorsTheirPlace) {
  auto const place = [](std::string const& content) {
    try {
      static_cast<void>(load_text(content, "a.prompty", {.environment = fixed_environment({})}));
    } catch (Error const& error) {
      return error.place();
    }
    return Place{};
  };
  EXPECT_EQ(place("---\nname: 7\n---\nB"), (Place{"a.prompty", 2, 7}));
  EXPECT_EQ(place("---\nname: [\n---\nB"), (Place{"a.prompty", 3, 1}));
  EXPECT_EQ(place("---\nname: ${env:X}\n---\nB"), (Place{"a.prompty", 2, 7}));
  EXPECT_EQ(place("---\n- 1\n---\nB"), (Place{"a.prompty", 2, 1}));
  EXPECT_EQ(place("\n---\nname: a"), (Place{"a.prompty", 2, 1}));
  EXPECT_EQ(place("a\n \xFF"), (Place{"a.prompty", 2, 2}));
}

TEST(Load, RemembersTheFileAndWhereTheBodyBegins) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("sub/a.prompty", "---\nname: a\n---\n\n  Hi\n");
  Origin const origin = load(folder.path() + "/sub/../sub/a.prompty").origin.value();
  EXPECT_EQ(origin, (Origin{.file = path, .body_line = 5, .body_column = 3}));
  EXPECT_EQ(load(std::filesystem::relative(path)).origin, origin);
}

TEST(Load, WorksOnAnotherThread) {
  prompty_tests::TemporaryFolder const folder;
  std::string const path = folder.write("a.prompty", "---\nname: ${env:N}\n---\nHello");
  LoadOptions const options{.environment = fixed_environment({{"N", "n"}})};
  EXPECT_EQ(load_async(path, options).get(), load(path, options));
  std::future<PromptyAgent> failing = load_async("/nowhere/a.prompty");
  EXPECT_THROW(static_cast<void>(failing.get()), FileNotFoundError);
}

}  // namespace
}  // namespace prompty::load_test
