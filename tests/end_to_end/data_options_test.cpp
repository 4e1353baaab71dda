#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "end_to_end/program_help.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

// --vectors and --spec, which most commands take: each command judges by what they name.
namespace end_to_end::data_options {
namespace {

using prompty_tests::built_program;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using testing::HasSubstr;

bool takes(HelpPage const& help, std::string const& option) {
  return std::any_of(help.options.begin(), help.options.end(),
                     [&](HelpOption const& one) { return one.names.back() == option; });
}

/// What a command needs besides options to get as far as reading data. Commands that need nothing are not in it.
std::map<std::string, std::vector<std::string>> operands(std::string const& report, std::string const& folder) {
  return {{"explain", {"P2.2-05"}},
          {"differential", {"--subject", "reference", "--subject", "reference"}},
          {"smoke", {"--", "python3", repository() + "/harness/adapters/python/split.py"}},
          {"mutate", {"metadata-dropped", "--", "true"}},
          {"merge", {report}},
          {"matrix", {report}},
          {"verdict", {report, "own/failing"}},
          {"update-known-failures", {folder + "/known.yaml", report}}};
}

class DataOptions : public testing::TestWithParam<std::string> {};

TEST_P(DataOptions, NameWhatEachCommandReads) {
  TemporaryFolder const folder;
  // A vector that fails, since a verdict on one that passes needs no vectors.
  (void)folder.write("own/own.json",
                     R"({"schemaVersion": 1, "topic": "own", "vectors": [{"id": "failing", )"
                     R"("clauses": ["P2.2-05"], "why": "no adapter says so", "operation": "split", )"
                     R"("given": {"text": "Body"}, "expect": {"value": {"frontmatter": 1, "body": "Body"}}}]})");
  std::string const program = built_program("prompty-conformance");
  std::string const report = folder.path() + "/run.jsonl";
  (void)run_program({program, "run", "--vectors", folder.path() + "/own", "--jsonl", report});
  int commands = 0;
  for (HelpPage const& help : help_pages("prompty-conformance")) {
    if (!takes(help, GetParam())) continue;
    ++commands;
    std::string const nowhere = folder.path() + "/nowhere";
    std::vector<std::string> words = {program, help.command, GetParam(), nowhere};
    std::vector<std::string> const more = operands(report, folder.path())[help.command];
    words.insert(words.end(), more.begin(), more.end());
    ProgramResult const result = run_program(words);
    EXPECT_EQ(result.exit_code, 2) << help.title() << ": " << result.out << result.err;
    EXPECT_THAT(result.err, HasSubstr(nowhere))
        << "`" << help.title() << "` does not judge by " << GetParam() << "; if it wants operands, `operands` has none";
  }
  EXPECT_GE(commands, 8);
}

INSTANTIATE_TEST_SUITE_P(Both, DataOptions, testing::Values("--vectors", "--spec"),
                         [](testing::TestParamInfo<std::string> const& option) { return option.param.substr(2); });

}  // namespace
}  // namespace end_to_end::data_options
