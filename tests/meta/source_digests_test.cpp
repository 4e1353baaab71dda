#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// By digests of their sources programs tell whether results that are kept are still theirs.
namespace meta::source_digests {
namespace {

using testing::SizeIs;

struct Digests {
  std::string mutants;
  std::string readings;
  std::string answering;
};

/// A small repository: what judges mutants includes the matching, what follows readings stands beside it.
class SourceDigests : public testing::Test {
 protected:
  SourceDigests() {
    write("harness/judge/judge.hpp", "#include \"harness/judge/matching/match.hpp\"\nint judge();\n");
    write("harness/judge/judge.cpp", "int judge() { return match(); }\n");
    write("harness/judge/matching/match.hpp", "int match();\n");
    write("harness/judge/matching/match.cpp", "// As the page has it.\nint match() { return 1; }\n");
    write("harness/proof/follower.hpp", "int follow();\n");
    write("harness/proof/beside.cpp", "int beside() { return 1; }\n");
    write("harness/commands/command.cpp", "int command() { return 1; }\n");
    write("reference/prompty/reference.cpp", "int answer() { return 1; }\n");
  }

  void write(std::string const& name, std::string const& text) const {
    std::filesystem::create_directories((root() / name).parent_path());
    std::ofstream(root() / name) << text;
  }

  [[nodiscard]] std::filesystem::path root() const { return folder_.path(); }

  [[nodiscard]] Digests digests() const {
    std::string const output = (root() / "digests.cpp").string();
    std::vector<std::string> const command = {"cmake",
                                              "-D",
                                              "ROOT=" + root().string(),
                                              "-D",
                                              "MUTANTS=harness/judge/judge.hpp",
                                              "-D",
                                              "READINGS=harness/proof/follower.hpp",
                                              "-D",
                                              "OUTPUT=" + output,
                                              "-P",
                                              prompty_tests::repository() + "/scripts/cmake/source_digests.cmake"};
    EXPECT_EQ(prompty_tests::run_program(command).exit_code, 0);
    std::string const text = prompty_tests::text_of(output);
    static std::regex const digest("\"([0-9a-f]{64})\"");
    std::vector<std::string> found;
    for (std::sregex_iterator each(text.begin(), text.end(), digest); each != std::sregex_iterator(); ++each)
      found.push_back((*each)[1]);
    EXPECT_THAT(found, SizeIs(4)) << text;
    found.resize(4);
    EXPECT_EQ(found[1], found[3]) << "one reference answers mutants and readings";
    return {.mutants = found[0], .readings = found[2], .answering = found[1]};
  }

 private:
  prompty_tests::TemporaryFolder const folder_;
};

TEST_F(SourceDigests, ChangeWithWhatJudges) {
  Digests const before = digests();
  write("harness/judge/matching/match.cpp", "// As the page has it.\nint match() { return 2; }\n");
  Digests const now = digests();
  EXPECT_NE(now.mutants, before.mutants);
  EXPECT_NE(now.readings, before.readings) << "it judges readings as well";
  EXPECT_EQ(now.answering, before.answering);
}

TEST_F(SourceDigests, OfReadingsChangeWithWhatFollowsThem) {
  Digests const before = digests();
  write("harness/proof/beside.cpp", "int beside() { return 2; }\n");
  Digests const now = digests();
  EXPECT_EQ(now.mutants, before.mutants);
  EXPECT_NE(now.readings, before.readings) << "a source without a header stands for its folder";
}

TEST_F(SourceDigests, ChangeWithWhatAnswers) {
  Digests const before = digests();
  write("reference/prompty/reference.cpp", "int answer() { return 2; }\n");
  Digests const now = digests();
  EXPECT_NE(now.answering, before.answering);
  EXPECT_EQ(now.mutants, before.mutants);
}

TEST_F(SourceDigests, AreTheSameWhereNothingThatDecidesHasChanged) {
  Digests const before = digests();
  write("harness/judge/matching/match.cpp", "// As the other page has it.\nint match() { return 1; }\n");
  write("harness/commands/command.cpp", "int command() { return 2; }\n");
  Digests const now = digests();
  EXPECT_EQ(now.mutants, before.mutants);
  EXPECT_EQ(now.readings, before.readings);
  EXPECT_EQ(now.answering, before.answering);
}

}  // namespace
}  // namespace meta::source_digests
