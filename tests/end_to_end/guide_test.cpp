#include <gtest/gtest.h>

#include <filesystem>

#include "end_to_end/page_steps.hpp"
#include "support/temporary_folder.hpp"

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

TEST_F(Readme, OfTheProgramShowsWhatItsCommandsPrint) {
  expect_to_hold("reference/cli/README.md");
}

}  // namespace
}  // namespace end_to_end::guide
