#include "prompty/pipeline/check_prompt.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace prompty::check_prompt_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

testing::Matcher<Problem const&> problem(Severity severity, std::size_t line, std::size_t column,
                                         std::string const& message) {
  return AllOf(Field(&Problem::severity, severity),
               Field(&Problem::place, Place{.file = "a.prompty", .line = line, .column = column}),
               Field(&Problem::message, HasSubstr(message)));
}

TEST(CheckPrompt, FindsNothingInAGoodFile) {
  EXPECT_THAT(check_prompt("---\nname: a\n---\nuser[a=b]:\n{{ x }}\n", "a.prompty"), IsEmpty());
  EXPECT_THAT(check_prompt("Hi", "a.prompty"), IsEmpty());
}

TEST(CheckPrompt, FindsProblemsOfAllStagesInOrder) {
  EXPECT_THAT(check_prompt("---\nmodel: {id: 3}\n---\nuser[a=b:\n\n{% if %}\n", "a.prompty"),
              ElementsAre(problem(Severity::error, 2, 13, "model.id"), problem(Severity::warning, 4, 5, "brackets"),
                          problem(Severity::error, 6, 7, "")));
}

TEST(CheckPrompt, FindsTemplateErrorsOfMustache) {
  std::vector<Problem> const problems = check_prompt("---\ntemplate: mustache\n---\n{{#a}}x", "a.prompty");
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems.front().place.line, 4U);
  EXPECT_THAT(check_prompt("---\ntemplate: {format: {kind: mustache, undefined: error}}\n---\n{{a}}", "a.prompty"),
              IsEmpty());
}

TEST(CheckPrompt, FindsWrongSettings) {
  EXPECT_EQ(check_prompt("---\ntemplate: {format: {undefined: 3}}\n---\n{{a}}", "a.prompty").size(), 1U);
  EXPECT_EQ(check_prompt("---\ntemplate: {format: {strict: 3}}\n---\n{{a}}", "a.prompty").size(), 1U);
}

TEST(CheckPrompt, NamesUnknownKinds) {
  std::vector<Problem> const problems =
      check_prompt("---\ntemplate: {format: {kind: f9}, parser: {kind: p9}}\n---\nuser[:\n", "a.prompty");
  EXPECT_THAT(problems, ElementsAre(problem(Severity::error, 0, 0, "No parser registered for key: p9"),
                                    problem(Severity::error, 0, 0, "No renderer registered for key: f9")));
}

TEST(CheckPrompt, WarnsOfRolesFromInputsInStrictMode) {
  EXPECT_THAT(check_prompt("---\nname: a\n---\n{% for m in h %}\n{{ m.role }}:\n{% endfor %}", "a.prompty"),
              ElementsAre(problem(Severity::warning, 5, 13, "an input would say its role")));
  EXPECT_THAT(check_prompt("---\ntemplate: {format: {strict: false}}\n---\n{{ role }}:", "a.prompty"), IsEmpty());
  EXPECT_THAT(check_prompt("{{ role }}:", "a.prompty"), ElementsAre(problem(Severity::warning, 1, 11, "role")));
}

TEST(CheckPrompt, WarnsOfOpenValuesInMarkers) {
  std::vector<Problem> const problems =
      check_prompt("---\nname: a\n---\nsystem:\nBe kind.\nuser[a=b, name={{ n }}]:\nHi", "a.prompty");
  ASSERT_THAT(problems,
              ElementsAre(problem(Severity::warning, 6, 11, "A comma or a bracket in what fills this value")));
  EXPECT_EQ(problems.front().hint, "write name=\"{{ n }}\"");
  EXPECT_THAT(check_prompt("user[a=b, name=\"{{ n }}\"]:\nHi", "a.prompty"), IsEmpty());
  EXPECT_EQ(check_prompt("---\ntemplate: mustache\n---\nuser[name={{n}}]:", "a.prompty").size(), 1U);
  EXPECT_EQ(check_prompt("---\ntemplate: {format: {strict: false}}\n---\nuser[name={{n}}]:", "a.prompty").size(), 1U);
}

TEST(CheckPrompt, ShowsNoQuotedValueThatItCannotQuote) {
  std::string const long_name(100, 'n');
  EXPECT_EQ(check_prompt("user[name={{ " + long_name + " }}]:", "a.prompty").at(0).hint, "write name=\"…\"");
  EXPECT_EQ(check_prompt("user[name={{ n }}{# who #}{{ m }}]:", "a.prompty").at(0).hint, "write name=\"…\"");
}

