#include "prompty/pipeline/check_prompt.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/places.hpp"

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

TEST(CheckPrompt, FindsNothingInOurExamples) {
  LoadOptions const options{.environment = fixed_environment({{"OPENAI_API_KEY", "a-key-for-examples"}})};
  std::size_t files = 0;
  for (auto const& entry : std::filesystem::directory_iterator(prompty_tests::repository() + "/reference/examples")) {
    // Its program registers the provider.
    if (entry.path().extension() != ".prompty" || entry.path().stem() == "own_provider") continue;
    std::ifstream file(entry.path());
    std::string const content(std::istreambuf_iterator<char>(file), {});
    for (Problem const& found : check_prompt(content, entry.path().string(), options)) {
      ADD_FAILURE() << found.place.file << ":" << found.place.line << ": " << found.message;
    }
    ++files;
  }
  EXPECT_EQ(files, 6U);
}

TEST(CheckPrompt, FindsProblemsOfAllStagesInOrder) {
  EXPECT_THAT(check_prompt("---\nmodel: {id: 3, provider: openai}\n---\nuser[a=b:\n\n{% if %}\n", "a.prompty"),
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
  EXPECT_THAT(problems, ElementsAre(problem(Severity::error, 2, 27, "No renderer registered for key: f9"),
                                    problem(Severity::error, 2, 47, "No parser registered for key: p9")));
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

/// "line:column message [hint]" of each problem.
std::vector<std::string> shown(std::string const& content) {
  std::vector<std::string> lines;
  for (Problem const& found : check_prompt(content, "a.prompty")) {
    lines.push_back(fmt::format("{}:{} {} [{}]", found.place.line, found.place.column, found.message, found.hint));
  }
  return lines;
}

TEST(CheckEngine, SuggestsOneThatIsThere) {
  EXPECT_THAT(shown("---\nname: a\ntemplate: nunjucks\n---\nHi"),
              ElementsAre("3:11 No renderer registered for key: nunjucks [did you mean jinja2?]"));
  EXPECT_THAT(shown("---\ntemplate:\n  format:\n    kind: mustach\n---\nHi"),
              ElementsAre("4:11 No renderer registered for key: mustach [did you mean mustache?]"));
  EXPECT_THAT(shown("---\ntemplate: liquid\n---\nHi"),
              ElementsAre("2:11 No renderer registered for key: liquid [there are jinja2, mustache]"));
  EXPECT_THAT(shown("---\ntemplate: {parser: {kind: promty}}\n---\nHi"),
              ElementsAre("2:27 No parser registered for key: promty [did you mean prompty?]"));
  EXPECT_THAT(shown("---\ntemplate: mustache\n---\nHi"), IsEmpty());
}

TEST(CheckProvider, SuggestsOneThatIsThere) {
  EXPECT_THAT(shown("---\nmodel: {id: m, provider: azure_openai}\n---\nHi"),
              ElementsAre("2:26 No executor is registered for the provider azure_openai [did you mean foundry?]"));
  EXPECT_THAT(shown("---\nmodel: {id: m, provider: opneai}\n---\nHi"),
              ElementsAre("2:26 No executor is registered for the provider opneai [did you mean openai?]"));
  EXPECT_THAT(shown("---\nmodel: {id: m, provider: acme}\n---\nHi"),
              ElementsAre("2:26 No executor is registered for the provider acme "
                          "[there are openai, anthropic, azure, foundry]"));
  for (std::string const known : {"openai", "anthropic", "azure", "foundry"}) {
    EXPECT_THAT(shown("---\nmodel: {id: m, provider: " + known + "}\n---\nHi"), IsEmpty()) << known;
  }
}

TEST(CheckProvider, IsMissedWhereAModelIsNamed) {
  EXPECT_THAT(shown("---\nname: a\nmodel: m\n---\nHi"),
              ElementsAre("3:8 The model names no provider [write model.id and model.provider, for example openai]"));
  EXPECT_THAT(shown("---\nmodel: {id: m}\n---\nHi"),
              ElementsAre("2:8 The model names no provider [write model.provider, for example openai]"));
  EXPECT_THAT(shown("---\nname: a\n---\nHi"), IsEmpty()) << "the program brings the model";
}

TEST(CheckProvider, KnowsThoseOfTheProgram) {
  std::unique_ptr<Runtime> const runtime = make_runtime();
  runtime->invokers.executors.add("acme", runtime->invokers.executors.find("openai"));
  EXPECT_THAT(check_prompt("---\nmodel: {id: m, provider: acme}\n---\nHi", "a.prompty", {}, *runtime), IsEmpty());
}

TEST(CheckApiType, SuggestsOneThatIsThere) {
  EXPECT_THAT(shown("---\nmodel: {id: m, provider: openai, apiType: completion}\n---\nHi"),
              ElementsAre("2:43 There is no apiType completion [did you mean chat?]"));
  EXPECT_THAT(shown("---\nmodel: {id: m, provider: openai, apiType: assistants}\n---\nHi"),
              ElementsAre("2:43 There is no apiType assistants [there are chat, embedding, image, responses]"));
  for (std::string const known : {"openai, apiType: chat", "azure, apiType: embedding", "openai, apiType: image",
                                  "foundry, apiType: responses", "anthropic"}) {
    EXPECT_THAT(shown("---\nmodel: {id: m, provider: " + known + "}\n---\nHi"), IsEmpty()) << known;
  }
  EXPECT_THAT(shown("---\nmodel: {id: m, apiType: own}\n---\nHi"),
              ElementsAre(testing::HasSubstr("The model names no provider")));
}

TEST(CheckToolNames, WarnsOfThoseThatProvidersRefuse) {
  std::string const long_name(65, 'n');
  EXPECT_THAT(shown("---\ntools:\n  - {name: get weather, kind: function}\n  - name: größe.x\n    kind: prompty\n"
                    "    path: a.prompty\n  - {kind: function, name: " +
                    long_name + "}\n---\nHi"),
              ElementsAre("3:12 Providers refuse this name of a tool: it may have 64 letters, digits, _ and - "
                          "[write get_weather]",
                          "4:11 Providers refuse this name of a tool: it may have 64 letters, digits, _ and - "
                          "[write gr__e_x]",
                          "7:28 Providers refuse this name of a tool: it may have 64 letters, digits, _ and - "
                          "[write " +
                              long_name.substr(1) + "]"));
  EXPECT_THAT(shown("---\ntools: [{name: get-weather_2, kind: function}, {name: a b, kind: acme}, "
                    "{name: c d, kind: mcp, serverName: s}, {name: " +
                    long_name.substr(1) + ", kind: function}]\n---\nHi"),
              IsEmpty());
}

TEST(CheckTemplate, WarnsOfVariablesThatNoInputHas) {
  EXPECT_THAT(shown("---\ninputs: {question: hi}\n---\nuser:\n{{ quetsion }}\n{% if other %}x{% endif %}"),
              ElementsAre("5:4 No input has the name quetsion [did you mean question?]",
                          "6:7 No input has the name other [declare it under inputs]"));
  EXPECT_THAT(
      shown("---\ninputs: {items: [1], q: x}\n---\n{% for item in items %}{{ loop.index }}{{ item.a }}"
            "{% set last = item %}{% endfor %}{{ range(3) }}{{ q }}{% macro m(b) %}{{ b }}{% endmacro %}{{ m(1) }}"
            "{{ hint | default('none') }}{% if extra is defined %}{{ extra }}{% endif %}"),
      IsEmpty());
  EXPECT_THAT(shown("---\nname: a\n---\n{{ anything }}"), IsEmpty());
  EXPECT_THAT(shown("---\ninputs: {question: hi}\n---\n{% raw %}{{ other }}{% endraw %}{# {{ more }} #}"), IsEmpty());
}

TEST(CheckTemplate, WarnsOfInputsInSingleBraces) {
  EXPECT_THAT(shown("---\ninputs: {question: hi, name: x}\n---\nAnswer {question} for ${ name }."),
              ElementsAre("4:9 {question} is text, not the input question [write {{ question }}]",
                          "4:26 {name} is text, not the input name [write {{ name }}]"));
  EXPECT_THAT(shown("---\ninputs: {question: hi}\n---\n{{ question }} in {question} and {other} or {{{'a': 1}}} { }"),
              IsEmpty());
  EXPECT_THAT(shown("---\nname: a\n---\n{question}"), IsEmpty());
}

TEST(CheckTemplate, NamesTheLanguageOfAForeignTag) {
  auto const hint = [](std::string const& body) {
    std::vector<Problem> const problems = check_prompt("---\nname: a\n---\nuser:\n" + body, "a.prompty");
    EXPECT_EQ(problems.size(), 1U) << body;
    return problems.empty() ? "" : problems.front().hint;
  };
  EXPECT_EQ(hint("{{#if a}}x{{/if}}"), "{{#if is a tag of Handlebars: write {% if name %} … {% endif %}");
  EXPECT_EQ(hint("x\n{{# each a }}x{{/each}}"),
            "{{#each is a tag of Handlebars: write {% for item in names %} … {% endfor %}");
  EXPECT_EQ(hint("{{#a}}x{{/a}}"),
            "{{# is a tag of Mustache: choose template: mustache, or write {% if name %} or {% for item in names %}");
  EXPECT_EQ(hint("{{^a}}x{{/a}}").substr(0, 24), "{{/ is a tag of Mustache");
  EXPECT_EQ(hint("{{> part}}"), "{{> is a tag of Mustache: write the text of the partial here");
  EXPECT_EQ(hint("{{{ a }}}"), "{{{ is a tag of Mustache: write {{ name }}, in which nothing is escaped");
  EXPECT_EQ(hint("{% assign a = 1 %}"), "{%assign is a tag of Liquid: write {% set name = value %}");
  EXPECT_EQ(hint("{%- unless a -%}x{% endunless %}"), "{%unless is a tag of Liquid: write {% if not name %}");
  EXPECT_EQ(hint("{% if a %}x{% elsif b %}y{% endif %}"), "{%elsif is a tag of Liquid: write {% elif name %}");
  EXPECT_EQ(hint("{% if a %}x{% elseif b %}y{% endif %}"), "{%elseif is a tag of Nunjucks: write {% elif name %}");
  EXPECT_EQ(hint("{% if %}"), "") << "an error of its own language";
}

TEST(CheckTemplate, WarnsOfTagsOfJinjaInMustache) {
  EXPECT_THAT(shown("---\ntemplate: mustache\n---\nuser:\n{% if a %}x{% endif %}"),
              ElementsAre("5:1 Tags of Jinja2 are text in Mustache "
                          "[write {{#name}} … {{/name}}, or choose template: jinja2]"));
  EXPECT_THAT(shown("---\ntemplate: mustache\n---\n{{#a}}50{% of it{{/a}} {%x%}"), IsEmpty());
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
