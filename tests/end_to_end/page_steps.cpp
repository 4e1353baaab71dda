#include "end_to_end/page_steps.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <vector>

#include "support/program.hpp"

namespace end_to_end {
namespace page_steps {
namespace {

using prompty_tests::BackgroundProgram;
using prompty_tests::ProgramResult;
using prompty_tests::run_program;

/// A file to write (its name, and its content) or a command to run (and the lines that it shows).
struct Step {
  bool is_command = false;
  std::string subject;
  std::vector<std::string> lines = {};
};

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
    if (line.starts_with("```")) {
      in_fence = !in_fence;
      if (in_fence && file) steps.push_back({false, *file});
      if (!in_fence) file.reset();
    } else if (in_fence) {
      if (file) steps.back().lines.push_back(line);
    } else if (line.starts_with("    $ ")) {
      steps.push_back({true, line.substr(6)});
      in_output = true;
    } else if (in_output && line.starts_with("    ")) {
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

}  // namespace
}  // namespace page_steps

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
      found = page_steps::is_shown(page_steps::without_numbers(expected), page_steps::without_numbers(line));
      if (!found && !may_skip) break;
    }
    if (!found) return expected;
    may_skip = false;
  }
  return std::nullopt;
}

namespace page_steps {
namespace {

std::string replaced(std::string text, std::string const& old, std::string const& replacement) {
  for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + replacement.size()))
    text.replace(at, old.size(), replacement);
  return text;
}

/// Runs the commands of a page one after the other.
class Shell {
 public:
  Shell(std::string const& folder, std::string const& environment)
      : prefix_("cd '" + folder + "' && export " + environment + " && ") {}

  void run(Step const& step) {
    if (step.subject.back() == '&') return start(step);
    std::string command = step.subject;
    for (auto const& [shown, real] : ports_) {
      std::string const before = ":" + shown + "/";
      std::string const now = ":" + real + "/";
      command = replaced(command, before, now);
    }
    ProgramResult const result = run_program({"sh", "-c", prefix_ + command}, std::chrono::seconds(120));
    // 2 is wrong usage, 127 a program that is not there.
    EXPECT_LT(result.exit_code, 2) << "$ " << step.subject << "\n" << result.err;
    std::optional<std::string> missing = missing_line(step.lines, result.out);
    if (missing) missing = missing_line(step.lines, result.err + result.out);
    EXPECT_FALSE(missing) << "$ " << step.subject << "\nnot shown: " << missing.value_or("") << "\n"
                          << result.out << result.err;
  }

 private:
  /// Port 0 takes a free one, which the first line of the output names.
  void start(Step const& step) {
    std::string const option = "--port ";
    std::size_t const at = step.subject.find(option);
    ASSERT_NE(at, std::string::npos) << step.subject << ": only servers with " << option << "are known";
    std::string const port = step.subject.substr(at + option.size(), 4);
    std::string const command = replaced(step.subject.substr(0, step.subject.size() - 1), option + port, option + "0");
    programs_.push_back(
        std::make_unique<BackgroundProgram>(std::vector<std::string>{"sh", "-c", prefix_ + "exec " + command}));
    std::string const line = programs_.back()->read_line();
    EXPECT_EQ(missing_line(step.lines, line), std::nullopt) << "$ " << step.subject << "\n" << line;
    ports_[port] = line.substr(line.rfind(':') + 1);
  }

  std::string prefix_;
  std::map<std::string, std::string> ports_;  ///< as the page shows them, and as they are
  std::vector<std::unique_ptr<BackgroundProgram>> programs_;
};

}  // namespace
}  // namespace page_steps

void expect_page_to_hold(std::string const& page, prompty_tests::TemporaryFolder const& folder,
                         std::string const& environment) {
  std::ifstream text(page);
  std::vector<page_steps::Step> const steps = page_steps::steps_of(text);
  ASSERT_FALSE(steps.empty()) << page;
  page_steps::Shell shell(folder.path(), environment);
  for (page_steps::Step const& step : steps) {
    if (step.is_command) {
      shell.run(step);
      continue;
    }
    std::string content;
    for (std::string const& line : step.lines) content += line + "\n";
    static_cast<void>(folder.write(step.subject, content));
  }
}

}  // namespace end_to_end
