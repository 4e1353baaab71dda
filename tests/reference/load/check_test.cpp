#include "prompty/load/check.hpp"

#include <fmt/core.h>
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
       "model.connection.api_key is of version 1 of the format and is ignored",
       "write model.connection.apiKey; prompty migrate writes it so"},
      {Severity::warning,
       {"/d/f", 7, 5},
       "model.options.maxTokens is of version 1 of the format and is ignored",
       "write model.options.maxOutputTokens; prompty migrate writes it so"},
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
                             "write metadata.authors; prompty migrate writes it so"}}));
}

/// "line:column message [hint]" of each warning.
std::vector<std::string> warnings_of(std::string const& content) {
  std::vector<std::string> shown;
  for (Problem const& problem : check(content, "f", options())) {
    EXPECT_EQ(problem.severity, Severity::warning) << problem.message;
    shown.push_back(
        fmt::format("{}:{} {} [{}]", problem.place.line, problem.place.column, problem.message, problem.hint));
  }
  return shown;
}

using Shown = std::vector<std::string>;

std::string moved(std::string const& place, std::string const& path, std::string const& now) {
  return fmt::format("{} {} is of version 1 of the format and is ignored [write {}; prompty migrate writes it so]",
                     place, path, now);
}

std::string placeless(std::string const& place, std::string const& path) {
  return fmt::format(
      "{} {} is of version 1 of the format and is ignored [it has no place in the format; prompty migrate "
      "says what to do]",
      place, path);
}

std::string kept(std::string const& place, std::string const& name, std::string const& now) {
  return fmt::format(
      "{} '{}' is no property of a prompt; it is kept under metadata [write {}; prompty migrate writes it so]", place,
      name, now);
}

TEST(CheckVersion1, NamesTheNewPlaceOfEachMember) {
  EXPECT_EQ(
      warnings_of("---\nmodel:\n  api: chat\n  configuration:\n    type: azure_openai\n"
                  "    azure_deployment: gpt-4o\n    azure_endpoint: e\n    api_key: k\n    api_version: v\n"
                  "  parameters: {max_tokens: 500, temperature: 0, user: u, tools: []}\nsample: {q: hi}\n---\nHi"),
      (Shown{moved("3:3", "model.api", "model.apiType"), moved("4:3", "model.configuration", "model.connection"),
             moved("5:5", "model.configuration.type", "model.provider"),
             moved("6:5", "model.configuration.azure_deployment", "model.id"),
             moved("7:5", "model.configuration.azure_endpoint", "model.connection.endpoint"),
             moved("8:5", "model.configuration.api_key", "model.connection.apiKey"),
             placeless("9:5", "model.configuration.api_version"), moved("10:3", "model.parameters", "model.options"),
             moved("10:16", "model.parameters.max_tokens", "model.options.maxOutputTokens"),
             moved("10:49", "model.parameters.user", "model.options.additionalProperties.user"),
             moved("10:58", "model.parameters.tools", "tools"), kept("11:1", "sample", "inputs"),
             moved("11:10", "sample.q", "inputs.q.default")}));
}

TEST(CheckVersion1, NamesTheEngineTheSchemasAndTheToolsOfIt) {
  EXPECT_EQ(warnings_of("---\ntemplate: {type: jinja2}\ninputSchema: {properties: {}}\noutputSchema: {}\n"
                        "inputs: {q: {type: string, description: d}}\n---\nHi"),
            (Shown{moved("2:12", "template.type", "template.format.kind"), kept("3:1", "inputSchema", "inputs"),
                   kept("4:1", "outputSchema", "outputs"), moved("5:14", "inputs.q.type", "inputs.q.kind")}));
}

TEST(CheckVersion1, GivesNoPlaceToWhatHasNone) {
  EXPECT_EQ(warnings_of("---\nmodel:\n  response: first\n  parameters: {stream: true}\n---\nHi"),
            (Shown{placeless("3:3", "model.response"), moved("4:3", "model.parameters", "model.options"),
                   placeless("4:16", "model.parameters.stream")}));
}

TEST(CheckVersion1, KnowsItsNamesWithinWhatIsOfToday) {
  EXPECT_EQ(warnings_of("---\nmodel:\n  id: m\n  connection: {kind: key, type: azure_openai, azure_endpoint: e}\n"
                        "inputs:\n  a: {kind: string, sample: x, enum: [x]}\n---\nHi"),
            (Shown{moved("4:27", "model.connection.type", "model.provider"),
                   moved("4:47", "model.connection.azure_endpoint", "model.connection.endpoint"),
                   moved("6:21", "inputs.a.sample", "inputs.a.default"),
                   moved("6:32", "inputs.a.enum", "inputs.a.enumValues")}));
}

