#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace end_to_end {

/// A command of an example, and the exit code that the page promises for it.
struct ExampleCommand {
  std::string line;
  int exit_code = 0;
};

/// A manual page in mdoc, as far as tests look into it. Options have their dashes; help and version are left out, since
/// every page and command has them.
struct ManualPage {
  std::string program;
  std::string path;
  std::map<std::string, std::set<std::string>> usages;  ///< of each command, or of "" the program: its options
  std::set<std::string> described;                      ///< options that an item of a list is about
  std::vector<std::vector<ExampleCommand>> examples;    ///< block by block
};

/// Reads the page of a program below scripts/packaging/man. A command's usage is what stands between its `.Ss` and the
/// first
/// `.Pp`; `.Op Sx Title` in it stands for all options that the list below `.Ss Title` describes.
[[nodiscard]] ManualPage read_manual_page(std::string const& program);

/// The pages of all programs.
[[nodiscard]] std::vector<ManualPage> all_manual_pages();

}  // namespace end_to_end
