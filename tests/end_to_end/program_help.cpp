#include "end_to_end/program_help.hpp"

#include <algorithm>
#include <sstream>

#include "support/program.hpp"

namespace end_to_end {
namespace program_help {
namespace {

/// The lines below a heading, up to the next empty one.
std::vector<std::string> section(std::string const& help, std::string const& heading) {
  std::istringstream text(help);
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (inside && line.empty()) break;
    if (inside) lines.push_back(line);
    if (line == heading) inside = true;
  }
  return lines;
}

std::vector<std::string> split(std::string const& text, char separator) {
  std::istringstream stream(text);
  std::vector<std::string> parts;
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

HelpOption read_option(std::string const& line) {
  std::string const body = line.substr(2);
  std::size_t const names_end = std::min(body.find(' '), body.size());
  HelpOption option{.names = split(body.substr(0, names_end), ','), .type = "", .text = ""};
  std::size_t const text_begin = std::min(body.find("  "), body.size());
  std::string type = text_begin > names_end ? body.substr(names_end + 1, text_begin - names_end - 1) : "";
  type.resize(std::min(type.find("Excludes:"), type.size()));
  option.type = type.substr(0, type.find_last_not_of(' ') + 1);
  option.text = body.substr(std::min(body.find_first_not_of(' ', text_begin), body.size()));
  return option;
}

HelpPage page_of(std::string const& program, std::string const& command, std::string const& help) {
  HelpPage page{.program = program, .command = command, .options = {}, .text = help};
  for (std::string const& line : section(help, "Options:")) {
    if (line.rfind("  -", 0) == 0)
      page.options.push_back(read_option(line));
    else if (page.options.back().text.empty())
      page.options.back().text = line.substr(line.find_first_not_of(' '));
  }
  return page;
}

}  // namespace
}  // namespace program_help

std::vector<HelpPage> help_pages(std::string const& program) {
  std::string const path = prompty_tests::built_program(program);
  std::string const help = prompty_tests::run_program({path, "--help"}).out;
  std::vector<HelpPage> pages = {program_help::page_of(program, "", help)};
  for (std::string const& line : program_help::section(help, "Subcommands:")) {
    if (line.size() < 3 || line[2] == ' ') continue;
    std::string const command = line.substr(2, line.find(' ', 2) - 2);
    pages.push_back(program_help::page_of(program, command, prompty_tests::run_program({path, command, "--help"}).out));
  }
  return pages;
}

std::vector<HelpPage> all_help_pages() {
  std::vector<HelpPage> pages;
  for (std::string const program : {"prompty", "prompty-conformance", "prompty-mock-provider"}) {
    for (HelpPage& page : help_pages(program)) pages.push_back(std::move(page));
  }
  return pages;
}

}  // namespace end_to_end
