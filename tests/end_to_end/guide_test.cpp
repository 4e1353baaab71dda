#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "end_to_end/conformance_program.hpp"
#include "end_to_end/page_steps.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// The pages for readers, followed to the letter: their files are written, their commands run, and what they show has to
// come.
namespace end_to_end::guide {
namespace {

using prompty_tests::TemporaryFolder;

std::filesystem::path const root = PROMPTY_SOURCE_DIR;

TEST(Guide, LeadsToWhatItShows) {
  TemporaryFolder const folder;
  expect_page_to_hold(root / "harness/adapters/README.md", folder,
                      "PROMPTY='" PROMPTY_SOURCE_DIR "' PATH='" PROMPTY_PROGRAM_DIR "':\"$PATH\"");
}

/// A folder in which the commands of a page at the top of the repository work.
class Readme : public testing::Test {
 protected:
  Readme() {
    std::filesystem::path const here = folder_.path();
    std::filesystem::create_directory(here / "out");
    std::filesystem::create_symlink(PROMPTY_PROGRAM_DIR, here / "out/bin");
    std::filesystem::create_symlink(root / "harness", here / "harness");
    for (std::string const name : {"weather.py", "weather.yaml"})
      std::filesystem::copy_file(root / "tests/end_to_end" / name, here / name);
  }

  void expect_to_hold(std::string const& page) { expect_page_to_hold(root / page, folder_, "LC_ALL=C.UTF-8"); }

  TemporaryFolder const folder_;
};

TEST_F(Readme, ShowsWhatItsCommandsPrint) {
  expect_to_hold("README.md");
}

/// The indented lines below the one that holds `introduction`, without their indentation; blank lines among them.
std::vector<std::string> excerpt_below(std::filesystem::path const& page, std::string const& introduction) {
  std::ifstream text(page);
  std::string line;
  while (std::getline(text, line) && line.find(introduction) == std::string::npos) continue;
  std::vector<std::string> lines;
  while (std::getline(text, line) && (line.empty() || line.starts_with("    "))) {
    lines.push_back(line.empty() ? line : line.substr(4));
  }
  return lines;
}

// The last lines are those of the script itself.
TEST(ReadmeExcerpt, IsWhatScriptsRunPrints) {
  std::vector<std::string> const excerpt = excerpt_below(root / "README.md", "`scripts/run` ends with");
  auto const reports = std::find_if(excerpt.begin() + 1, excerpt.end(),
                                    [](std::string const& line) { return line.starts_with("Reports:"); });
  ASSERT_NE(reports, excerpt.end());
  std::vector<std::string> verdict(excerpt.begin() + 1, reports - 1);
  verdict.insert(verdict.begin(), "…");
  prompty_tests::ProgramResult const run =
      prompty_tests::conformance({"run", "--subject", "reference", "--level", "all", "--include", "extensions"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(missing_line(verdict, run.out), std::nullopt);
  std::string const script = prompty_tests::text_of(root / "scripts" / "run");
  EXPECT_NE(script.find("echo \"" + *reports + "\"\n"), std::string::npos) << *reports;
}

TEST_F(Readme, OfTheProgramShowsWhatItsCommandsPrint) {
  expect_to_hold("reference/cli/README.md");
}

}  // namespace
}  // namespace end_to_end::guide
