#include <gtest/gtest.h>

#include "reference/support/command.hpp"
#include "support/temporary_folder.hpp"

namespace prompty::stage_commands_test {
namespace {

using prompty_tests::Finished;
using prompty_tests::run_prompty;

class StageCommands : public testing::Test {
 protected:
  prompty_tests::TemporaryFolder folder;
  std::string file =
      folder.write("a.prompty", "---\nname: a\ninputs:\n  - {name: n, required: true}\n---\nuser:\nHi {{ n }}\n");
};

constexpr char const* messages =
    "[\n  {\n    \"role\": \"user\",\n    \"content\": [\n      {\n        \"kind\": \"text\",\n        \"value\": "
    "\"Hi Jane\"\n      }\n    ]\n  }\n]\n";

TEST_F(StageCommands, ShowWhatTheirStageMakes) {
  EXPECT_EQ(run_prompty({"render", file, "--input", "n=Jane"}).out, "user:\nHi Jane\n");
  EXPECT_EQ(run_prompty({"parse", file, "--input", "n=Jane"}).out, messages);
  EXPECT_EQ(run_prompty({"prepare", file, "--inputs", folder.write("i.yaml", "n: Jane")}).out, messages);
  EXPECT_EQ(run_prompty({"parse", folder.write("a.txt", "user:\nHi Jane\n")}).out, messages);
}

TEST_F(StageCommands, SayWhichInputIsMissing) {
  Finished const prepare = run_prompty({"prepare", file});
  EXPECT_EQ(prepare.code, 1);
  EXPECT_EQ(prepare.err.find("prompty: ValueError: Missing required input: n"), 0U) << prepare.err;
}

TEST_F(StageCommands, ShowThePlaceOfATemplateError) {
  std::string const bad = folder.write("bad.prompty", "---\nname: a\n---\nuser:\nHi {{ n | }}\n");
  Finished const render = run_prompty({"render", bad});
  EXPECT_EQ(render.code, 1);
  EXPECT_EQ(render.err.find(bad + ":5:"), 0U) << render.err;
  EXPECT_NE(render.err.find("\n    5 | Hi {{ n | }}\n"), std::string::npos) << render.err;
}

TEST_F(StageCommands, TakeVariablesFromAnEnvironmentFile) {
  std::string const named = folder.write("named.prompty", "---\nname: ${env:PROMPTY_TEST_UNSET_NAME}\n---\nHi");
  EXPECT_EQ(run_prompty({"load", named}).code, 1);
  std::string const variables = folder.write(".env", "PROMPTY_TEST_UNSET_NAME=ok\n");
  EXPECT_NE(run_prompty({"load", named, "--env-file", variables}).out.find("\"name\": \"ok\""), std::string::npos);
  std::string const more = folder.write("more.env", "PROMPTY_TEST_UNSET_NAME=late\n");
  Finished const first = run_prompty({"load", named, "--env-file", variables, "--env-file", more});
  EXPECT_NE(first.out.find("\"name\": \"ok\""), std::string::npos) << first.err;
  std::string const wrong = folder.write("wrong.env", "A\n");
  Finished const load = run_prompty({"load", named, "--env-file", wrong});
  EXPECT_EQ(load.code, 1);
  EXPECT_EQ(load.err.find(wrong + ":1:2: error: Invalid environment file: "), 0U) << load.err;
}

TEST_F(StageCommands, CheckFiles) {
  EXPECT_EQ(run_prompty({"check", file}).out, "1 file checked: 0 errors, 0 warnings\n");
  std::string const odd = folder.write("odd.prompty", "---\nmodle: x\n---\nHi");
  std::string const bad = folder.write("bad.prompty", "---\nname: 3\n---\nuser[:\n{% if %}\n");
  Finished const warned = run_prompty({"check", odd});
  EXPECT_EQ(warned.code, 0);
  EXPECT_EQ(warned.out.find(odd + ":2:1: warning: "), 0U) << warned.out;
  Finished const checked = run_prompty({"check", file, odd, bad});
  EXPECT_EQ(checked.code, 1);
  EXPECT_EQ(checked.err, "");
  EXPECT_NE(checked.out.find(bad + ":2:7: error: name must be"), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find(bad + ":4:5: warning: "), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find(bad + ":5:"), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("3 files checked: 2 errors, 2 warnings\n"), std::string::npos) << checked.out;
  Finished const missing = run_prompty({"check", "/nowhere/a.prompty", folder.path(), odd});
  EXPECT_EQ(missing.code, 1);
  EXPECT_NE(missing.out.find("error: File not found: /nowhere/a.prompty\n"), std::string::npos) << missing.out;
  EXPECT_NE(missing.out.find("File cannot be read: " + folder.path()), std::string::npos) << missing.out;
  EXPECT_NE(missing.out.find(odd + ":2:1: warning: "), std::string::npos) << missing.out;
  EXPECT_NE(missing.out.find("3 files checked: 2 errors, 1 warning\n"), std::string::npos) << missing.out;
}

TEST_F(StageCommands, ReadTheFileByAnEdition) {
  std::string const tool =
      folder.write("tool.prompty",
                   "---\nname: a\nmodel: {id: m, provider: openai, connection: {kind: key, endpoint: "
                   "'http://127.0.0.1:1/v1', apiKey: k}}\ntools:\n  - {name: t, kind: prompty, path: x.prompty, mode: "
                   "odd, connection: {kind: reference, name: c}, options: {}}\n---\nuser:\nHi\n");
  for (std::string const command : {"load", "check", "render", "parse", "prepare"}) {
    EXPECT_EQ(run_prompty({command, tool}).code, 1) << command << ": a mode that there is not";
    EXPECT_EQ(run_prompty({command, tool, "--edition", "2026-04"}).code, 1) << command;
    Finished const august = run_prompty({command, tool, "--edition", "2026-08"});
    EXPECT_EQ(august.code, 0) << command << august.out << august.err;
  }
  EXPECT_NE(run_prompty({"load", tool, "--edition", "2026-08"}).out.find("\"type\": \"CustomTool\""),
            std::string::npos);
  for (std::string const command : {"run", "turn", "chat"}) {
    EXPECT_NE(run_prompty({command, tool}).err.find("must be single or agentic"), std::string::npos) << command;
    Finished const august = run_prompty({command, tool, "--edition", "2026-08"});
    EXPECT_EQ(august.err.find("must be single or agentic"), std::string::npos) << command << august.err;
  }
  EXPECT_EQ(run_prompty({"load", tool, "--edition", "2026-05"}).code, 2);
}

TEST_F(StageCommands, SayWhichEditionTheyFollow) {
  EXPECT_NE(run_prompty({"--help"}).out.find("the edition 2026-04 of the specification"), std::string::npos);
  EXPECT_NE(run_prompty({"load", "--help"}).out.find("--edition"), std::string::npos);
}

}  // namespace
}  // namespace prompty::stage_commands_test
