#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "end_to_end/program_help.hpp"
#include "support/places.hpp"
#include "support/text_file.hpp"

// No option without a test: each has to occur, together with its command, in something that is run here.
namespace end_to_end::option_coverage {
namespace {

using prompty_tests::repository;
using prompty_tests::text_of;

std::filesystem::path const root = repository();

/// Something that runs our programs.
struct Source {
  std::filesystem::path path;
  std::string text;
  bool is_of_shell = false;  ///< program, command and option stand on one line
};

/// With the ends of lines that go on taken away.
std::string joined_lines(std::string const& text) {
  std::string joined;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == '\n')
      ++at;
    else
      joined += text[at];
  }
  return joined;
}

void add_file(std::vector<Source>& sources, std::filesystem::path const& path) {
  std::string const extension = path.extension().string();
  Source source{.path = path, .text = text_of(path)};
  source.is_of_shell = extension != ".cpp" && extension != ".mjs";
  if (source.is_of_shell) source.text = joined_lines(source.text);
  // Of a manual page only the examples are run.
  if (extension == ".1") source.text.erase(0, source.text.find(".Sh EXAMPLES"));
  sources.push_back(std::move(source));
}

std::vector<Source> run_sources() {
  std::vector<Source> sources;
  for (std::string const folder : {"tests/end_to_end", "tests/harness", "tests/mock-provider", "tests/reference/cli",
                                   "tests/install", "scripts", "harness/ci"}) {
    for (std::filesystem::directory_entry const& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (entry.is_regular_file() && entry.path().extension() != ".bash") add_file(sources, entry.path());
    }
  }
  add_file(sources, root / "tests" / "CMakeLists.txt");
  add_file(sources, root / "harness" / "adapters" / "README.md");
  return sources;
}

bool holds_option(std::string const& text, std::string const& name) {
  auto const goes_on = [&](std::size_t at) {
    return at < text.size() && (text[at] == '-' || (text[at] >= 'a' && text[at] <= 'z'));
  };
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    bool const begins = at == 0 || text[at - 1] != '-';
    if (begins && !goes_on(at + name.size())) return true;
  }
  return false;
}

bool holds(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

/// Whether a file of tests runs the program: by its name, by `conformance` and `judge`, or linked in.
bool runs(Source const& source, std::string const& program) {
  bool const is_linked = program == "prompty" && holds(source.path.string(), "tests/reference/cli/");
  bool const is_shared = program == "prompty-conformance" &&
                         (holds(source.text, "conformance_program.hpp") || holds(source.text, "small_checkout.hpp"));
  return is_linked || is_shared || holds(source.text, program) ||
         (program == "prompty-mock-provider" && holds(source.text, "MOCK_PROVIDER"));
}

bool exercises(Source const& source, HelpPage const& help, std::string const& option) {
  if (!holds_option(source.text, option)) return false;
  if (!source.is_of_shell) {
    bool const judges = help.title() == "prompty-conformance run" && holds(source.text, " judge(");
    return runs(source, help.program) && (help.command.empty() || judges || holds(source.text, help.title() + " ") ||
                                          holds(source.text, "\"" + help.command + "\""));
  }
  std::istringstream lines(source.text);
  for (std::string line; std::getline(lines, line);) {
    if (holds(line, help.title()) && holds_option(line, option)) return true;
  }
  return false;
}

/// The help of all commands is covered by tests of the help, and all that take these read data by the test of
/// DataOptions.
bool is_tried_with_each_command(std::string const& option) {
  return option == "--help" || option == "--vectors" || option == "--spec";
}

TEST(OptionCoverage, IsWhole) {
  std::vector<Source> const sources = run_sources();
  ASSERT_GT(sources.size(), 50U);
  int options = 0;
  for (HelpPage const& help : all_help_pages()) {
    for (HelpOption const& option : help.options) {
      std::string const& name = option.names.back();
      ++options;
      if (is_tried_with_each_command(name)) continue;
      bool const found = std::any_of(sources.begin(), sources.end(),
                                     [&](Source const& source) { return exercises(source, help, name); });
      EXPECT_TRUE(found) << "no test runs `" << help.title() << " " << name
                         << "`: add one to tests/end_to_end (or an example "
                         << "to scripts/packaging/man/" << help.program << ".1)";
    }
  }
  EXPECT_GT(options, 100);
}

}  // namespace
}  // namespace end_to_end::option_coverage
