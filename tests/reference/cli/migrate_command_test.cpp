#include "cli/migrate.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "mock-provider/server.hpp"
#include "reference/support/command.hpp"
#include "reference/support/version1_prompts.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

namespace prompty::migrate_command_test {
namespace {

using prompty_tests::Finished;
using prompty_tests::run_prompty;
using prompty_tests::text_of;
using prompty_tests::version1_prompts;
using prompty_tests::Version1Prompt;
using testing::HasSubstr;
using testing::StartsWith;

std::string const old_prompt =
    "---\nname: a\nmodel:\n  api: chat\n  configuration:\n    type: openai\n    name: gpt-4o-mini\n    api_key: "
    "${env:KEY}\n"
    "    api_version: x\nsample: {q: hi}\n---\nuser:\n{{ q }}\n";
std::string const new_prompt =
    "---\nname: a\nmodel:\n  apiType: chat\n  provider: openai\n  id: gpt-4o-mini\n  connection:\n    kind: key\n"
    "    endpoint: https://api.openai.com/v1\n    apiKey: ${env:KEY}\n    # api_version: x\ninputs: {q: "
    "hi}\n---\nuser:\n"
    "{{ q }}\n";

class MigrateCommand : public testing::Test {
 protected:
  prompty_tests::TemporaryFolder folder;
  std::string file = folder.write("a.prompty", old_prompt);
};

TEST_F(MigrateCommand, ShowsADiffAndChangesNothing) {
  Finished const shown = run_prompty({"migrate", file});
  EXPECT_EQ(shown.code, 0);
  EXPECT_EQ(shown.out,
            "--- " + file + "\n+++ " + file +
                "\n@@ -1,13 +1,15 @@\n ---\n name: a\n model:\n-  api: chat\n-  configuration:\n"
                "-    type: openai\n-    name: gpt-4o-mini\n-    api_key: ${env:KEY}\n-    api_version: x\n"
                "-sample: {q: hi}\n+  apiType: chat\n+  provider: openai\n+  id: gpt-4o-mini\n+  connection:\n"
                "+    kind: key\n+    endpoint: https://api.openai.com/v1\n+    apiKey: ${env:KEY}\n"
                "+    # api_version: x\n+inputs: {q: hi}\n ---\n user:\n {{ q }}\n");
  EXPECT_THAT(shown.err, StartsWith(file + ":9:5: warning: model.configuration.api_version has no place"));
  EXPECT_EQ(text_of(file), old_prompt);
}

TEST_F(MigrateCommand, WritesTheFiles) {
  std::string const current = folder.write("b.prompty", new_prompt);
  Finished const written = run_prompty({"migrate", "--write", file, current});
  EXPECT_EQ(written.code, 0);
  EXPECT_EQ(written.out, file + ": migrated\n");
  EXPECT_EQ(text_of(file), new_prompt);
  EXPECT_EQ(text_of(current), new_prompt);
  Finished const again = run_prompty({"migrate", "--write", file});
  EXPECT_EQ(again.out + again.err, "");
}

TEST_F(MigrateCommand, ChecksForCi) {
  Finished const old = run_prompty({"migrate", "--check", file});
  EXPECT_EQ(old.code, 1);
  EXPECT_EQ(old.out, file + ": version 1 of the format; prompty migrate --write changes it\n");
  EXPECT_EQ(text_of(file), old_prompt);
  Finished const current = run_prompty({"migrate", "--check", folder.write("b.prompty", new_prompt)});
  EXPECT_EQ(current.code, 0);
  EXPECT_EQ(current.out + current.err, "");
  EXPECT_EQ(run_prompty({"migrate", "--check", "--write", file}).code, 2);
}

TEST_F(MigrateCommand, GoesFromStandardInputToStandardOutput) {
  std::istringstream in(old_prompt);
  std::ostringstream out;
  std::ostringstream err;
  cli::Interrupts interrupts;
  EXPECT_EQ(cli::run_command_line({"migrate", "-"}, {.in = in, .out = out, .err = err, .interrupts = interrupts}), 0);
  EXPECT_EQ(out.str(), new_prompt);
  EXPECT_THAT(err.str(), StartsWith("standard input:9:5: warning: "));
}

TEST_F(MigrateCommand, GoesOnBehindAFileThatCannotBeRead) {
  std::string const broken = folder.write("b.prompty", "---\nname: [\n---\nx\n");
  Finished const finished = run_prompty({"migrate", "--write", broken, folder.path() + "/none.prompty", file});
  EXPECT_EQ(finished.code, 1);
  EXPECT_THAT(finished.err, HasSubstr(broken + ":3:1: error: Invalid frontmatter YAML"));
  EXPECT_THAT(finished.err, HasSubstr("File not found: " + folder.path() + "/none.prompty"));
  EXPECT_EQ(text_of(file), new_prompt);
}

TEST(UnifiedDiff, TellsOfAMissingLastLineEnd) {
  EXPECT_EQ(cli::unified_diff("f", "a\nb", "a\nc\n"),
            "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n");
  EXPECT_EQ(cli::unified_diff("f", "a", "a"), "");
}

TEST_F(MigrateCommand, IsNamedByRunBeforeAnythingElse) {
  for (std::string const command : {"run", "turn", "chat"}) {
    Finished const refused = run_prompty({command, file});
    EXPECT_EQ(refused.code, 1);
    EXPECT_THAT(refused.err,
                HasSubstr(":5:3: error: This file is of version 1 of the format: model.configuration has "));
    EXPECT_THAT(refused.err, HasSubstr("hint: prompty migrate --write " + file + " changes it\n"));
  }
  std::string const named = folder.write("b.prompty", "---\nmodel: {id: m, api: chat}\n---\nx\n");
  EXPECT_THAT(run_prompty({"run", named}).err, HasSubstr("model.api has another name now"));
  for (std::string const model : {"", "model: m\n"}) {
    std::string const sampled = folder.write("c.prompty", "---\n" + model + "sample: {q: 1}\n---\n{{ q }}\n");
    EXPECT_THAT(run_prompty({"run", sampled}).err, HasSubstr("sample has another name now"));
  }
  std::string const current = folder.write("d.prompty", "---\nauthors: [a]\nmodel: m\n---\nx\n");
  EXPECT_THAT(run_prompty({"run", current}).err, HasSubstr("No executor registered"));
}

TEST_F(MigrateCommand, IsNoPartOfRunningAFileWithAProvider) {
  mock_provider::Server const server({});
  std::string const endpoint = server.base_url() + "/v1";
  std::string const mixed =
      folder.write("b.prompty", "---\nmodel: {id: m, provider: openai, parameters: {max_tokens: 3}}\n---\nuser:\nx\n");
  Finished const run = run_prompty({"run", mixed, "--endpoint", endpoint});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("prompty: warning: model.parameters is of version 1 of the format and is ignored"));
  std::string const current =
      folder.write("c.prompty", "---\nauthors: [a]\nmodel: {id: m, provider: openai}\n---\nuser:\nx\n");
  EXPECT_EQ(run_prompty({"run", current, "--endpoint", endpoint}).err, "");
}

TEST_F(MigrateCommand, LosesNothingOfTheRequest) {
  std::string const whole = folder.write(
      "b.prompty",
      "---\nmodel:\n  api: chat\n  configuration: {type: openai, name: m, api_key: k}\n  parameters:\n"
      "    max_tokens: 500\n    temperature: 0.25\n    top_p: 0.5\n    frequency_penalty: 1\n    presence_penalty: -1\n"
      "    seed: 4\n    stop: END\n    user: u\n    response_format: {type: json_object}\n    tools:\n"
      "      - {type: function, function: {name: f, parameters: {type: object, properties: {a: {type: number}}}}}\n"
      "sample: {q: hi}\n---\nuser:\nJSON {{ q }}\n");
  ASSERT_EQ(run_prompty({"migrate", "--write", whole}).code, 0);
  Json const sent = Json::parse(run_prompty({"run", whole, "--dry-run", "--json"}).out);
  EXPECT_EQ(sent["url"], "https://api.openai.com/v1/chat/completions");
  Json const& body = sent["body"];
  EXPECT_EQ(body["model"], "m");
  EXPECT_EQ(body["messages"], Json::parse(R"([{"role": "user", "content": "JSON hi"}])"));
  Json const options = Json::parse(R"({"max_completion_tokens": 500, "temperature": 0.25, "top_p": 0.5,
      "frequency_penalty": 1.0, "presence_penalty": -1.0, "seed": 4, "stop": ["END"], "user": "u",
      "response_format": {"type": "json_object"}})");
  for (auto const& [name, value] : options.items()) EXPECT_EQ(body.value(name, Json()), value) << name;
  EXPECT_EQ(body["tools"][0]["function"]["name"], "f");
  EXPECT_EQ(body["tools"][0]["function"]["parameters"]["properties"]["a"]["type"], "number");
}

