#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "end_to_end/conformance_program.hpp"
#include "end_to_end/page_steps.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// The pages for readers, followed to the letter: their files are written, their commands run, and what they show has to
// come.
namespace end_to_end::guide {
namespace {

using prompty_tests::program_folder;
using prompty_tests::TemporaryFolder;

std::filesystem::path const root = prompty_tests::repository();

TEST(Guide, LeadsToWhatItShows) {
  TemporaryFolder const folder;
  expect_page_to_hold(root / "harness/adapters/README.md", folder,
                      "PROMPTY='" + prompty_tests::repository() + "' PATH='" + program_folder() + "':\"$PATH\"");
}

/// The lines of the first block of a page that is fenced as `kind`.
std::vector<std::string> fenced_lines(std::filesystem::path const& page, std::string const& kind) {
  std::ifstream text(page);
  std::string line;
  while (std::getline(text, line) && line != "```" + kind) continue;
  std::vector<std::string> lines;
  while (std::getline(text, line) && line != "```") lines.push_back(line);
  return lines;
}

TEST(Guide, HasAnExampleOfEachOperationInItsTable) {
  using Json = nlohmann::ordered_json;
  TemporaryFolder const folder;
  (void)folder.write("a.prompty", "---\nname: a\n---\nHi");
  std::vector<std::string> const examples = fenced_lines(root / "harness/adapters/README.md", "jsonl");
  EXPECT_EQ(examples.size(), 10U);
  std::string requests;
  for (std::size_t id = 0; id < examples.size(); ++id) {
    Json const example = Json::parse(examples[id]);
    requests +=
        Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", example["method"]}, {"params", example["params"]}}.dump() +
        "\n";
  }
  std::string const script = "cd " + folder.path() + " && exec " +
                             prompty_tests::built_program("prompty-reference-adapter") + " <" +
                             folder.write("requests.jsonl", requests);
  prompty_tests::ProgramResult const result = prompty_tests::run_program({"sh", "-c", script});
  std::istringstream answers(result.out);
  std::size_t answered = 0;
  for (std::string line; std::getline(answers, line);) {
    Json const answer = Json::parse(line);
    if (!answer.contains("id")) continue;
    ++answered;
    std::string const& example = examples.at(answer["id"].get<std::size_t>());
    EXPECT_EQ(answer.value("result", Json()).dump(), Json::parse(example)["result"].dump()) << example;
  }
  EXPECT_EQ(answered, examples.size()) << result.err;
}

/// A folder in which the commands of a page at the top of the repository work.
class Readme : public testing::Test {
 protected:
  Readme() {
    std::filesystem::path const here = folder_.path();
    std::filesystem::create_directory(here / "out");
    std::filesystem::create_symlink(program_folder(), here / "out/bin");
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
