#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

#include "support/program.hpp"
#include "support/temporary_folder.hpp"

// The guide for people with an implementation of their own, followed to the letter: its files are written, its commands
// run, and what it shows has to come.
namespace end_to_end::guide {
namespace {

using prompty_tests::ProgramResult;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;

std::string const page = std::string(PROMPTY_SOURCE_DIR) + "/harness/adapters/README.md";

/// A file to write (its name, and its content) or a command to run (and the lines that it shows).
struct Step {
  bool is_command = false;
  std::string subject;
  std::vector<std::string> lines = {};
};

bool starts_with(std::string const& text, std::string const& start) {
  return text.compare(0, start.size(), start) == 0;
}

/// The name in "`name`:", by which the page announces the content of a file.
std::optional<std::string> announced_file(std::string const& line) {
  if (line.size() < 4 || line.front() != '`' || line.substr(line.size() - 2) != "`:") return std::nullopt;
  return line.substr(1, line.size() - 3);
}

std::vector<Step> steps_of(std::istream& text) {
  std::vector<Step> steps;
  std::optional<std::string> file;
  bool in_fence = false;
  bool in_output = false;
  for (std::string line; std::getline(text, line);) {
    if (starts_with(line, "```")) {
      in_fence = !in_fence;
      if (in_fence && file) steps.push_back({false, *file});
      if (!in_fence) file.reset();
    } else if (in_fence) {
      if (file) steps.back().lines.push_back(line);
    } else if (starts_with(line, "    $ ")) {
      steps.push_back({true, line.substr(6)});
      in_output = true;
    } else if (in_output && starts_with(line, "    ")) {
      steps.back().lines.push_back(line.substr(4));
    } else if (!line.empty()) {
      in_output = false;
      if (std::optional<std::string> const name = announced_file(line)) file = name;
    }
  }
  return steps;
}

/// A line with every number as one sign, since the vectors become more.
std::string without_numbers(std::string const& line) {
  std::string result;
  for (char const c : line) {
    bool const is_digit = c >= '0' && c <= '9';
    if (!is_digit) result += c;
    if (is_digit && (result.empty() || result.back() != '#')) result += '#';
  }
  return result;
}

/// Whether the pieces of `shown` between dots stand in `line`, in their order and at both ends.
bool is_shown(std::string const& shown, std::string const& line) {
  std::string const dots = "…";
  std::size_t at = 0;
  std::size_t from = 0;
  for (std::size_t end = shown.find(dots); end != std::string::npos; end = shown.find(dots, from)) {
    std::string const piece = shown.substr(from, end - from);
    std::size_t const found = line.find(piece, at);
    if (found == std::string::npos || (from == 0 && found != 0)) return false;
    at = found + piece.size();
    from = end + dots.size();
  }
  std::string const rest = shown.substr(from);
  if (from == 0) return shown == line;
  return line.size() >= at + rest.size() && line.compare(line.size() - rest.size(), rest.size(), rest) == 0;
}

/// The first shown line that does not come; a line of dots alone skips any number of lines.
std::optional<std::string> missing_line(std::vector<std::string> const& shown, std::string const& output) {
  std::istringstream lines(output);
  bool may_skip = false;
  for (std::string const& expected : shown) {
    if (expected == "…") {
      may_skip = true;
      continue;
    }
    bool found = false;
    for (std::string line; !found && std::getline(lines, line);) {
      if (line.empty() && !may_skip) continue;
      found = is_shown(without_numbers(expected), without_numbers(line));
      if (!found && !may_skip) break;
    }
    if (!found) return expected;
    may_skip = false;
  }
  return std::nullopt;
}

TEST(HttpGuide, LeadsToWhatItShows) {
  TemporaryFolder const folder;
  std::ifstream text(page);
  std::vector<Step> const steps = steps_of(text);
  ASSERT_GE(steps.size(), 10U);
  std::string const prefix = "cd '" + folder.path() +
                             "' && export PROMPTY='" PROMPTY_SOURCE_DIR "' PATH='" PROMPTY_PROGRAM_DIR
                             "':\"$PATH\" && ";
  for (Step const& step : steps) {
    if (!step.is_command) {
      std::string content;
      for (std::string const& line : step.lines) content += line + "\n";
      static_cast<void>(folder.write(step.subject, content));
      continue;
    }
    ProgramResult const result = run_program({"sh", "-c", prefix + step.subject});
    std::optional<std::string> const missing = missing_line(step.lines, result.out);
    EXPECT_FALSE(missing) << "$ " << step.subject << "\nnot shown: " << missing.value_or("") << "\n"
                          << result.out << result.err;
  }
}

}  // namespace
}  // namespace end_to_end::guide