/// The mock provider refuses what a provider would.
class MigratedPrompt : public testing::TestWithParam<Version1Prompt> {
 protected:
  prompty_tests::TemporaryFolder folder;
  mock_provider::Server server{{.check = mock_provider::CheckMode::enforce}};
};

TEST_P(MigratedPrompt, RunsWithoutEditing) {
  static_cast<void>(
      folder.write("version1_sample.json", text_of(prompty_tests::version1_folder() + "/version1_sample.json")));
  std::string const file = folder.write(GetParam().name + ".prompty", GetParam().content);
  std::string const environment = folder.write(
      ".env", "BERTH_ENDPOINT=https://b.test\nBERTH_KEY=a-key-of-berths\nOPEN_KEY=an-open-key\nLIMIT=17\n");
  ASSERT_EQ(run_prompty({"migrate", "--write", file}).code, 0);
  std::string const written = text_of(file);
  bool const is_whole_url = written.find("provider: openai") != std::string::npos ||
                            written.find("\"provider\": \"openai\"") != std::string::npos;
  std::string const endpoint = server.base_url() + (is_whole_url ? "/v1" : "");
  std::vector<std::string> words = {"run", file, "--endpoint", endpoint, "--env-file", environment};
  // Version 1 took one from the environment where the file has none.
  if (written.find("apiKey") == std::string::npos) words.insert(words.end(), {"--api-key", "a-key-of-the-caller"});
  if (GetParam().has("required")) words.insert(words.end(), {"--input", "who=Ada"});
  Finished const run = run_prompty(words);
  if (GetParam().has("only-a-body")) {
    EXPECT_EQ(run.code, 1) << "it names no provider, before as after";
    return;
  }
  EXPECT_EQ(run.code, 0) << run.err << text_of(file);
  EXPECT_NE(run.out, "");
}

INSTANTIATE_TEST_SUITE_P(Version1, MigratedPrompt, testing::ValuesIn(version1_prompts()),
                         [](testing::TestParamInfo<Version1Prompt> const& prompt) { return prompt.param.test_name(); });

}  // namespace
}  // namespace prompty::migrate_command_test
