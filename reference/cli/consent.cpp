#include "cli/consent.hpp"

#include <string>
#include <variant>

#include "cli/turn_display.hpp"

namespace prompty::cli {

bool agrees(LineReader& lines, ToolCall const& call, Secrets const& secrets) {
  std::variant<std::string, NoLine> const answer =
      lines.read("May this be called? " + secrets.masked(call_line(call)) + " [y/N] ");
  std::string const* const line = std::get_if<std::string>(&answer);
  return line != nullptr && (*line == "y" || *line == "Y" || *line == "yes");
}

}  // namespace prompty::cli
