#include "prompty/load/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>

#include "prompty/core/error.hpp"
#include "prompty/load/load.hpp"
#include "support/temporary_folder.hpp"

namespace prompty {

void PrintTo(Problem const& problem, std::ostream* out) {
  *out << (problem.severity == Severity::error ? "error " : "warning ") << problem.place.line << ":"
       << problem.place.column << ": " << problem.message << " [" << problem.hint << "]";
}

}  // namespace prompty

namespace prompty::check_test {
namespace {

LoadOptions options() {
  return {.environment = fixed_environment({{"SET", "1"}})};
}

bool has_error(std::vector<Problem> const& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](Problem const& problem) { return problem.severity == Severity::error; });
}

TEST(Check, FindsNothingInAGoodFile) {
  EXPECT_EQ(check("---\nname: ${env:SET}\nmodel: m\n---\nHi", "f", options()), std::vector<Problem>{});
  EXPECT_EQ(check("Hi", "f"), std::vector<Problem>{});
  EXPECT_EQ(check("---\n---\nHi", "f"), std::vector<Problem>{});
}

TEST(Check, WarnsOfMembersThatHaveNoMeaning) {
  std::string const content =
      "---\nmodel:\n  id: m\n  optons: {}\n  connection: {kind: key, api_key: s}\n  options:\n    maxTokens: 5\n"
      "inputs:\n  city: {kind: string, defualt: Oslo}\ntools:\n  - {name: t, kind: function, path: x}\n"
      "template: {fromat: mustache}\n---\nHi";
  std::string const elsewhere = "take it out, or put it under metadata";
  std::vector<Problem> const expected = {
      {Severity::warning, {"/d/f", 4, 3}, "model.optons has no meaning here and is ignored", "did you mean options?"},
      {Severity::warning,
       {"/d/f", 5, 27},
       "model.connection.api_key has no meaning here and is ignored",
       "did you mean apiKey?"},
      {Severity::warning, {"/d/f", 7, 5}, "model.options.maxTokens has no meaning here and is ignored", elsewhere},
      {Severity::warning,
       {"/d/f", 9, 24},
       "inputs.city.defualt has no meaning here and is ignored",
       "did you mean default?"},
      {Severity::warning, {"/d/f", 11, 31}, "tools[0].path has no meaning here and is ignored", elsewhere},
      {Severity::warning,
       {"/d/f", 12, 12},
       "template.fromat has no meaning here and is ignored",
       "did you mean format?"},
  };
  EXPECT_EQ(check(content, "/d/f", options()), expected);
  EXPECT_EQ(load_text(content, "/d/f", options()).model.value().id, "m");
}

TEST(Check, LetsMappingsBeThatMayHoldAnything) {
  std::string const content =
      "---\nmetadata: {a: 1}\nmodel:\n  connection: {kind: acme, realm: r}\n  options: {additionalProperties: {a: 1}}\n"
      "template: {format: {kind: jinja2, strict: false}}\ninputs: {a: {b: 1}}\n"
      "tools:\n  - {name: t, kind: acme, options: {a: 1}, bindings: {b: c}}\n---\nHi";
  EXPECT_EQ(check(content, "f"), std::vector<Problem>{});
}

TEST(Check, TellsAllProblemsInTheOrderOfTheFile) {
  std::string const content =
      "---\nnmae: a\nmodel:\n  id: 7\n  options: {seed: x, topP: '${env:NOPE}'}\ninputs:\n  - kind: string\n"
      "tools:\n  - name: t\n  - {name: t, kind: function, strict: 3}\n  - seven\ndescription: ${file:no.txt}\n---\nHi";
  std::vector<Problem> const expected = {
      {Severity::warning,
       {"/d/f", 2, 1},
       "'nmae' is no property of a prompt; it is kept under metadata",
       "did you mean name?"},
      {Severity::error, {"/d/f", 4, 7}, "model.id must be a string, not the number 7", ""},
      {Severity::error,
       {"/d/f", 5, 19},
       "model.options.seed must be a whole number of 64 bits, not the string \"x\"",
       ""},
      {Severity::error,
       {"/d/f", 5, 28},
       "Environment variable 'NOPE' not set (model.options.topP)",
       "set it, or give a default: ${env:NOPE:default}"},
      {Severity::error, {"/d/f", 7, 5}, "inputs[0].name is missing", "give each entry of the list a name"},
      {Severity::error,
       {"/d/f", 9, 5},
       "tools[0].kind is missing",
       "give function, prompty, mcp, openapi or a kind of your own"},
      {Severity::error,
       {"/d/f", 10, 12},
       "tools[1].name: the name 't' is taken by an earlier entry",
       "names must differ"},
      {Severity::error, {"/d/f", 10, 39}, "tools[1].strict must be true or false, not the number 3", ""},
      {Severity::error, {"/d/f", 11, 5}, "tools[2] must be a mapping, not the string \"seven\"", ""},
      {Severity::error,
       {"/d/f", 12, 14},
       "Referenced file not found: /d/no.txt (description)",
       "create it, or write its path as seen from the folder of the prompt"}};
  EXPECT_EQ(check(content, "/d/f", options()), expected);
}

TEST(Check, TakesAFileThatIsNoFrontmatterForOneProblem) {
  EXPECT_EQ(check("---\nname: a\n", "f"),
            (std::vector<Problem>{{Severity::error,
                                   {"f", 1, 1},
                                   "Malformed frontmatter: the '---' on line 1 opens a block that nothing closes",
                                   "end the properties with a line '---'"}}));
  EXPECT_EQ(check("---\na: 1\na: 2\n---\nB", "f"),
            (std::vector<Problem>{{Severity::error,
                                   {"f", 3, 1},
                                   "Invalid frontmatter YAML: the key 'a' is already there in this mapping",
                                   ""}}));
}

