#pragma once

#include <string>
#include <vector>

namespace end_to_end {

/// An option as --help shows it.
struct HelpOption {
  std::vector<std::string> names;  ///< with their dashes, the long one last
  std::string type;                ///< what stands behind the names, such as "FILE" or "TEXT:{a,b}"; "" of a flag
  std::string text;                ///< the description
};

/// The options of a program, or of one of its commands.
struct HelpPage {
  std::string program;
  std::string command;  ///< "" for the program itself
  std::vector<HelpOption> options;
  std::string text;  ///< all of it

  [[nodiscard]] std::string title() const { return command.empty() ? program : program + " " + command; }
};

/// What --help of one of our programs shows, the program's own page first, then one a command.
[[nodiscard]] std::vector<HelpPage> help_pages(std::string const& program);

/// The pages of all programs that have options.
[[nodiscard]] std::vector<HelpPage> all_help_pages();

}  // namespace end_to_end
