#pragma once

#include "cli/console.hpp"

namespace prompty::cli {

/// The `prompty` command with `arguments` (without the program's name). Results go to `out`, one sentence about what
/// went wrong to `err`. Returns the exit code: 0 done, 1 the work failed, 2 wrong usage (also a file that does not
/// exist), 130 an interrupt ended it.
[[nodiscard]] int run_command_line(std::vector<std::string> arguments, Console const& console);

/// As above, with nothing on standard input and no interrupts.
[[nodiscard]] int run_command_line(std::vector<std::string> arguments, std::ostream& out, std::ostream& err);

}  // namespace prompty::cli
