#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "end_to_end/conformance_program.hpp"
#include "end_to_end/json_lines.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// What a user sees who judges an implementation from the command line.
namespace end_to_end::judging {
namespace {

using prompty_tests::built_program;
using prompty_tests::greedy_adapter;
using prompty_tests::json_lines;
using prompty_tests::program_folder;
using prompty_tests::ProgramResult;
using prompty_tests::run_program;
using prompty_tests::split_adapter;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

ProgramResult run(std::vector<std::string> const& words) {
  std::vector<std::string> all = {built_program("prompty-conformance"), "run"};
  all.insert(all.end(), words.begin(), words.end());
  return run_program(all);
}

TEST(HttpJudging, TheReferenceHoldsEveryLevelInEveryWay) {
  for (std::string const edition : {"2026-04", "2026-08"}) {
    ProgramResult const result =
        run({"--subject", "reference", "--edition", edition, "--level", "all", "--include", "extensions"});
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    EXPECT_THAT(result.out, AllOf(HasSubstr("direct "), HasSubstr("http "), HasSubstr("process "),
                                  Not(HasSubstr("fail ")), Not(HasSubstr("unsupported"))));
  }
}

TEST(HttpJudging, AnAdapterThatOnlySplitsIsJudgedOnThatAlone) {
  TemporaryFolder const folder;
  ProgramResult const result = run({"--subject", split_adapter, "--jsonl", folder.path() + "/r.jsonl"});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  int passed = 0;
  int unsupported = 0;
  for (nlohmann::ordered_json const& line : json_lines(folder.path() + "/r.jsonl")) {
    if (line["type"] == "attempt") {
      ++passed;
      EXPECT_EQ(line["way"], "direct");
      EXPECT_EQ(line["status"], "pass");
      EXPECT_THAT(line["id"].get<std::string>(), testing::StartsWith("load/"));
    }
    if (line["type"] == "unsupported") {
      ++unsupported;
      EXPECT_THAT(line["detail"].get<std::string>(), HasSubstr("not declared"));
    }
  }
  EXPECT_GT(passed, 50);
  EXPECT_GT(unsupported, 50);
  EXPECT_THAT(result.out, AllOf(HasSubstr("file-format"), HasSubstr("partly ("),
                                Not(HasSubstr("openai-chat                        conformant"))));
}

TEST(HttpJudging, ARequiredClassThatIsNotSupportedIsNotConformant) {
  EXPECT_EQ(run({"--subject", split_adapter, "--require", "openai-chat"}).exit_code, 1);
}

TEST(HttpJudging, NothingSupportedIsNoVerdict) {
  ProgramResult const result = run({"--subject", split_adapter, "--filter", "wire/*"});
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.out, HasSubstr("nothing could be judged"));
}

TEST(HttpJudging, ABrokenRuleIsNamedShownAndCanBeRunAgain) {
  TemporaryFolder const folder;
  ProgramResult const result =
      run({"--subject", greedy_adapter, "--junit", folder.path() + "/r.xml", "--jsonl", folder.path() + "/r.jsonl"});
  EXPECT_EQ(result.exit_code, 1) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("P2.2-04"), HasSubstr("spec/02-file-format.md:"), HasSubstr("first at    /"),
                                HasSubstr("expected"), HasSubstr("got"),
                                HasSubstr("rerun       prompty-conformance run --subject")));
  EXPECT_THAT(text_of(folder.path() + "/r.xml"), AllOf(HasSubstr("<failure"), HasSubstr("P2.2-04")));
  bool has_pointer = false;
  for (nlohmann::ordered_json const& line : json_lines(folder.path() + "/r.jsonl")) {
    if (line["type"] == "attempt" && line["status"] == "fail")
      has_pointer = has_pointer || !line["differences"][0]["pointer"].get<std::string>().empty();
  }
  EXPECT_TRUE(has_pointer);
}

std::string const page_of_ours =
    "# Page\n\n## §2.1 Structure\n\nClass: file-format\n\n- **P2.1-01** MUST — It has a body.\n\n"
    "## §4 Loading\n\nClass: file-format\nGroup: ours\n\n- **P4-01** MUST · public — It has none.\n"
    "- **P4-02** MUST · extension — It has a last line.\n";

std::string const vector_of_ours =
    R"({"schemaVersion": 1, "topic": "own", "vectors": [{"id": "a", "clauses": ["P4-01"], "why": "x",
        "operation": "split", "given": {"text": "Hi"}, "expect": {"value": {"frontmatter": null, "body": "Ho"}}},
       {"id": "b", "clauses": ["P2.1-01"], "why": "x",
        "operation": "split", "given": {"text": "Hi"}, "expect": {"value": {"frontmatter": null, "body": "Hi"}}},
       {"id": "c", "clauses": ["P4-02"], "why": "x",
        "operation": "split", "given": {"text": "Ha"}, "expect": {"value": {"frontmatter": null, "body": "He"}}},
       {"id": "d", "clauses": ["P4-01"], "why": "x",
        "operation": "split", "given": {"text": "Ha"}, "expect": {"value": {"frontmatter": null, "body": "Ha"}}}]})";