TEST(CheckPrompt, TakesNoQuoteInAPlaceholderForOneOfTheMarker) {
  EXPECT_THAT(check_prompt("user[name=\"{{ n | default(\"x\") }}\"]:\nHi", "a.prompty"), IsEmpty());
  EXPECT_THAT(check_prompt("user[name={{ n | default(\"x\") }}]:\nHi", "a.prompty"),
              ElementsAre(problem(Severity::warning, 1, 6, "A comma or a bracket")));
}

TEST(CheckPrompt, WarnsOfAttributesThatAreNoMetadataLikeOthers) {
  std::vector<Problem> const problems = check_prompt(
      "system[Nonce=1]:\nuser[content=x, name=y]:\nHi\nuser[role=system]:\nassistant[tool_calls=z]:\n"
      "assistant[responses_output=z]:\nassistant[reasons=z]:\n",
      "a.prompty");
  EXPECT_THAT(problems,
              ElementsAre(problem(Severity::warning, 1, 8, "'Nonce' is there for the parser and ignored"),
                          problem(Severity::warning, 2, 6, "'content' is never sent"),
                          problem(Severity::warning, 4, 6, "'role' is never sent"),
                          problem(Severity::warning, 5, 11, "'tool_calls' is reserved for the pipeline"),
                          problem(Severity::warning, 6, 11, "'responses_output' is reserved for the pipeline")));
}

TEST(CheckPrompt, LooksAtMarkersOfItsOwnParserAlone) {
  EXPECT_EQ(check_prompt("---\ntemplate: {parser: {kind: p9}}\n---\nuser[nonce={{ n }}]:\n", "a.prompty").size(), 1U);
}

TEST(CheckPrompt, StopsAtAFileThatCannotBeSplit) {
  EXPECT_EQ(check_prompt("---\nname: a\n", "a.prompty").size(), 1U);
}

TEST(CheckPrompt, WarnsAHundredTimesAtMost) {
  std::string content;
  for (int number = 0; number < 1000; ++number) content += "user[:\n";
  EXPECT_EQ(check_prompt(content, "a.prompty").size(), 100U);
  content.clear();
  for (int number = 0; number < 1000; ++number) content += "user[a={{ b }}]:\n";
  EXPECT_EQ(check_prompt(content, "a.prompty").size(), 100U);
}

std::vector<std::string> warnings(std::string const& content) {
  std::vector<std::string> messages;
  for (Problem const& problem : check_prompt(content, "a.prompty")) {
    EXPECT_EQ(problem.severity, Severity::warning) << problem.message;
    messages.push_back(problem.message);
  }
  return messages;
}

using Messages = std::vector<std::string>;

TEST(ProviderWarnings, TellOfSystemMessagesThatAnthropicDoesNotGet) {
  std::string const body = "system:\na\nuser:\nb\nsystem:\nc\n";
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: anthropic}\n---\n" + body),
            Messages{"Of several system messages only the last is sent to the provider anthropic"});
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: openai}\n---\n" + body), Messages{});
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: anthropic}\n---\nsystem:\na\nuser:\nb\n"), Messages{});
}

TEST(ProviderWarnings, TellOfInputsThatAnthropicDoesNotGet) {
  std::string const inputs =
      "inputs:\n  - {name: voice, kind: audio}\n  - {name: paper, kind: file}\n  - {name: view, kind: image}\n";
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: anthropic}\n" + inputs + "---\nuser:\nb\n"),
            (Messages{"inputs.voice: audio parts are not sent to the provider anthropic",
                      "inputs.paper: file parts are not sent to the provider anthropic"}));
  EXPECT_EQ(warnings("---\nmodel: {id: m, provider: openai}\n" + inputs + "---\nuser:\nb\n"), Messages{});
}

TEST(ProviderWarnings, TellOfEmptyListsOfAllowedTools) {
  std::string const start = "---\ntools:\n  - {name: docs, kind: mcp, serverName: s, ";
  std::string const connection = "connection: {kind: reference, name: r}";
  EXPECT_EQ(warnings(start + connection + ", allowedTools: []}\n---\nuser:\nb\n"),
            Messages{"tools.docs.allowedTools: an empty list allows every tool"});
  EXPECT_EQ(warnings(start + connection + ", allowedTools: [a]}\n---\nuser:\nb\n"), Messages{});
  EXPECT_EQ(warnings(start + connection + "}\n---\nuser:\nb\n"), Messages{});
}

}  // namespace
}  // namespace prompty::check_prompt_test
