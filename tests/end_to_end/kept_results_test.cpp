#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

namespace end_to_end::kept_results {
namespace {

using prompty_tests::built_program;
using prompty_tests::ProgramResult;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::filesystem::path const root = PROMPTY_SOURCE_DIR;
constexpr char const* topic = "vectors/load/frontmatter/delimiters.json";

/// A checkout that was built, with the vectors of one topic.
class KeptResults : public testing::Test {
 protected:
  KeptResults() {
    std::filesystem::create_directories((folder() / topic).parent_path());
    std::filesystem::create_directories(folder() / "out");
    auto const all = std::filesystem::copy_options::recursive;
    for (std::string const part : {"spec", "vectors/schema", "vectors/fixtures"})
      std::filesystem::copy(root / part, folder() / part, all);
    std::filesystem::copy(root / topic, folder() / topic);
  }

  [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }
  [[nodiscard]] std::filesystem::path kept() const { return folder() / "out/results/mutants.jsonl"; }
  [[nodiscard]] std::filesystem::path recorded() const { return folder() / "tests/results/mutants.jsonl"; }

  [[nodiscard]] ProgramResult run(std::vector<std::string> words) const {
    words.insert(words.begin(), built_program("prompty-conformance"));
    words.insert(words.end(), {"--vectors", (folder() / "vectors").string(), "--spec", (folder() / "spec").string()});
    return run_program(words);
  }

  void replace(std::filesystem::path const& file, std::string const& from, std::string const& to) const {
    std::string text = text_of(file);
    std::size_t const at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    std::ofstream(file) << text.replace(at, from.size(), to);
  }

 private:
  TemporaryFolder const folder_;
};

TEST_F(KeptResults, AreThereForTheNextCommand) {
  ProgramResult const first = run({"mutants", "P2.1-0*"});
  EXPECT_THAT(first.out, HasSubstr("mutants dead by a vector of their clause"));
  EXPECT_TRUE(std::filesystem::exists(kept()));
  EXPECT_FALSE(std::filesystem::exists(recorded()));
  EXPECT_EQ(run({"mutants", "P2.1-0*"}).out, first.out);
  ProgramResult const checked = run({"mutants", "P2.1-0*", "--check", "2", "--seed", "1"});
  EXPECT_THAT(checked.out, HasSubstr("results that were known played again, 0 otherwise\n" + first.out));
}

TEST_F(KeptResults, ArePlayedAnewOnDemand) {
  static_cast<void>(run({"mutants", "P2.1-0*"}));
  EXPECT_THAT(run({"mutants", "P2.1-0*", "--anew"}).out,
              HasSubstr("results that were known played again, 0 otherwise\n"));
}

TEST_F(KeptResults, OfADamagedFileAreNotUsed) {
  static_cast<void>(run({"mutants", "P2.1-01"}));
  replace(kept(), "\n[1,", "\n[2,");
  ProgramResult const result = run({"mutants", "P2.1-01"});
  EXPECT_THAT(result.err, HasSubstr("mutants.jsonl is not used: it is damaged"));
  EXPECT_THAT(run({"mutants", "P2.1-01"}).err, Not(HasSubstr("is not used")));
}

TEST_F(KeptResults, AreRecordedAndTellWhatIsNew) {
  EXPECT_THAT(run({"mutants", "P2.1-01", "--record"}).err,
              HasSubstr("only the results of all mutants can be recorded"));
  EXPECT_FALSE(std::filesystem::exists(recorded()));
  static_cast<void>(run({"mutants", "--record"}));
  EXPECT_EQ(text_of(recorded()), text_of(kept()));
  EXPECT_EQ(run({"mutants", "--changed"}).out,
            "0 of 0 mutants that are new or changed dead by a vector of their clause, 0 such vectors\n");
  replace(folder() / topic, "\"why\": \"", "\"why\": \"Because: ");
  ProgramResult const changed = run({"mutants", "--changed"});
  EXPECT_THAT(changed.out,
              AllOf(HasSubstr("vector    load/frontmatter/delimiters/"), HasSubstr(" mutants of its clauses, "),
                    HasSubstr("0 of 0 mutants that are new or changed"), HasSubstr(", 1 such vectors\n")));
}

TEST_F(KeptResults, AreWhatTheLintAddsForAClause) {
  ProgramResult const cheap = run({"lint", "--clause", "P9.1-01"});
  ProgramResult const proof = run({"lint", "--clause", "P9.1-01", "--proof"});
  EXPECT_THAT(cheap.out, Not(HasSubstr("survivor: ")));
  EXPECT_THAT(proof.out, AllOf(HasSubstr("\nsurvivor: "), Not(HasSubstr("P2.1-0"))));
  EXPECT_EQ(proof.exit_code, 1);
  ProgramResult const unknown = run({"lint", "--clause", "P2.2-99"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("there is no clause P2.2-99"));
}

}  // namespace
}  // namespace end_to_end::kept_results