TEST(Check, DoesNotBlameAValueForItsUnresolvedReference) {
  EXPECT_EQ(check("---\ntools: ${env:NOPE}\nmodel: {options: '${file:no.json}'}\n---\nB", "f", options()).size(), 2U);
}

TEST(Check, SaysWhatBecomesOfPropertiesThatCannotBeSet) {
  EXPECT_EQ(
      check("---\ninstructions: x\nkind: y\nauthors: z\n---\nB", "f"),
      (std::vector<Problem>{{Severity::warning,
                             {"f", 2, 1},
                             "instructions is ignored: the file cannot set it",
                             "write the prompt below the frontmatter"},
                            {Severity::warning, {"f", 3, 1}, "kind is ignored: the file cannot set it", "take it out"},
                            {Severity::warning,
                             {"f", 4, 1},
                             "'authors' is no property of a prompt; it is kept under metadata",
                             "put it there, if that is what you want"}}));
}

TEST(Check, PlacesProblemsOfReferencedFilesInThem) {
  prompty_tests::TemporaryFolder const folder;
  static_cast<void>(folder.write("c.json", "{\n1}"));
  std::vector<Problem> const problems = check_file(folder.write("a.prompty", "---\nmodel: ${file:c.json}\n---\nB"));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].place.line, 2U);
  EXPECT_EQ(problems[0].place.file.find("c.json"), problems[0].place.file.size() - 6);
}

TEST(Check, TellsThatAFileIsNotThere) {
  EXPECT_EQ(check_file("/nowhere/a.prompty"),
            (std::vector<Problem>{
                {Severity::error, {"/nowhere/a.prompty"}, "Prompty file not found: /nowhere/a.prompty", ""}}));
}

TEST(Check, StopsAtAHundred) {
  std::string content = "---\n";
  for (int index = 0; index < 300; ++index) content += "x" + std::to_string(index) + ": ${env:NOPE}\n";
  EXPECT_EQ(check(content + "---\nB", "f", options()).size(), 200U);
}

class CheckAndLoad : public testing::TestWithParam<char const*> {};

TEST_P(CheckAndLoad, AgreeWhetherAFileIsGood) {
  std::string const content = std::string("---\n") + GetParam() + "\n---\nBody";
  bool loads = true;
  try {
    static_cast<void>(load_text(content, "/d/f", options()));
  } catch (Error const&) {
    loads = false;
  }
  EXPECT_EQ(has_error(check(content, "/d/f", options())), !loads) << content;
}

INSTANTIATE_TEST_SUITE_P(
    Frontmatters, CheckAndLoad,
    testing::Values("", "name: a", "name: 7", "name: ~", "- 1", "x", "a: [", "unknown: 1", "kind: 7", "instructions: 7",
                    "displayName: []", "description: {}", "metadata: 1", "metadata: {a: 1}", "model: m", "model: 7",
                    "model: [m]", "model: {id: 1}", "model: {provider: []}", "model: {apiType: 1}",
                    "model: {connection: key}", "model: {connection: {}}", "model: {connection: {kind: acme, x: 1}}",
                    "model: {connection: {kind: key, apiKey: 1}}",
                    "model: {connection: {kind: key, apiKey: '${env:SET}'}}", "model: {options: 1}",
                    "model: {options: {temperature: '1'}}", "model: {options: {temperature: '${env:SET}'}}",
                    "model: {options: {temperature: '${env:NOPE:x}'}}", "model: {options: {stopSequences: a}}",
                    "model: {options: {stopSequences: [1]}}", "model: {options: {additionalProperties: 1}}",
                    "inputs: x", "inputs: [x]", "inputs: [{kind: string}]", "inputs: [{name: a}, {name: a}]",
                    "inputs: {a: {kind: 1}}", "inputs: {a: {required: x}}", "inputs: {a: {enumValues: x}}",
                    "inputs: {a: {b: 1}, c: 1, d: }", "outputs: 1", "tools: {}", "tools: [x]", "tools: [{}]",
                    "tools: [{name: a, kind: x}, {name: a, kind: x}]", "tools: [{name: a, kind: prompty, mode: x}]",
                    "tools: [{name: a, kind: mcp, allowedTools: [1]}]", "tools: [{name: a, kind: mcp, connection: 1}]",
                    "tools: [{name: a, kind: function, parameters: 1}]", "tools: [{name: a, kind: x, bindings: 1}]",
                    "template: 1", "template: {format: 1}", "template: {format: {kind: 1}}", "template: {parser: []}",
                    "template: {format: mustache}", "name: ${env:NOPE}", "x: ['${file:no.txt}']",
                    "x: '${file:../no.txt}'", "tools: [{name: '${env:NOPE}', kind: a}]", "x: '${vault:x}'"));

TEST(Spelling, GuessesOnlyWhatIsNear) {
  std::array<std::string_view, 3> const known = {"name", "model", "displayName"};
  EXPECT_EQ(spelling::meant("modell", known), "model");
  EXPECT_EQ(spelling::meant("display_name", known), "displayName");
  EXPECT_EQ(spelling::meant("nmae", known), "name");
  EXPECT_EQ(spelling::meant("authors", known), std::nullopt);
  EXPECT_EQ(spelling::meant("date", known), std::nullopt);
}

}  // namespace
}  // namespace prompty::check_test