TEST(HttpJudging, ClausesOfOursAndExtensionsAreReportedApartAndDecideOnlyWhenIncluded) {
  TemporaryFolder const spec;
  TemporaryFolder const vectors;
  static_cast<void>(spec.write("02.md", page_of_ours));
  static_cast<void>(vectors.write("own.json", vector_of_ours));
  std::vector<std::string> const folders = {"--subject", split_adapter, "--spec",
                                            spec.path(), "--vectors",   vectors.path()};
  auto const run_with = [&](std::vector<std::string> words) {
    words.insert(words.end(), folders.begin(), folders.end());
    return run(words);
  };
  ProgramResult const without = run_with({});
  EXPECT_EQ(without.exit_code, 0) << without.out << without.err;
  EXPECT_THAT(without.out, AllOf(HasSubstr("fail own/a"), HasSubstr("Section (ours"), HasSubstr("1 failures do not"),
                                 HasSubstr("2 more are about our own pages"), Not(HasSubstr("xtension"))));
  EXPECT_EQ(run_with({"--include", "ours"}).exit_code, 1);
  EXPECT_EQ(run_with({"--filter", "own/a"}).exit_code, 3);
  EXPECT_EQ(run_with({"--filter", "own/a", "--include", "ours"}).exit_code, 1);
  ProgramResult const extension = run_with({"--filter", "own/c", "--include", "ours"});
  EXPECT_EQ(extension.exit_code, 2);
  EXPECT_THAT(extension.err, HasSubstr("add --include extensions"));
  EXPECT_EQ(run_with({"--filter", "own/[cd]", "--include", "ours"}).exit_code, 0);
  EXPECT_EQ(run_with({"--filter", "own/[cd]", "--include", "extensions"}).exit_code, 1);

  TemporaryFolder const reports;
  std::string const report = reports.path() + "/run.jsonl";
  EXPECT_EQ(run_with({"--jsonl", report}).exit_code, 0);
  ProgramResult const merged =
      prompty_tests::conformance({"merge", report, "--spec", spec.path(), "--vectors", vectors.path()});
  EXPECT_EQ(merged.exit_code, 0) << merged.out << merged.err;
  EXPECT_THAT(merged.out, AllOf(HasSubstr("3 vectors"), Not(HasSubstr("xtension"))));
  ProgramResult const matrix = prompty_tests::conformance({"matrix", report, report, "--spec", spec.path()});
  EXPECT_EQ(matrix.exit_code, 0) << matrix.err;
  EXPECT_THAT(matrix.out, Not(HasSubstr("xtension")));
}

TEST(HttpJudging, TheRerunCommandJudgesJustThatVector) {
  TemporaryFolder const folder;
  std::string const report = folder.path() + "/r.jsonl";
  static_cast<void>(run({"--subject", greedy_adapter, "--jsonl", report}));
  std::string rerun;
  for (nlohmann::ordered_json const& line : json_lines(report)) {
    if (line["type"] == "attempt" && line["status"] == "fail") rerun = line["rerun"];
  }
  ASSERT_THAT(rerun, testing::StartsWith("prompty-conformance run "));
  std::string const path = std::string("PATH=") + program_folder() + ":$PATH ";
  ProgramResult const again = run_program({"sh", "-c", path + rerun});
  EXPECT_EQ(again.exit_code, 1) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("1 vectors, 1 replays in all"));
}

TEST(HttpJudging, ExplainTellsWhatAClauseSaysAndWhoChecksIt) {
  ProgramResult const result = run_program({built_program("prompty-conformance"), "explain", "P2.2-05"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("P2.2-05 MUST"), HasSubstr("A-002"), HasSubstr("Vectors:"), HasSubstr("Mutants:")));
}

TEST(HttpJudging, ListShowsVectorsAndWhatIsMissing) {
  ProgramResult const vectors = run_program({built_program("prompty-conformance"), "list", "--filter", "process/*"});
  EXPECT_EQ(vectors.exit_code, 0);
  EXPECT_THAT(vectors.out, AllOf(HasSubstr("process/openai-chat/"), HasSubstr("P8.1-"), Not(HasSubstr("wire/"))));
  EXPECT_THAT(run_program({built_program("prompty-conformance"), "list", "--missing"}).out,
              HasSubstr("every testable clause has a vector"));
}

TEST(HttpJudging, EachHelpIsShortAndHasAnExample) {
  for (std::string const command : {"run", "list", "explain", "export", "smoke", "lint", "format", "mutants", "trivial",
                                    "reference-adapter", "differential"}) {
    ProgramResult const help = run_program({built_program("prompty-conformance"), command, "--help"});
    EXPECT_EQ(help.exit_code, 0) << command;
    EXPECT_THAT(help.out, HasSubstr("Example: prompty-conformance " + command)) << command;
    EXPECT_LE(std::count(help.out.begin(), help.out.end(), '\n'), 50) << command;
  }
}

}  // namespace
}  // namespace end_to_end::judging
