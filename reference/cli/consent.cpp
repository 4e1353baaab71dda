#include "cli/consent.hpp"

#include <string>
#include <variant>

#include "cli/turn_display.hpp"

namespace prompty::cli {

bool agrees(LineReader& lines, ToolCall const& call) {
  std::variant<std::string, NoLine> const answer = lines.read("May this be called? " + call_line(call) + " [y/N] ");
  std::string const* const line = std::get_if<std::string>(&answer);
  return line != nullptr && (*line == "y" || *line == "Y" || *line == "yes");
}

}  // namespace prompty::cli
