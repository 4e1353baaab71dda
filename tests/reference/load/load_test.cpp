#include "prompty/load/load.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "prompty/core/error.hpp"
#include "prompty/load/file_access.hpp"
#include "reference/support/raised.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::load_test {
namespace {

std::string problem(std::string const& content) {
  return raised<ValueError>([&] { static_cast<void>(load_text(content, "a.prompty")); });
}

TEST(Load, ReadsPropertiesAndBodyOfAFile) {
  prompty_tests::TemporaryFolder const folder;
  PromptyAgent const agent = load(folder.write("a.prompty", "---\nname: a\nmodel: gpt-4\n---\nHello {{x}}\n"));
  EXPECT_EQ(agent.name, "a");
  EXPECT_EQ(agent.model.value().id, "gpt-4");
  EXPECT_EQ(agent.instructions, "Hello {{x}}\n");
}

TEST(Load, TakesAFileWithoutMarkersForTheBody) {
  PromptyAgent const agent = load_text("name: test\nmodel: gpt-4\nHi", "a.prompty");
  EXPECT_EQ(agent, PromptyAgent{.instructions = "name: test\nmodel: gpt-4\nHi"});
}

TEST(Load, ReadsYamlBetweenPlusSignsToo) {
  EXPECT_EQ(load_text("+++\nname: a\nmodel:\n  id: m\n+++\nB", "f").model.value().id, "m");
}

TEST(Load, TakesEmptyYamlForNoProperties) {
  EXPECT_EQ(load_text("---\n---\nB", "f"), PromptyAgent{.instructions = "B"});
  EXPECT_EQ(load_text("---\n# a comment\n---\nB", "f"), PromptyAgent{.instructions = "B"});
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
  EXPECT_EQ(
      problem("---\n- 1\n---\nB"),
      "Frontmatter of a.prompty must be a mapping of property names to values, not a list of 1; write 'name: value' "
      "lines");
  EXPECT_NE(problem("---\nhello\n---\nB").find("the string \"hello\""), std::string::npos);
  EXPECT_NE(problem("+++\nname = \"a\"\n+++\nB").find("must be a mapping"), std::string::npos);
}

TEST(Load, RefusesBytesThatAreNotUtf8) {
  EXPECT_EQ(problem("---\nname: \xFFx\n---\nB").find("Prompty file is not UTF-8: a.prompty, line 2, column 7"), 0U);
  EXPECT_NE(problem("Hi \x80").find("line 1, column 4"), std::string::npos);
}

TEST(Load, RefusesReferencesUntilItResolvesThem) {
  std::string const message = raised<NotImplementedError>(
      [] { static_cast<void>(load_text("---\nmodel: {connection: {apiKey: '${env:K}'}}\n---\nB", "f")); });
  EXPECT_EQ(message.find("model.connection.apiKey: references such as ${env:K}"), 0U) << message;
}

TEST(Load, DoesNotLookForReferencesInTheBody) {
  EXPECT_EQ(load_text("Use ${env:NOPE}", "f").instructions, "Use ${env:NOPE}");
}

TEST(FileAccess, ReadsAllBytes) {
  prompty_tests::TemporaryFolder const folder;
  std::string const bytes("a\0\r\n\xFF", 5);
  EXPECT_EQ(file_access::read(folder.write("b", bytes)), bytes);
}

}  // namespace
}  // namespace prompty::load_test
