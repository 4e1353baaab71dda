#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// The workflows in harness/ci: every command of the suite in them is run, part by part, on a few vectors.
namespace end_to_end::ci_examples {
namespace {

using prompty_tests::program_folder;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using testing::HasSubstr;

std::string const few_vectors = "load/frontmatter/delimiters.json";

YAML::Node workflow(std::string const& name) {
  return YAML::LoadFile(repository() + "/harness/ci/" + name);
}

/// The lines of a script that run the suite.
std::vector<std::string> conformance_lines(std::string const& script) {
  std::istringstream text(script);
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    if (line.rfind("prompty-conformance ", 0) == 0) lines.push_back(line);
  }
  return lines;
}

std::string replaced(std::string text, std::string const& old, std::string const& replacement) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + replacement.size()))
    text.replace(at, old.size(), replacement);
  return text;
}

class CiExamples : public testing::Test {
 protected:
  CiExamples() {
    (void)folder_.write("adapter.py", text_of(repository() + "/harness/adapters/python/split.py"));
    (void)folder_.write("vectors/" + few_vectors, text_of(repository() + "/vectors/" + few_vectors));
  }

  /// Runs a command line of a workflow with the variables that its service sets.
  void expect_success(std::string const& line, YAML::Node const& variables, std::string const& more_variables) const {
    std::string command = "cd '" + folder_.path() + "' && export PATH='" + program_folder() + "':\"$PATH\"";
    for (auto const& variable : variables)
      command += " " + variable.first.as<std::string>() + "='" + variable.second.as<std::string>() + "'";
    command += " " + more_variables + " && ";
    std::string few = line;
    for (std::string const judging : {"prompty-conformance run ", "prompty-conformance merge "})
      few = replaced(few, judging, std::string(judging).append("--vectors vectors "));
    command += few;
    ProgramResult const result = run_program({"bash", "-u", "-c", command});
    EXPECT_EQ(result.exit_code, 0) << line << "\n" << result.out << result.err;
  }

  /// The reports of the joined run are there and are about all of the few vectors.
  void expect_whole_reports() const {
    std::istringstream lines(text_of(folder_.path() + "/conformance.jsonl"));
    std::set<std::string> judged;
    for (std::string line; std::getline(lines, line);) {
      nlohmann::json const entry = nlohmann::json::parse(line);
      if (entry.contains("id")) judged.insert(entry["id"].get<std::string>());
    }
    ProgramResult const list = run_program(
        {"sh", "-c",
         "'" + program_folder() + "/prompty-conformance' list --vectors '" + folder_.path() + "/vectors' | wc -l"});
    EXPECT_EQ(judged.size(), std::stoul(list.out));
    EXPECT_THAT(text_of(folder_.path() + "/conformance.xml"), HasSubstr("<testsuite"));
    EXPECT_THAT(text_of(folder_.path() + "/badge.json"), HasSubstr("schemaVersion"));
    for (std::string const report : {"conformance.html", "claim.md"})
      EXPECT_NE(text_of(folder_.path() + "/" + report), "") << report;
  }

  TemporaryFolder const folder_;
};

TEST_F(CiExamples, ForGithubActionsJudgeInPartsAndJoinThem) {
  YAML::Node const root = workflow("github-actions.yml");
  EXPECT_EQ(root["jobs"]["judge"]["needs"].as<std::string>(), "suite");
  EXPECT_EQ(root["jobs"]["verdict"]["needs"].as<std::string>(), "judge");
  std::string const summary = "GITHUB_STEP_SUMMARY=summary.md";
  int commands = 0;
  for (YAML::Node const& part : root["jobs"]["judge"]["strategy"]["matrix"]["part"]) {
    for (YAML::Node const& step : root["jobs"]["judge"]["steps"]) {
      for (std::string const& line : conformance_lines(step["run"].as<std::string>(""))) {
        ++commands;
        expect_success(replaced(line, "${{ matrix.part }}", part.as<std::string>()), root["env"], summary);
      }
    }
  }
  for (YAML::Node const& step : root["jobs"]["verdict"]["steps"]) {
    for (std::string const& line : conformance_lines(step["run"].as<std::string>(""))) {
      ++commands;
      expect_success(line, root["env"], summary);
    }
  }
  EXPECT_EQ(commands, 4 * 2 + 1);
  expect_whole_reports();
  EXPECT_NE(text_of(folder_.path() + "/summary.md"), "");
}

TEST_F(CiExamples, ForGitlabJudgeInPartsAndJoinThem) {
  YAML::Node const root = workflow("gitlab-ci.yml");
  std::string const parts = root["judge"]["parallel"].as<std::string>();
  int commands = 0;
  for (int part = 1; part <= std::stoi(parts); ++part) {
    std::string const node = "CI_NODE_INDEX=" + std::to_string(part) + " CI_NODE_TOTAL=" + parts;
    for (YAML::Node const& line : root["judge"]["script"]) {
      ++commands;
      expect_success(line.as<std::string>(), root["variables"], node);
    }
  }
  for (YAML::Node const& line : root["verdict"]["script"]) {
    ++commands;
    expect_success(line.as<std::string>(), root["variables"], "");
  }
  EXPECT_EQ(commands, 4 * 2 + 1);
  expect_whole_reports();
}

TEST_F(CiExamples, KeepWhatTheyWrite) {
  YAML::Node const gitlab = workflow("gitlab-ci.yml")["verdict"];
  std::set<std::string> kept;
  for (YAML::Node const& path : gitlab["artifacts"]["paths"]) kept.insert(path.as<std::string>());
  std::istringstream words(gitlab["script"][0].as<std::string>());
  std::set<std::string> written;
  std::string before;
  for (std::string word; words >> word; before = word) {
    if (before.rfind("--", 0) == 0) written.insert(word);
  }
  EXPECT_EQ(kept, written);
  EXPECT_TRUE(written.contains(gitlab["artifacts"]["reports"]["junit"].as<std::string>()));
}

}  // namespace
}  // namespace end_to_end::ci_examples
