#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "end_to_end/manual_page.hpp"
#include "end_to_end/program_help.hpp"
#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// The manual pages describe every command and option that there is and no other, and their examples do what they say.
namespace end_to_end::manual {
namespace {

using prompty_tests::BackgroundProgram;
using prompty_tests::program_folder;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;

bool is_everywhere(HelpOption const& option) {
  return option.names.back() == "--help" || option.names.back() == "--version";
}

/// How mdoc spells an option: "Fl -name", with "Ar value" when it takes one.
std::string in_mdoc(HelpOption const& option) {
  return "Fl " + option.names.back().substr(1) + (option.type.empty() ? "" : " Ar value");
}

void expect_in_usage(ManualPage const& page, HelpPage const& help, HelpOption const& option) {
  for (std::string const& name : option.names)
    EXPECT_TRUE(page.usages.at(help.command).contains(name))
        << "`" << help.title() << "` takes " << name << " but " << page.path << " does not say so: add `.Op "
        << in_mdoc(option) << "` to the lines "
        << (help.command.empty() ? "in SYNOPSIS" : "behind `.Ss " + help.command) << "`";
  EXPECT_TRUE(page.described.contains(option.names.back()))
      << page.path << " does not say what " << option.names.back() << " is for: add `.It " << in_mdoc(option)
      << "` to a list below `.Ss " << help.command << "` (--help says: " << option.text << ")";
}

TEST(ManualPages, TellOfEveryOptionOfTheHelp) {
  std::vector<HelpPage> const pages = all_help_pages();
  ASSERT_GT(pages.size(), 20U);
  for (HelpPage const& help : pages) {
    ManualPage const page = read_manual_page(help.program);
    ASSERT_TRUE(page.usages.contains(help.command))
        << "`" << help.title() << "` is not in " << page.path << ": add `.Ss " << help.command << "`, `.Nm Cm "
        << help.command << "`, its options, `.Pp` and what it does";
    for (HelpOption const& option : help.options) {
      if (!is_everywhere(option)) expect_in_usage(page, help, option);
    }
  }
}

TEST(ManualPages, TellOfNothingThatIsNotThere) {
  std::map<std::string, std::set<std::string>> offered;
  std::set<std::string> titles;
  for (HelpPage const& help : all_help_pages()) {
    titles.insert(help.title());
    for (HelpOption const& option : help.options)
      for (std::string const& name : option.names) {
        offered[help.program].insert(name);
        offered[help.title()].insert(name);
      }
  }
  for (ManualPage const& page : all_manual_pages()) {
    for (std::string const& name : page.described)
      EXPECT_TRUE(offered[page.program].contains(name)) << page.path << " describes " << name;
    for (auto const& [command, options] : page.usages) {
      std::string const title = page.program + (command.empty() ? "" : " " + command);
      EXPECT_TRUE(command.empty() || titles.contains(title)) << page.path << " has a command " << command;
      for (std::string const& name : options)
        EXPECT_TRUE(offered[title].contains(name)) << page.path << ": " << title << " takes no " << name;
    }
  }
}

TEST(ManualPages, AreWellFormed) {
  ASSERT_NE(run_program({"mandoc", "-?"}).exit_code, 127) << "mandoc is missing: run scripts/setup --tests";
  for (ManualPage const& page : all_manual_pages()) {
    ProgramResult const result = run_program({"mandoc", "-T", "lint", "-W", "warning", page.path});
    EXPECT_EQ(result.out + result.err, "");
    EXPECT_EQ(result.exit_code, 0);
  }
}

std::string replaced(std::string text, std::string const& old, std::string const& replacement) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + replacement.size()))
    text.replace(at, old.size(), replacement);
  return text;
}

/// A folder with the files that the pages mention.
class ManualExamples : public testing::TestWithParam<std::string> {
 protected:
  ManualExamples() {
    std::string const here = repository() + "/tests/end_to_end/";
    for (std::string const name : {"weather.prompty", "weather.py", "weather.yaml"})
      (void)folder_.write(name, text_of(here + name));
    (void)folder_.write("greedy.py", text_of(here + "greedy_split.py"));
    (void)folder_.write("split.py", text_of(repository() + "/harness/adapters/python/split.py"));
    (void)folder_.write("hello.prompty",
                        "---\nname: hello\nmodel:\n  id: gpt-4o-mini\n  provider: openai\ninputs:\n  name: World\n---\n"
                        "Say hello to {{ name }}.\n");
    (void)folder_.write("broken.prompty", "---\nname: [broken\n---\nHello\n");
    (void)folder_.write("inputs.json", R"({"name": "Jane"})");
    (void)folder_.write(".env", "NAME=value\n");
  }

  [[nodiscard]] std::vector<std::string> in_shell(std::string const& command) const {
    return {"bash", "-o", "pipefail", "-c",
            "cd '" + folder_.path() + "' && export PATH='" + program_folder() + "':\"$PATH\" && " + command};
  }

  void run_block(std::vector<ExampleCommand> const& block) {
    std::optional<BackgroundProgram> mock;
    std::string port;
    for (ExampleCommand const& command : block) {
      if (command.line.back() == '&') {
        std::string const started = command.line.substr(0, command.line.size() - 1);
        mock.emplace(in_shell("exec " + replaced(started, "--port 8080", "--port 0")));
        std::string const line = mock->read_line();
        port = line.substr(line.rfind(':') + 1);
        EXPECT_NE(port, "") << started;
        continue;
      }
      ProgramResult const result =
          run_program(in_shell(replaced(command.line, ":8080/", ":" + port + "/")), std::chrono::seconds(120));
      EXPECT_EQ(result.exit_code, command.exit_code) << "$ " << command.line << "\n" << result.out << result.err;
    }
  }

  TemporaryFolder const folder_;
};

TEST_P(ManualExamples, EndAsThePageSays) {
  std::vector<std::vector<ExampleCommand>> const blocks = read_manual_page(GetParam()).examples;
  ASSERT_FALSE(blocks.empty());
  for (std::vector<ExampleCommand> const& block : blocks) {
    EXPECT_FALSE(block.empty());
    run_block(block);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, ManualExamples,
                         testing::Values("prompty", "prompty-conformance", "prompty-mock-provider",
                                         "prompty-reference-adapter"),
                         [](testing::TestParamInfo<std::string> const& page) {
                           return replaced(page.param, "-", "_");
                         });

}  // namespace
}  // namespace end_to_end::manual
