#include "prompty/pipeline/check_prompt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(CheckPrompt, StopsAtAFileThatCannotBeSplit) {
  EXPECT_EQ(check_prompt("---\nname: a\n", "a.prompty").size(), 1U);
}

TEST(CheckPrompt, WarnsAHundredTimesAtMost) {
  std::string content;
  for (int number = 0; number < 1000; ++number) content += "user[:\n";
  EXPECT_EQ(check_prompt(content, "a.prompty").size(), 100U);
}

}  // namespace
}  // namespace prompty::check_prompt_test
