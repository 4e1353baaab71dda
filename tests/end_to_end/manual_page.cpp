#include "end_to_end/manual_page.hpp"
#include "support/places.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace end_to_end {
namespace manual_page {
namespace {

/// The lines below each heading, `.Sh` or `.Ss`; a subsection is no part of its section.
using Sections = std::map<std::string, std::vector<std::string>>;

bool starts_with(std::string const& text, std::string const& start) {
  return text.compare(0, start.size(), start) == 0;
}

Sections sections_of(std::string const& path) {
  std::ifstream stream(path);
  if (!stream) throw std::runtime_error("there is no manual page " + path);
  Sections sections;
  std::string heading;
  for (std::string line; std::getline(stream, line);) {
    if (starts_with(line, ".Sh ") || starts_with(line, ".Ss "))
      heading = line.substr(4);
    else
      sections[heading].push_back(line);
  }
  return sections;
}

/// The options that a line names with `Fl`, but help and version.
std::set<std::string> options_in(std::string const& line) {
  std::istringstream words(line);
  std::set<std::string> options;
  std::string before;
  for (std::string word; words >> word; before = word) {
    if ((before == "Fl" || before == ".Fl") && word != "h" && word != "-help" && word != "-version" && word != "-")
      options.insert("-" + word);
  }
  return options;
}

std::set<std::string> described_in(std::vector<std::string> const& lines) {
  std::set<std::string> described;
  for (std::string const& line : lines) {
    if (starts_with(line, ".It ")) described.merge(options_in(line));
  }
  return described;
}

std::set<std::string> usage(std::vector<std::string> const& lines, Sections const& sections) {
  std::set<std::string> options;
  for (std::string const& line : lines) {
    if (line == ".Pp") break;
    std::string const group = ".Op Sx ";
    options.merge(starts_with(line, group) ? described_in(sections.at(line.substr(group.size()))) : options_in(line));
  }
  return options;
}

ExampleCommand read_command(std::string const& line) {
  std::string const promise = "# exits with ";
  std::size_t const found = line.find(promise);
  if (found == std::string::npos) return {.line = line};
  return {.line = line.substr(0, line.find_last_not_of(' ', found - 1) + 1),
          .exit_code = std::stoi(line.substr(found + promise.size()))};
}

std::vector<std::vector<ExampleCommand>> examples_in(std::vector<std::string> const& lines) {
  std::vector<std::vector<ExampleCommand>> examples;
  for (std::string const& line : lines) {
    if (starts_with(line, ".Bd ")) examples.emplace_back();
    if (starts_with(line, "$ ")) examples.back().push_back(read_command(line.substr(2)));
  }
  return examples;
}

}  // namespace
}  // namespace manual_page

ManualPage read_manual_page(std::string const& program) {
  std::string const path = prompty_tests::repository() + "/scripts/packaging/man/" + program + ".1";
  manual_page::Sections const sections = manual_page::sections_of(path);
  ManualPage page{.program = program,
                  .path = path,
                  .usages = {},
                  .described = {},
                  .examples = manual_page::examples_in(sections.at("EXAMPLES"))};
  page.usages[""] = manual_page::usage(sections.at("SYNOPSIS"), sections);
  for (auto const& [heading, lines] : sections) {
    page.described.merge(manual_page::described_in(lines));
    std::string const begin = ".Nm Cm " + heading;
    if (!lines.empty() && lines.front() == begin) page.usages[heading] = manual_page::usage(lines, sections);
  }
  return page;
}

std::vector<ManualPage> all_manual_pages() {
  std::vector<ManualPage> pages;
  for (std::string const program :
       {"prompty", "prompty-conformance", "prompty-mock-provider", "prompty-reference-adapter"})
    pages.push_back(read_manual_page(program));
  return pages;
}

}  // namespace end_to_end
