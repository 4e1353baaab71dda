#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "end_to_end/small_checkout.hpp"
#include "support/text_file.hpp"

namespace end_to_end::kept_results {
namespace {

using prompty_tests::ProgramResult;
using prompty_tests::text_of;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr char const* topic = "vectors/load/frontmatter/delimiters.json";

class KeptResults : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path folder() const { return checkout_.path(); }
  [[nodiscard]] std::filesystem::path kept() const { return folder() / "out/results/mutants.jsonl"; }
  [[nodiscard]] std::filesystem::path recorded() const { return folder() / "tests/results/mutants.jsonl"; }
  /// Measures by one edition, which says less; the lint has all.
  [[nodiscard]] ProgramResult run(std::vector<std::string> words) const {
    if (words.front() != "lint") words.insert(words.end(), {"--edition", "2026-04"});
    return checkout_.run(std::move(words));
  }

  void replace(std::filesystem::path const& file, std::string const& from, std::string const& to) const {
    std::string text = text_of(file);
    std::size_t const at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    std::ofstream(file) << text.replace(at, from.size(), to);
  }

 private:
  prompty_tests::SmallCheckout const checkout_{{"load/frontmatter/delimiters.json"}};
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

TEST_F(KeptResults, AreThoseOfReadingsAsWell) {
  std::filesystem::path const readings = folder() / "out/results/readings.jsonl";
  ProgramResult const first = run({"readings", "--decision", "A-003"});
  EXPECT_TRUE(std::filesystem::exists(readings)) << first.err;
  EXPECT_THAT(run({"readings", "--decision", "A-003", "--check", "1"}).out,
              AllOf(HasSubstr("results that were known played again, 0 otherwise\n"), HasSubstr(first.out)));
  EXPECT_THAT(run({"readings", "--decision", "A-003", "--anew"}).out,
              HasSubstr("results that were known played again, 0 otherwise\n"));
  EXPECT_THAT(run({"readings", "--decision", "A-003", "--record"}).err,
              HasSubstr("only the results of all readings can be recorded"));
  static_cast<void>(run({"readings", "--record"}));
  EXPECT_EQ(text_of(folder() / "tests/results/readings.jsonl"), text_of(readings));
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
