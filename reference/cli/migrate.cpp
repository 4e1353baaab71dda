#include "cli/migrate.hpp"

#include <fmt/core.h>

#include <dtl/dtl.hpp>
#include <iterator>
#include <sstream>

#include "cli/errors.hpp"
#include "cli/files.hpp"
#include "cli/output_text.hpp"
#include "prompty/load/migrate.hpp"

namespace prompty::cli {
namespace {

constexpr std::string_view standard_input = "-";

/// Each line with its end; one that has none says so, as tools that apply a diff expect.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    std::size_t const end = text.find('\n');
    bool const is_ended = end != std::string_view::npos;
    lines.push_back(std::string(text.substr(0, end)) + (is_ended ? "" : "\n\\ No newline at end of file"));
    text.remove_prefix(is_ended ? end + 1 : text.size());
  }
  return lines;
}

std::string content_of(std::string const& file, std::istream& in) {
  if (file != standard_input) return read_file(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_back(std::string const& file, std::string const& content) {
  if (int const error = write_file(file, content); error != 0) {
    throw errors::file_not_migrated(file, std::generic_category().message(error));
  }
}

/// Returns whether the file is as `migrate` would leave it.
bool migrate_file(std::string const& file, MigrateChoices const& choices, Console const& console) {
  std::string const content = content_of(file, console.in);
  std::string const name = file == standard_input ? "standard input" : file;
  Migrated const migrated = migrate(content, name);
  bool const is_changed = migrated.content != content;
  for (Problem const& problem : migrated.left) write_problem(problem, *console.secrets, console.err);
  if (choices.check) {
    if (is_changed)
      console.out << fmt::format("{}: version 1 of the format; prompty migrate --write changes it\n", name);
  } else if (file == standard_input) {
    console.out << migrated.content;
  } else if (!choices.write) {
    console.out << unified_diff(file, content, migrated.content);
  } else if (is_changed) {
    write_back(file, migrated.content);
    console.out << fmt::format("{}: migrated\n", file);
  }
  return !is_changed;
}

}  // namespace

std::string unified_diff(std::string const& name, std::string_view before, std::string_view after) {
  if (before == after) return "";
  dtl::Diff<std::string, std::vector<std::string>> diff(lines_of(before), lines_of(after));
  diff.onHuge();
  diff.compose();
  diff.composeUnifiedHunks();
  std::ostringstream shown;
  shown << "--- " << name << "\n+++ " << name << '\n';
  diff.printUnifiedFormat(shown);
  return shown.str();
}

bool migrate_files(MigrateChoices const& choices, Console const& console) {
  bool is_good = true;
  for (std::string const& file : choices.files) {
    try {
      bool const is_as_it_should_be = migrate_file(file, choices, console);
      if (choices.check && !is_as_it_should_be) is_good = false;
    } catch (Error const& error) {
      write_error(error, *console.secrets, console.err);
      is_good = false;
    }
  }
  return is_good;
}

}  // namespace prompty::cli
