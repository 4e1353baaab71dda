#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "end_to_end/program_help.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

// What bash proposes at the tab key, requested as bash does.
namespace end_to_end::completion {
namespace {

using prompty_tests::program_folder;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::StartsWith;
using testing::UnorderedElementsAre;

/// What is proposed for the last of these words, in a folder or in the current one.
std::vector<std::string> proposals(std::vector<std::string> const& words, std::string const& folder = ".") {
  std::string const script =
      "source '" + repository() + "/scripts/packaging/completion.bash'; PATH='" + program_folder() +
      "':\"$PATH\"; cd \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
      "\"$(complete -p \"$1\" | sed 's/.*-F \\([^ ]*\\).*/\\1/')\" \"$1\" \"${!#}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"; "
      "printf '%s\\n' \"${COMPREPLY[@]}\"";
  std::vector<std::string> command = {"bash", "-u", "-c", script, "bash", folder};
  command.insert(command.end(), words.begin(), words.end());
  ProgramResult const result = run_program(command);
  EXPECT_EQ(result.err, "") << words.back();
  std::istringstream lines(result.out);
  std::vector<std::string> proposed;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) proposed.push_back(line);
  }
  return proposed;
}

std::vector<std::string> names_of(HelpPage const& page) {
  std::vector<std::string> names;
  for (HelpOption const& option : page.options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// The words in "TEXT:{a,b}".
std::vector<std::string> enumerated(std::string const& type) {
  std::size_t const open = type.find(":{");
  if (open == std::string::npos) return {};
  std::istringstream text(type.substr(open + 2, type.find('}') - open - 2));
  std::vector<std::string> words;
  for (std::string word; std::getline(text, word, ',');) words.push_back(word);
  return words;
}

std::vector<std::string> typed(HelpPage const& page, std::vector<std::string> const& more) {
  std::vector<std::string> words = {page.program};
  if (!page.command.empty()) words.push_back(page.command);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Completion, ProposesEveryCommandAndEveryOptionOfTheHelp) {
  std::vector<HelpPage> const pages = all_help_pages();
  ASSERT_GT(pages.size(), 20U);
  for (HelpPage const& page : pages) {
    if (!page.command.empty()) {
      EXPECT_THAT(proposals({page.program, page.command.substr(0, 1)}), Contains(page.command));
    }
    std::vector<std::string> const proposed = proposals(typed(page, {"-"}));
    EXPECT_THAT(proposed, IsSupersetOf(names_of(page))) << page.title();
    EXPECT_EQ(proposed.size(), names_of(page).size()) << page.title();
  }
}

TEST(Completion, ProposesTheWordsThatAnOptionTakes) {
  int found = 0;
  for (HelpPage const& page : all_help_pages()) {
    for (HelpOption const& option : page.options) {
      std::vector<std::string> const words = enumerated(option.type);
      if (words.empty()) continue;
      ++found;
      EXPECT_EQ(proposals(typed(page, {option.names.back(), ""})), words) << page.title();
    }
  }
  EXPECT_GE(found, 4);
  EXPECT_THAT(proposals({"prompty-conformance", "run", "--profile", "=", "le"}), ElementsAre("lenient"));
  EXPECT_THAT(proposals({"prompty-conformance", "run", "--profile", "="}), Contains("as-written"));
}

TEST(Completion, ProposesWordsOfThePromptyCommandThatItTakes) {
  std::string const prompt = repository() + "/tests/end_to_end/capital.prompty";
  auto const exit_code = [&](std::string const& option, std::string const& word) {
    return run_program({prompty_tests::built_program("prompty"), "turn", prompt, "--endpoint", "http://127.0.0.1:1/v1",
                        option, word})
        .exit_code;
  };
  for (std::string const option : {"--profile", "--approve"}) {
    std::vector<std::string> const words = proposals({"prompty", "turn", option, ""});
    EXPECT_THAT(words, testing::Not(IsEmpty())) << option;
    // Nothing listens there, so that a word that is taken leads to a failure of the work.
    for (std::string const& word : words) EXPECT_EQ(exit_code(option, word), 1) << option << " " << word;
    EXPECT_EQ(exit_code(option, "sometimes"), 2) << option;
  }
}

TEST(Completion, ProposesIdsOfClausesAndVectorsAndNamesOfClasses) {
  EXPECT_THAT(proposals({"prompty-conformance", "run", "--clause", "P2.1-0"}),
              testing::AllOf(Contains("P2.1-03"), Each(StartsWith("P2.1-0"))));
  std::string const topic = "load/frontmatter/structure/plus";
  EXPECT_THAT(proposals({"prompty-conformance", "list", "--filter", topic}), Contains(topic + "-signs-delimit"));
  EXPECT_THAT(proposals({"prompty-conformance", "explain", topic}), Contains(topic + "-signs-delimit"));
  EXPECT_THAT(proposals({"prompty-conformance", "explain", "M1"}), Each(StartsWith("M1-")));
  EXPECT_THAT(proposals({"prompty-conformance", "verdict", "run.jsonl", topic}), Contains(topic + "-signs-delimit"));
  EXPECT_THAT(proposals({"prompty-conformance", "run", "--require", "openai-c"}), ElementsAre("openai-chat"));
}

TEST(Completion, ProposesFilesAndFoldersWhereTheyAreTaken) {
  TemporaryFolder const folder;
  (void)folder.write("run.jsonl", "");
  (void)folder.write("runs/one.jsonl", "");
  EXPECT_THAT(proposals({"prompty-conformance", "merge", "ru"}, folder.path()),
              UnorderedElementsAre("run.jsonl", "runs"));
  EXPECT_THAT(proposals({"prompty-conformance", "run", "--vectors", "ru"}, folder.path()), ElementsAre("runs"));
  EXPECT_THAT(proposals({"prompty", "run", "ru"}, folder.path()), UnorderedElementsAre("run.jsonl", "runs"));
  EXPECT_THAT(proposals({"prompty-mock-provider", "--scenario", "run."}, folder.path()), ElementsAre("run.jsonl"));
  EXPECT_THAT(proposals({"prompty-conformance", "run", "--timeout", ""}, folder.path()), IsEmpty());
  for (std::string const option : {"--env", "--secret"})
    EXPECT_THAT(proposals({"prompty-conformance", "run", option, "PA"}, folder.path()), Contains("PATH")) << option;
  EXPECT_THAT(proposals({"prompty-conformance", "smoke", "--", "bash"}, folder.path()), Contains("bash"));
}

}  // namespace
}  // namespace end_to_end::completion
