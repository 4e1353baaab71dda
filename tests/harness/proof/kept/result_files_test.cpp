#include "harness/proof/kept/result_files.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <future>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/subject/scratch_folder.hpp"

namespace conformance::result_files_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

constexpr std::size_t mutant_count = 8;

Outcome const in_body = {"split /body"};

/// As many mutants as that, and one vector.
KeptResults nothing_known() {
  std::vector<ResultDeviation> mutants;
  for (std::size_t index = 0; index < mutant_count; ++index)
    mutants.push_back({.name = "mutant-" + std::to_string(index), .digest = ""});
  return KeptResults(mutants, {{.id = "load/sample/a", .key = "k", .operations = {"split"}}},
                     [](std::size_t) { return "answers"; }, {.judging = "judging", .answering = "answering"});
}

class ResultsInFiles : public testing::Test {
 protected:
  ResultsInFiles() { std::filesystem::create_directories(root() / "spec"); }

  [[nodiscard]] std::filesystem::path root() const { return scratch_.path(); }
  [[nodiscard]] std::filesystem::path kept() const { return root() / "out" / "results" / "mutants.jsonl"; }
  [[nodiscard]] std::filesystem::path committed() const { return root() / "tests" / "results" / "mutants.jsonl"; }
  [[nodiscard]] ResultFiles files() const { return {kept(), committed()}; }
  [[nodiscard]] std::optional<ResultFiles> found(std::filesystem::path const& vectors) const {
    return ResultFiles::of({.vectors = vectors, .spec = root() / "spec", .schemas = vectors, .reference = root()},
                           KeptKind::mutants, ClauseRegistry());
  }

 private:
  ScratchFolder const scratch_;
};

TEST_F(ResultsInFiles, AreThereAgain) {
  KeptResults results = nothing_known();
  results.add(3, 0, in_body);
  EXPECT_EQ(files().keep(results), "");
  KeptResults again = nothing_known();
  EXPECT_THAT(files().read_into(again), IsEmpty());
  EXPECT_EQ(again.outcomes(3), (std::map<std::size_t, Outcome>{{0, in_body}}));
  EXPECT_FALSE(again.know(0, 0));
}

TEST_F(ResultsInFiles, OfOthersAreKeptWithOnesOwn) {
  KeptResults mine = nothing_known();
  KeptResults theirs = nothing_known();
  mine.add(1, 0, in_body);
  theirs.add(2, 0, in_body);
  EXPECT_EQ(files().keep(theirs), "");
  EXPECT_EQ(files().keep(mine), "");
  EXPECT_EQ(mine.outcomes(2), (std::map<std::size_t, Outcome>{{0, in_body}})) << "what others found out is of use";
  KeptResults again = nothing_known();
  EXPECT_THAT(files().read_into(again), IsEmpty());
  EXPECT_TRUE(again.know(1, 0));
  EXPECT_TRUE(again.know(2, 0));
}

TEST_F(ResultsInFiles, AreNotLostWhenManyKeepTheirsAtOnce) {
  std::vector<std::future<std::string>> keepers;
  for (std::size_t mutant = 0; mutant < mutant_count; ++mutant) {
    keepers.push_back(std::async(std::launch::async, [this, mutant] {
      KeptResults results = nothing_known();
      results.add(mutant, 0, in_body);
      return files().keep(results);
    }));
  }
  for (std::future<std::string>& keeper : keepers) EXPECT_EQ(keeper.get(), "");
  KeptResults again = nothing_known();
  EXPECT_THAT(files().read_into(again), IsEmpty());
  EXPECT_TRUE(again.are_whole());
}

TEST_F(ResultsInFiles, OfADamagedFileAreReplaced) {
  write_file(kept(), "no results");
  KeptResults results = nothing_known();
  EXPECT_THAT(files().read_into(results), ElementsAre(HasSubstr("mutants.jsonl is not used: it is damaged")));
  results.add(0, 0, {});
  EXPECT_EQ(files().keep(results), "");
  KeptResults again = nothing_known();
  EXPECT_THAT(files().read_into(again), IsEmpty());
  EXPECT_TRUE(again.know(0, 0));
}

TEST_F(ResultsInFiles, ThatCannotBeKeptAreNoReasonToStop) {
  write_file(root() / "out" / "results", "no folder");
  KeptResults results = nothing_known();
  EXPECT_THAT(files().keep(results), HasSubstr("results are not kept: "));
}

TEST_F(ResultsInFiles, AreRecordedWhenAllAreKnown) {
  KeptResults results = nothing_known();
  results.add(0, 0, in_body);
  EXPECT_THAT([&] { files().record(results); }, ThrowsMessage<InputError>(HasSubstr("only the results of all")));
  for (std::size_t mutant = 1; mutant < mutant_count; ++mutant) results.add(mutant, 0, {});
  files().record(results);
  KeptResults again = nothing_known();
  EXPECT_THAT(files().read_into(again), IsEmpty());
  EXPECT_TRUE(again.are_whole());
}

TEST_F(ResultsInFiles, BelongToACheckoutThatWasBuilt) {
  EXPECT_FALSE(found(root() / "vectors")) << "there is no folder out";
  std::filesystem::create_directories(root() / "out");
  EXPECT_TRUE(found(root() / "vectors"));
  EXPECT_FALSE(found(root() / "elsewhere" / "vectors")) << "vectors of another place";
  EXPECT_FALSE(ResultFiles::of({.vectors = FileTree({}, "vectors"),
                                .spec = FileTree({}, "spec"),
                                .schemas = FileTree({}, "vectors"),
                                .reference = FileTree({}, "reference")},
                               KeptKind::mutants, ClauseRegistry()))
      << "vectors that are built in";
}

/// What an earlier edition has played need not be played again; what a later one has is not written to its file.
TEST_F(ResultsInFiles, OfALaterEditionBeginWithThoseOfTheOneBefore) {
  std::filesystem::create_directories(root() / "out");
  ClauseRegistry const registry({}, {}, {"2026-04", "2026-10"});
  DataFolders const folders{
      .vectors = root() / "vectors", .spec = root() / "spec", .schemas = root() / "vectors", .reference = root()};
  ResultFiles const earlier = *ResultFiles::of(folders, KeptKind::mutants, registry.of_edition("2026-04"));
  ResultFiles const later = *ResultFiles::of(folders, KeptKind::mutants, registry.of_edition("2026-10"));
  KeptResults results = nothing_known();
  results.add(3, 0, in_body);
  EXPECT_EQ(earlier.keep(results), "");
  KeptResults again = nothing_known();
  EXPECT_THAT(later.read_into(again), IsEmpty());
  EXPECT_TRUE(again.know(3, 0));
  again.add(4, 0, in_body);
  EXPECT_EQ(later.keep(again), "");
  EXPECT_TRUE(std::filesystem::exists(root() / "out" / "results" / "mutants-2026-10.jsonl"));
  KeptResults first = nothing_known();
  EXPECT_THAT(earlier.read_into(first), IsEmpty());
  EXPECT_FALSE(first.know(4, 0));
}

}  // namespace
}  // namespace conformance::result_files_test