TEST(CheckVersion1, KnowsASchemaInThePlaceOfInputs) {
  EXPECT_EQ(warnings_of("---\ninputs:\n  type: object\n  properties: {a: {type: string}}\n---\nHi"),
            (Shown{"3:3 inputs: the members of a JSON Schema are taken for properties of their names "
                   "[write the properties of the schema in its place; prompty migrate writes it so]"}));
}

TEST(CheckVersion1, PromisesNothingOfWhatIsInAnotherFile) {
  EXPECT_EQ(warnings_of("---\nmodel:\n  parameters: ${env:SET}\n---\nHi"),
            (Shown{"3:3 model.parameters is of version 1 of the format and is ignored "
                   "[write its members out, as model.options has them]"}));
}

TEST(CheckVersion1, KnowsToolsOfServices) {
  std::vector<Problem> const problems =
      check("---\ntools:\n  - type: search\n    name: s\n    options: {a: 1}\n---\nHi", "f");
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems.front().hint, "write tools[0].kind; prompty migrate writes it so");
}

TEST(CheckMeaning, WarnsOfATypeThatIsADefaultByMistake) {
  std::string const kinds = "string, integer, float, boolean, array, object, thread, image, file, audio";
  EXPECT_EQ(
      warnings_of(
          "---\ninputs:\n  day: {type: date}\n  hour: {type: Integer}\n  at: {type: date, description: d}\n---\nHi"),
      (Shown{"3:9 inputs.day: a mapping without a member of a property is itself the default "
             "[write kind, one of " +
                 kinds + "]",
             "4:10 inputs.hour: a mapping without a member of a property is itself the default "
             "[write inputs.hour.kind; prompty migrate writes it so]",
             "5:8 inputs.at.type has no meaning here and is ignored [write kind]"}));
}

TEST(CheckMeaning, WarnsOfKindsThatAreNearlyKnown) {
  EXPECT_EQ(
      warnings_of("---\nmodel: {id: m, connection: {kind: keys, endpoint: e}}\ntools:\n  - {name: f, kind: funtion}\n"
                  "  - {name: g, kind: weather}\n---\nHi"),
      (Shown{"2:35 model.connection.kind: 'keys' is a kind of the program's own [did you mean key?]",
             "4:21 tools[0].kind: 'funtion' is a kind of the program's own [did you mean function?]"}));
}

TEST(CheckMeaning, WarnsOfParametersInOtherForms) {
  std::string const schema = "{type: object, properties: {a: {type: string}}}";
  EXPECT_EQ(warnings_of("---\ntools:\n  - {name: f, kind: function, parameters: [{name: a, type: string}]}\n"
                        "  - {name: g, kind: function, parameters: " +
                        schema + "}\n---\nHi"),
            (Shown{moved("3:54", "tools[0].parameters[0].type", "tools[0].parameters[0].kind"),
                   "4:44 tools[1].parameters: the members of a JSON Schema are taken for properties of their names "
                   "[write the properties of the schema in its place; prompty migrate writes it so]"}));
}

TEST(CheckMeaning, KeepsWhatAnOptionSays) {
  EXPECT_EQ(warnings_of("---\nmodel: {id: m, options: {logprobs: true}}\n---\nHi"),
            (Shown{"2:26 model.options.logprobs has no meaning here and is ignored "
                   "[put it under model.options.additionalProperties, from where it is sent as it is]"}));
}

TEST(CheckVersion1, LosesNothingOfToolsOfAnotherFile) {
  prompty_tests::TemporaryFolder const folder;
  static_cast<void>(
      folder.write("t.json", R"([{"kind": "function", "name": "f", "type": "function", "function": {}}])"));
  std::vector<std::string> hints;
  for (Problem const& problem : check("---\ntools: ${file:t.json}\n---\nHi", folder.path() + "/f")) {
    hints.push_back(problem.hint);
  }
  EXPECT_EQ(hints, (std::vector<std::string>{"write kind", "write its members beside kind"}));
}

TEST(CheckVersion1, SaysNothingOfAFileOfToday) {
  EXPECT_EQ(
      warnings_of("---\nmodel: {id: m, provider: openai, apiType: chat, connection: {kind: acme, api_key: s, type: t},"
                  " options: {additionalProperties: {max_tokens: 3, stop: x}}}\nmetadata: {sample: {q: 1}}\n"
                  "template: {format: {kind: jinja2, type: x}}\n---\nHi"),
      Shown{});
}

