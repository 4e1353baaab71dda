#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

// The program copied to an empty folder, where there is no checkout and no installation, has all that it needs in it.
namespace end_to_end::lone_program {
namespace {

using prompty_tests::built_program;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;

constexpr std::chrono::seconds patience(200);

class LoneProgram : public testing::Test {
 protected:
  LoneProgram() {
    // A second name for the file is as far away from the checkout as a copy, and costs nothing.
    std::error_code other_disk;
    std::filesystem::create_hard_link(built_program("prompty-conformance"), program(), other_disk);
    if (other_disk) std::filesystem::copy_file(built_program("prompty-conformance"), program());
  }

  std::string program() const { return folder_.path() + "/prompty-conformance"; }

  /// Runs it in its own folder.
  ProgramResult run(std::string const& words) const {
    return run_program({"sh", "-c", "cd '" + folder_.path() + "' && ./prompty-conformance " + words}, patience);
  }

  TemporaryFolder const folder_;
};

ProgramResult run_near_the_checkout(std::vector<std::string> words) {
  words.insert(words.begin(), built_program("prompty-conformance"));
  return run_program(words, patience);
}

TEST_F(LoneProgram, JudgesTheReferenceInEveryWay) {
  ProgramResult const result = run("run --filter 'process/openai-chat/*' --jsonl run.jsonl");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("\n  direct  "), HasSubstr("\n  http  "), HasSubstr("\n  process  ")));
  std::string const nearby = folder_.path() + "/nearby.jsonl";
  static_cast<void>(run_near_the_checkout({"run", "--filter", "process/openai-chat/*", "--jsonl", nearby}));
  auto const digest_in = [](std::string const& report) {
    return nlohmann::json::parse(run_program({"head", "-n", "1", report}).out)["corpusDigest"];
  };
  EXPECT_EQ(digest_in(folder_.path() + "/run.jsonl"), digest_in(nearby));
}

TEST_F(LoneProgram, ExportsAndListsWhatTheCheckoutHas) {
  // Megabytes, whose difference is too long to read or to wait for.
  EXPECT_TRUE(run("list --json").out == run_near_the_checkout({"list", "--json"}).out);
  EXPECT_TRUE(run("list --clauses --json").out == run_near_the_checkout({"list", "--clauses", "--json"}).out);
  ProgramResult const written = run("export suite.json");
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_TRUE(run_program({"cat", folder_.path() + "/suite.json"}).out == run_near_the_checkout({"export"}).out);
}

TEST_F(LoneProgram, ExplainsClausesVectorsAndDecisions) {
  EXPECT_THAT(run("explain P2.2-05").out, AllOf(HasSubstr("P2.2-05 MUST"), HasSubstr("spec/02-file-format.md:")));
  EXPECT_THAT(run("explain A-002").out, AllOf(HasSubstr("A-002 — "), HasSubstr("spec/decisions.md:")));
  nlohmann::json const listed = nlohmann::json::parse(run("list --json --clause P2.2-05").out);
  std::string const vector = listed["vectors"].at(0)["id"];
  EXPECT_THAT(run("explain " + vector).out, AllOf(HasSubstr(vector + " (vectors/"), HasSubstr("\"expect\"")));
}

TEST_F(LoneProgram, TriesAnAdapter) {
  ProgramResult const result = run("smoke -- python3 " + repository() + "/harness/adapters/python/split.py");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("1 operations tried, 0 faulty"));
}

TEST_F(LoneProgram, LintsFilesOnly) {
  ProgramResult const result = run("lint");
  EXPECT_EQ(result.exit_code, 2) << result.out;
  EXPECT_THAT(result.err, AllOf(HasSubstr("built into this program"), HasSubstr("--vectors DIR")));
}

TEST_F(LoneProgram, TakesVectorsFromAFolderAndPagesFromItself) {
  static_cast<void>(folder_.write("own/split/small.json",
                                  R"({"schemaVersion": 1, "topic": "split/small", "vectors": [{"id": "a",
      "clauses": ["P2.2-16"], "why": "x", "operation": "split", "given": {"text": "Hi"},
      "expect": {"value": {"frontmatter": null, "body": "Hi"}}}]})"));
  ProgramResult const result = run("run --vectors own");
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("1 vectors, "));
}

}  // namespace
}  // namespace end_to_end::lone_program
