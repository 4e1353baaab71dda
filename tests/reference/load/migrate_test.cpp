#include "prompty/load/migrate.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <sstream>

#include "prompty/core/error.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/load/prompt_file.hpp"
#include "prompty/pipeline/check_prompt.hpp"
#include "prompty/pipeline/prepare.hpp"
#include "reference/support/migrated_frontmatter.hpp"
#include "reference/support/version1_prompts.hpp"

namespace prompty::migrate_test {
namespace {

using prompty_tests::migrated;
using prompty_tests::version1_folder;
using prompty_tests::version1_prompts;
using prompty_tests::Version1Prompt;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Most snippets are about something else: that they name no model is listed too (migrate_model_test.cpp).
std::vector<std::string> messages_of(std::vector<Problem> const& problems) {
  std::vector<std::string> messages = prompty_tests::messages_of(problems);
  std::erase_if(messages, [](std::string const& message) {
    return message.find("The file names no model") != std::string::npos;
  });
  return messages;
}

/// What is listed of a frontmatter without its delimiters.
std::vector<std::string> left(std::string const& frontmatter) {
  return messages_of(migrate("---\n" + frontmatter + "---\nuser:\n{{ q }}\n", "a.prompty").left);
}

LoadOptions options() {
  return {.environment = fixed_environment({{"BERTH_ENDPOINT", "https://berths.example.test"},
                                            {"BERTH_KEY", "a-key-of-berths"},
                                            {"OPEN_KEY", "an-open-key"},
                                            {"LIMIT", "17"}})};
}

std::string path_of(Version1Prompt const& prompt) {
  return version1_folder() + "/" + prompt.name + ".prompty";
}

/// What a user of version 1 would have rendered the prompt with: its sample, and a word for each input without one.
Json inputs_of(PromptFile const& file) {
  Json inputs = Json::object();
  Json const& declared = member_of(file.properties, "inputs");
  if (declared.is_object()) {
    for (auto const& [name, input] : declared.items()) {
      if (!input.is_object()) continue;
      Json const& sample =
          member_of(input, "default").is_null() ? member_of(input, "sample") : member_of(input, "default");
      inputs[name] = sample.is_null() ? Json("given") : sample;
    }
  }
  for (auto const& [name, value] : member_of(member_of(file.properties, "inputSchema"), "properties").items()) {
    inputs[name] = "given";
  }
  Json const& sample = member_of(file.properties, "sample");
  if (sample.is_object()) inputs.update(sample);
  if (sample.is_string()) inputs["animal"] = "heron";
  return inputs;
}

Json prepared(std::string const& content, std::string const& path, Json const& inputs) {
  return message_codec::write(prepare(load_text(content, path, options()), inputs));
}

/// What the prompt gives as it is; nothing where version 1 cannot be loaded or rendered, or gives messages
/// or images that are text today, or where its inputs are not the names that it has.
std::optional<Json> prepared_as_it_is(Version1Prompt const& prompt, Json const& inputs) {
  if (prompt.has("image") || prompt.has("messages") || prompt.has("as-a-schema")) return std::nullopt;
  try {
    return prepared(prompt.content, path_of(prompt), inputs);
  } catch (Error const&) {
    return std::nullopt;
  }
}

class Migrate : public testing::TestWithParam<Version1Prompt> {};

TEST_P(Migrate, GivesAFileInWhichNothingIsWrong) {
  Migrated const migrated = migrate(GetParam().content, path_of(GetParam()));
  EXPECT_THAT(messages_of(check_prompt(migrated.content, path_of(GetParam()), options())), IsEmpty())
      << migrated.content;
  EXPECT_NO_THROW(static_cast<void>(load_text(migrated.content, path_of(GetParam()), options())));
}

TEST_P(Migrate, LeavesItsOwnResultAsItIs) {
  std::string const once = migrate(GetParam().content, path_of(GetParam())).content;
  Migrated const twice = migrate(once, path_of(GetParam()));
  EXPECT_EQ(twice.content, once);
  EXPECT_THAT(messages_of(twice.left), IsEmpty());
}

TEST_P(Migrate, ChangesNothingThatIsRendered) {
  std::string const path = path_of(GetParam());
  Json const inputs = inputs_of(prompt_file::open(GetParam().content, path));
  std::string const migrated = migrate(GetParam().content, path).content;
  std::optional<Json> const before = prepared_as_it_is(GetParam(), inputs);
  if (!before) return;
  EXPECT_EQ(prepared(migrated, path, inputs), *before);
  bool const has_all = GetParam().content.find("\ninput") == std::string::npos;
  EXPECT_EQ(prepared(migrated, path, has_all ? Json::object() : inputs), *before) << migrated;
}

TEST_P(Migrate, KeepsCommentsAndReferences) {
  std::string const migrated = migrate(GetParam().content, path_of(GetParam())).content;
  std::string const& content = GetParam().content;
  for (std::size_t at = content.find(" # "); at != std::string::npos; at = content.find(" # ", at + 1)) {
    EXPECT_THAT(migrated, HasSubstr(content.substr(at + 1, content.find('\n', at) - at - 1)));
  }
  for (std::size_t at = content.find("${"); at != std::string::npos; at = content.find("${", at + 1)) {
    EXPECT_THAT(migrated, HasSubstr(content.substr(at, content.find('}', at) - at + 1)));
  }
}

TEST_P(Migrate, TakesLineEndsOfTwoCharacters) {
  std::string const migrated = migrate(GetParam().content, path_of(GetParam())).content;
  auto const with_returns = [](std::string const& text) {
    std::string changed;
    for (char const c : text) changed += c == '\n' ? std::string("\r\n") : std::string(1, c);
    return changed;
  };
  EXPECT_EQ(migrate(with_returns(GetParam().content), path_of(GetParam())).content, with_returns(migrated));
}

INSTANTIATE_TEST_SUITE_P(Version1, Migrate, testing::ValuesIn(version1_prompts()),
                         [](testing::TestParamInfo<Version1Prompt> const& prompt) { return prompt.param.test_name(); });

TEST(MigratePrompts, AreOfEveryShape) {
  std::vector<Version1Prompt> const prompts = version1_prompts();
  EXPECT_GE(prompts.size(), 60U);
  std::size_t changed = 0;
  for (Version1Prompt const& prompt : prompts) {
    if (migrate(prompt.content, path_of(prompt)).content != prompt.content) ++changed;
  }
  EXPECT_EQ(changed, prompts.size() - 2) << "only a body and a file of today need nothing";
  std::size_t const rendered =
      static_cast<std::size_t>(std::ranges::count_if(prompts, [](Version1Prompt const& prompt) {
        return prepared_as_it_is(prompt, inputs_of(prompt_file::open(prompt.content, path_of(prompt)))).has_value();
      }));
  EXPECT_GE(rendered, 60U) << "so many are compared before and after";
}

TEST(MigrateInputs, TakeTheSamplesAsDefaults) {
  EXPECT_EQ(migrated("sample:\n"
                     "  q: hi   # greeting\n"
                     "  n: 2\n"
                     "inputs:\n"
                     "  q:\n"
                     "    type: string\n"
                     "  n: {type: number, default: 1}\n"
                     "  m:\n"),
            "inputs:\n"
            "  q:\n"
            "    kind: string\n"
            "    default: hi   # greeting\n"
            "  n: {kind: float, default: 1, example: 2}\n"
            "  m:\n");
  EXPECT_EQ(migrated("sample:\n  a:\n    kind: x\n  b: {c: 1}\n"),
            "inputs:\n  a:\n    kind: object\n    default:\n      kind: x\n  b: {c: 1}\n");
  EXPECT_EQ(migrated("inputs:\n  - name: q\n    type: string\nsample: {q: 1}\n"),
            "inputs:\n  - name: q\n    kind: string\n    default: 1\n");
}

TEST(MigrateInputs, ListASampleThatIsAList) {
  std::string const old = "sample:\n  - q: 1\n  - q: 2\n";
  EXPECT_EQ(migrated(old), "# sample:\n#   - q: 1\n#   - q: 2\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("2: This sample is a list")));
}

TEST(MigrateInputs, KeepWhatOnlyLooksLikeAKind) {
  EXPECT_EQ(migrated("sample: {a: string, b: 'int', c: strings}\n"),
            "inputs: {a: {kind: string, default: string}, b: {kind: string, default: 'int'}, c: strings}\n");
  EXPECT_EQ(migrated("inputs: {a: number, b: text of mine}\nsample: {a: 3}\n"),
            "inputs: {a: {kind: float, default: 3}, b: text of mine}\n");
  EXPECT_EQ(migrated("inputs:\n  a: {type: string, default: null}\nsample: {a: x}\n"),
            "inputs:\n  a: {kind: string, default: x}\n");
}

TEST(MigrateInputs, ListWhatAPropertyCannotSay) {
  std::string const old = "inputs:\n  q:\n    type: list\n    items: {type: string}\n";
  EXPECT_EQ(migrated(old), "inputs:\n  q:\n    kind: array\n    # items: {type: string}\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("5: items of q has no place in a property")));
}

TEST(MigrateInputs, HaveKindsOfToday) {
  EXPECT_EQ(migrated("inputs:\n  a: {kind: number}\n  b: {kind: list, default: [1]}\n  c: {kind: date}\n"),
            "inputs:\n  a: {kind: float}\n  b: {kind: array, default: [1]}\n  c: {kind: date}\n");
}

TEST(MigrateInputs, LeaveAMappingThatIsADefault) {
  std::string const current = "inputs:\n  price: {type: retail, low: 3}\n  place: {kind: string, default: x}\n";
  EXPECT_EQ(migrated(current), current);
  EXPECT_THAT(left(current), IsEmpty());
}

TEST(MigrateOutputs, ComeFromAFlatSchema) {
  EXPECT_EQ(migrated("model:\n"
                     "  parameters:\n"
                     "    response_format:\n"
                     "      type: json_schema\n"
                     "      json_schema:\n"
                     "        name: n\n"
                     "        schema:\n"
                     "          type: object\n"
                     "          properties:\n"
                     "            city: {type: string, enum: [a]}\n"
                     "          required: [city]\n"),
            "outputs:\n"
            "  city: {kind: string, enumValues: [a], required: true}\n");
}

TEST(MigrateOutputs, ListWhatAResponseFormatSaysBesideItsSchema) {
  std::string const old =
      "model:\n"
      "  provider: openai\n"
      "  parameters:\n"
      "    response_format:   # how\n"
      "      type: json_schema\n"
      "      json_schema:\n"
      "        name: weather   # of it\n"
      "        description: all\n"
      "        strict: false\n"
      "        schema:\n"
      "          type: object\n"
      "          properties:\n"
      "            city: {type: string}\n"
      "          required: [city]   # it is\n";
  EXPECT_EQ(migrated(old),
            "model:\n"
            "  provider: openai\n"
            "# how\n"
            "# of it\n"
            "outputs:\n"
            "  # it is\n"
            "  city: {kind: string, required: true}\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("8: name of this response format is not kept"),
                                     HasSubstr("9: description of this response format is not kept"),
                                     HasSubstr("10: strict of this response format is not kept")));
}

TEST(MigrateOutputs, ComeFromASchemaInTheirPlace) {
  EXPECT_EQ(migrated("outputs:\n  type: object\n  properties:\n    a: {type: string}\n  required: [a]\n"),
            "outputs:\n  a: {kind: string, required: true}\n");
  std::string const current = "inputs:\n  type: object\n  properties: a house\n";
  EXPECT_EQ(migrated(current), current) << "an input may have the name type";
}

TEST(MigrateTemplate, ListsEnginesOfOtherNames) {
  EXPECT_THAT(left("sample: {q: 1}\ntemplate:\n  type: liquid\n"),
              ElementsAre(HasSubstr("4: There is no engine liquid")));
  EXPECT_THAT(left("sample: {q: 1}\ntemplate: {format: {kind: handlebars}}\n"),
              ElementsAre(HasSubstr("3: There is no engine handlebars")));
  EXPECT_THAT(left("sample: {q: 1}\ntemplate: nunjucks\n"), IsEmpty());
}

TEST(MigrateTemplate, NamesTheEngineAsToday) {
  EXPECT_EQ(migrated("template:\n  # which\n  type: nunjucks   # x\n  parser: prompty\n"),
            "template:\n  # which\n  format:\n    kind: jinja2   # x\n  parser: prompty\n");
  EXPECT_EQ(migrated("template: {type: mustache}\n"), "template: {format: {kind: mustache}}\n");
  EXPECT_EQ(migrated("template: nunjucks\n"), "template: jinja2\n");
  EXPECT_EQ(migrated("template:\n  format: {kind: nunjucks, strict: false}\n"),
            "template:\n  format: {kind: jinja2, strict: false}\n");
}

TEST(MigrateTools, AreListsOfParameters) {
  EXPECT_EQ(migrated("tools:\n"
                     "- type: function\n"
                     "  function:\n"
                     "    name: f   # f\n"
                     "    parameters:\n"
                     "      type: object\n"
                     "      required: [a]\n"
                     "      properties:\n"
                     "        # first\n"
                     "        a: {type: integer, description: x}\n"
                     "        b:   # second\n"
                     "          type: string\n"
                     "    strict: true\n"
                     "- {name: g, kind: function, parameters: [{name: c, kind: string}]}\n"
                     "- {name: h, kind: mcp, connection: {kind: anonymous, endpoint: e}}\n"),
            "tools:\n"
            "- kind: function\n"
            "  name: f   # f\n"
            "  parameters:\n"
            "    # first\n"
            "    - {name: a, kind: integer, description: x, required: true}\n"
            "    - name: b   # second\n"
            "      kind: string\n"
            "  strict: true\n"
            "- {name: g, kind: function, parameters: [{name: c, kind: string}]}\n"
            "- {name: h, kind: mcp, connection: {kind: anonymous, endpoint: e}}\n");
}

TEST(MigrateTools, HaveKindAndNameOfToday) {
  std::string const old =
      "tools:\n"
      "  - type: bing_grounding\n"
      "    id: search\n"
      "    options: {x: 1}\n"
      "  - type: code_interpreter\n";
  EXPECT_EQ(migrated(old),
            "tools:\n"
            "  - kind: bing_grounding\n"
            "    name: search\n"
            "    options: {x: 1}\n"
            "  - name: code_interpreter\n"
            "    kind: code_interpreter\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("3: A tool of the kind bing_grounding does what the program"),
                                     HasSubstr("6: A tool of the kind code_interpreter does what the program")));
}

TEST(MigrateTools, ListWhatASchemaSaysAndAPropertyCannot) {
  std::string const old =
      "tools:\n"
      "- type: function\n"
      "  name: f\n"
      "  parameters:\n"
      "    type: object\n"
      "    properties:\n"
      "      a: {type: [string, \"null\"], enum: [x]}\n"
      "      b: {anyOf: [{type: string}], description: d}\n"
      "      c: {description: e}\n";
  EXPECT_EQ(migrated(old),
            "tools:\n"
            "- kind: function\n"
            "  name: f\n"
            "  parameters:\n"
            "    - {name: a, kind: string, enumValues: [x]}\n"
            "    - {name: b, description: d}\n"
            "    - {name: c, description: e}\n");
  EXPECT_THAT(left(old), ElementsAre(HasSubstr("8: a may be null"), HasSubstr("9: anyOf of b has no place")));
}

TEST(MigrateTools, HaveParametersOfTodayWhereTheyAreFunctionsOfToday) {
  EXPECT_EQ(migrated("tools:\n"
                     "- {name: f, kind: function, parameters: [{name: a, type: Number}]}\n"
                     "- name: g\n"
                     "  kind: function\n"
                     "  parameters: {type: object, properties: {b: {type: string}}, required: [b]}\n"
                     "- {name: h, kind: function, parameters: {type: {kind: string}, properties: {kind: array}}}\n"),
            "tools:\n"
            "- {name: f, kind: function, parameters: [{name: a, kind: float}]}\n"
            "- name: g\n"
            "  kind: function\n"
            "  parameters: [{name: b, kind: string, required: true}]\n"
            "- {name: h, kind: function, parameters: {type: {kind: string}, properties: {kind: array}}}\n");
}

TEST(MigrateTools, ListThoseOfAnotherFile) {
  std::string const options =
      "model:\n  provider: openai\n  parameters:\n    seed: 1\n    tools: ${file:t.json}\n    tool_choice: auto\n";
  EXPECT_EQ(migrated(options),
            "model:\n  provider: openai\n  options:\n    seed: 1\n    # tools: ${file:t.json}\n"
            "    # tool_choice: auto\n");
  EXPECT_THAT(left(options), ElementsAre(HasSubstr("6: These tools are not in this file"),
                                         HasSubstr("7: Without its tools a request cannot")));
  EXPECT_THAT(left("sample: {q: 1}\ntools: ${file:t.json}\n"),
              ElementsAre(HasSubstr("3: These tools are not in this file")));
  EXPECT_THAT(left("tools: ${file:t.json}\n"), IsEmpty()) << "a file of today";
}

TEST(MigrateMetadata, GathersWhatAuthorsSay) {
  EXPECT_EQ(migrated("# by\nauthors:\n- a\nname: n\n# for\ntags: [t]\n"),
            "# by\nmetadata:\n  authors:\n  - a\n  # for\n  tags: [t]\nname: n\n");
  EXPECT_EQ(migrated("metadata: {version: 2}\nversion: 1\n"), "metadata: {version: 2}\n# version: 1\n");
  EXPECT_EQ(migrated("modl: x\nlicense: y\n"), "modl: x\nlicense: y\n") << "no version 1 in it";
  EXPECT_EQ(migrated("modl: x\nsample: {q: 1}\nlicense: y\n"), "modl: x\ninputs: {q: 1}\nmetadata:\n  license: y\n")
      << "a slip of the pen stays for check to find";
}

TEST(MigrateImages, BecomeInputs) {
  Migrated const of_user = migrate(
      "---\nsample: {q: 1}\n---\nuser:\nSee ![a](https://x.test/a.png) and ![b]( data:image/png;base64,AA ).\n", "a");
  EXPECT_EQ(of_user.content,
            "---\ninputs: {q: 1, image: {kind: image, default: \"https://x.test/a.png\"}, "
            "image_2: {kind: image, default: \"data:image/png;base64,AA\"}}\n---\n"
            "user:\nSee {{ image }} and {{ image_2 }}.\n");
  EXPECT_THAT(messages_of(of_user.left), IsEmpty());
  Migrated const others = migrate("---\nsample: {q: 1}\n---\n![a](https://x.test/a.png)\nuser:\n![b](b.png)\n", "a");
  EXPECT_EQ(others.content, "---\ninputs: {q: 1}\n---\n![a](https://x.test/a.png)\nuser:\n![b](b.png)\n");
  EXPECT_THAT(messages_of(others.left),
              ElementsAre(HasSubstr("4: Version 1 sent this image"), HasSubstr("6: Version")));
  EXPECT_EQ(migrate("---\nsample: {q: 1}\n---\nuser:\n![a](https://x.test/a.png \"A boat\")\n", "a").content,
            "---\ninputs: {q: 1, image: {kind: image, default: \"https://x.test/a.png\"}}\n---\nuser:\n{{ image }}\n");
  std::string const current = "---\nname: a\n---\nuser:\n![a](https://x.test/a.png)\n";
  EXPECT_EQ(migrate(current, "a").content, current) << "in a file of today it is text";
}

TEST(MigrateImages, ListDefaultsThatNameFiles) {
  auto const left_of = [](std::string const& value) {
    return messages_of(migrate("---\nsample: {i: " + value + "}\n---\nuser:\n![a]({{i}})\n", "a").left);
  };
  EXPECT_THAT(left_of("a.png"), ElementsAre(HasSubstr("5: Version 1 read the file that the default of i names")));
  for (char const* const address : {"'https://x.test/a.png'", "'data:image/png;base64,AA'", "'${env:I}'", "~"})
    EXPECT_THAT(left_of(address), IsEmpty()) << address;
}

TEST(MigrateHistory, BecomesAThread) {
  std::string const loop = "{% for m in past %}\n{{ m.role }}:\n{{ m.content }}\n{% endfor %}\n";
  std::string const of_messages = "sample:\n  past:\n  - role: user\n    content: Hello\n";
  std::string const thread =
      "inputs:\n  past:\n    kind: thread\n    default:\n    - role: user\n      content: Hello\n";
  Migrated const migrated = migrate("---\n" + of_messages + "---\nsystem:\nS\n" + loop + "user:\nq\n", "a");
  EXPECT_EQ(migrated.content, "---\n" + thread + "---\nsystem:\nS\n{{ past }}\nuser:\nq\n");
  EXPECT_EQ(prepared(migrated.content, "a", Json::object()),
            Json::parse(R"([{"role": "system", "content": [{"kind": "text", "value": "S"}]},
                            {"role": "user", "content": [{"kind": "text", "value": "Hello"}]},
                            {"role": "user", "content": [{"kind": "text", "value": "q"}]}])"));
  EXPECT_EQ(migrate("---\nsample: {past: [], q: 1}\n---\n" + loop, "a").content,
            "---\ninputs: {past: {kind: thread, default: []}, q: 1}\n---\n{{ past }}\n");
  for (std::string const other : {"{% for m in past %}{{ m.role }}: {{ n.content }}{% endfor %}",
                                  "{% for m in past %}{{ m.role }} says {{ m.content }}{% endfor %}"}) {
    EXPECT_EQ(migrate("---\nsample: {past: []}\n---\n" + other, "a").content, "---\ninputs: {past: []}\n---\n" + other);
  }
  EXPECT_EQ(migrate("---\nsample: {past: [{role: user, said: x}]}\n---\n" + loop, "a").content,
            "---\ninputs: {past: [{role: user, said: x}]}\n---\n" + loop)
      << "these are no messages";
}

TEST(MigrateFiles, AreRefusedWhenTheyCannotBeRead) {
  EXPECT_THROW(static_cast<void>(migrate("---\nname: a\n", "a")), ValueError);
  EXPECT_THROW(static_cast<void>(migrate("---\na: [\n---\nb", "a")), ValueError);
  EXPECT_EQ(migrate("Hi", "a").content, "Hi");
  EXPECT_EQ(migrate("\xEF\xBB\xBF---\nsample: {q: 1}\n---\nb", "a").content, "\xEF\xBB\xBF---\ninputs: {q: 1}\n---\nb");
}

/// The lines of a prompt with one to three slips: a line is gone, twice there, indented otherwise, or that of another.
std::string with_slips(std::vector<std::string> lines, std::vector<std::string> const& others, std::mt19937& random) {
  auto const below = [&](std::size_t limit) { return random() % limit; };
  for (std::size_t slips = 1 + below(3); slips > 0 && !lines.empty(); --slips) {
    std::size_t const at = below(lines.size());
    std::ptrdiff_t const place = static_cast<std::ptrdiff_t>(at);
    std::size_t const kind = below(5);
    if (kind == 0) lines.erase(lines.begin() + place);
    if (kind == 1) lines.insert(lines.begin() + place, std::string(lines[at]));
    if (kind == 2) lines[at] = "  " + lines[at];
    if (kind == 3) lines[at] += "  # slip";
    if (kind == 4) lines.insert(lines.begin() + place, others[below(others.size())]);
  }
  std::string text;
  for (std::string const& line : lines) text += line + "\n";
  return text;
}

bool can_be_read(std::string const& content) {
  try {
    static_cast<void>(prompt_file::open(content, "a.prompty"));
    return true;
  } catch (Error const&) {
    return false;
  }
}

TEST(MigrateFiles, StayReadableWhateverSlipsAreInThem) {
  std::vector<std::vector<std::string>> prompts;
  std::vector<std::string> all;
  for (Version1Prompt const& prompt : version1_prompts()) {
    std::istringstream text(prompt.content);
    prompts.emplace_back();
    for (std::string line; std::getline(text, line);) prompts.back().push_back(line);
    all.insert(all.end(), prompts.back().begin(), prompts.back().end());
  }
  std::mt19937 random(52);
  int readable = 0;
  for (int round = 0; round < 600; ++round) {
    std::string const content = with_slips(prompts[random() % prompts.size()], all, random);
    if (!can_be_read(content)) continue;
    ++readable;
    Migrated const once = migrate(content, "a.prompty");
    EXPECT_TRUE(can_be_read(once.content)) << content << "--->\n" << once.content;
    EXPECT_EQ(migrate(once.content, "a.prompty").content, once.content) << content;
  }
  EXPECT_GT(readable, 200);
}

TEST(MigrateFiles, AreLeftWhenTheyCannotBeEdited) {
  std::string const old = "---\n? sample\n: {q: 1}\n---\nb";
  Migrated const kept = migrate(old, "a");
  EXPECT_EQ(kept.content, old);
  EXPECT_THAT(messages_of(kept.left), ElementsAre(HasSubstr("This frontmatter cannot be edited")));
}

TEST(MigrateFiles, AreLeftWhereAnAliasWouldStandAboveItsAnchor) {
  std::string const old = "---\nmetadata: {a: 1}\nname: &n x\nmodel: {name: m, api: chat}\ntags: [*n]\n---\nb";
  Migrated const kept = migrate(old, "a");
  EXPECT_EQ(kept.content, old);
  EXPECT_THAT(messages_of(kept.left), ElementsAre(HasSubstr("stand above the anchor")));
}

}  // namespace
}  // namespace prompty::migrate_test