TEST(CheckMeaning, WarnsOfAMappingThatIsADefaultByMistake) {
  EXPECT_EQ(warnings_of("---\ninputs:\n  question: {type: string}\n  count:\n    type: number\n---\nHi"),
            (Shown{"3:14 inputs.question: a mapping without a member of a property is itself the default "
                   "[write inputs.question.kind; prompty migrate writes it so]",
                   "5:5 inputs.count: a mapping without a member of a property is itself the default "
                   "[write inputs.count.kind; prompty migrate writes it so]"}));
  EXPECT_EQ(warnings_of("---\ninputs: {place: {type: harbour, depth: 3}, a: {b: 1}, c: {kind: string}}\n---\nHi"),
            Shown{});
}

TEST(CheckMeaning, WarnsOfAKindThatIsADefaultByMistake) {
  EXPECT_EQ(warnings_of("---\ninputs:\n  question: string\n  count: number\n---\nHi"),
            (Shown{"3:13 inputs.question: this is the default 'string', not a kind [write {kind: string}]",
                   "4:10 inputs.count: this is the default 'number', not a kind [write {kind: float}]"}));
  EXPECT_EQ(warnings_of("---\ninputs: {question: a string, form: list, of: text, view: image}\n---\nHi"), Shown{});
}

TEST(CheckMeaning, WarnsOfKindsThatThereAreNot) {
  std::string const all_kinds = "string, integer, float, boolean, array, object, thread, image, file, audio";
  EXPECT_EQ(warnings_of("---\ninputs:\n  a: {kind: number}\n  b: {kind: list}\n  c: {kind: sting}\noutputs:\n"
                        "  - {name: d, kind: date}\ntools:\n  - name: t\n    kind: function\n    parameters:\n"
                        "      - {name: e, kind: bool}\n---\nHi"),
            (Shown{"3:13 inputs.a.kind: there is no kind 'number' [did you mean float?]",
                   "4:13 inputs.b.kind: there is no kind 'list' [did you mean array?]",
                   "5:13 inputs.c.kind: there is no kind 'sting' [did you mean string?]",
                   "7:21 outputs[0].kind: there is no kind 'date' [there are " + all_kinds + "]",
                   "12:25 tools[0].parameters[0].kind: there is no kind 'bool' [did you mean boolean?]"}));
  std::string all = "---\ninputs:\n";
  for (std::string const kind :
       {"string", "integer", "float", "boolean", "array", "object", "thread", "image", "file", "audio", "${env:SET}"}) {
    all += fmt::format("  i{}: {{kind: '{}'}}\n", all.size(), kind);
  }
  EXPECT_EQ(warnings_of(all + "---\nHi"), Shown{});
}

TEST(CheckMeaning, WarnsOfMergeKeys) {
  EXPECT_EQ(warnings_of("---\nmetadata:\n  base: &b {a: 1}\n  m:\n    <<: *b\n  n: {<<: [*b]}\n---\nHi"),
            (Shown{"5:5 '<<' is a member like any other: YAML 1.2 merges no mappings [write the members out]",
                   "6:7 '<<' is a member like any other: YAML 1.2 merges no mappings [write the members out]"}));
  EXPECT_EQ(warnings_of("---\nmetadata: {<<: left, '<': 1}\n---\nHi"), Shown{});
}

TEST(CheckMeaning, WarnsOfADelimiterInsideAValue) {
  EXPECT_EQ(warnings_of("---\nname: J\ndescription: a --- b\nmodel: {id: x, provider: openai}\n---\nuser:\nq"),
            (Shown{"3:16 The frontmatter ends here, at the first --- behind its beginning "
                   "[write the value otherwise, for example with a dash of another kind]"}));
  EXPECT_EQ(warnings_of("+++\nname: J\n# +++++\nmodel: x\n+++\nq").front(),
            "3:3 The frontmatter ends here, at the first +++ behind its beginning "
            "[write the value otherwise, for example with a dash of another kind]");
  EXPECT_EQ(warnings_of("---\nname: J\n-----\nq"),
            (Shown{"3:1 The frontmatter ends here, at the first --- behind its beginning "
                   "[write three of them; the others are text of the prompt]"}));
  std::vector<Problem> const malformed = check("---\ndescription: 'a --- b'\n---\nq", "f");
  ASSERT_EQ(malformed.size(), 2U);
  EXPECT_EQ(malformed[1].message, "The frontmatter ends here, at the first --- behind its beginning");
  for (std::string const good : {"---\nname: J\n---\na --- b\n---\n", "--- {name: J} --- Hi", "---\nname: J\n  --- Hi",
                                 "Hi --- you", "---\nname: J\n+++\nHi"}) {
    EXPECT_EQ(warnings_of(good), Shown{}) << good;
  }
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
